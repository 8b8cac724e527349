// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "optim.h"

#include <math.h>
#include <stdlib.h>

#include "util.h"

static float *velocity;  // (n), allocated by the first update
static long step_count;  // updates so far

float optim_clip(float *grads, size_t n, float limit) {
    double squares = 0.0;
    for (size_t i = 0; i < n; i++) squares += (double)grads[i] * (double)grads[i];
    float norm = (float)sqrt(squares);
    if (norm > limit) {
        float scale = limit / norm;
        for (size_t i = 0; i < n; i++) grads[i] *= scale;
    }
    return norm;
}

void optim_update(float *params, const float *grads, size_t n, float rate, float momentum) {
    if (velocity == NULL) velocity = alloc_or_die(n, sizeof(float));
    float now = rate / (1.0f + 0.001f * (float)step_count);
    for (size_t i = 0; i < n; i++) {
        velocity[i] = momentum * velocity[i] - now * grads[i];
        params[i] += velocity[i];
    }
    step_count++;
}

void optim_free(void) {
    free(velocity);
    velocity = NULL;
}
