#include "model.h"

#include <stdlib.h>
#include <string.h>

#include "random.h"

void model_make(struct model *m) {
    m->weights = malloc(kWeights * sizeof(float));
    m->gradient = malloc(kWeights * sizeof(float));
    for (int i = 0; i < kWeights; i++) m->weights[i] = random_unit() - 0.5f;
}

float model_step(struct model *m, const float *x, float target) {
    memset(m->gradient, 0, kWeights * sizeof(float));
    float y = 0.0f;
    for (int i = 0; i < kWeights; i++) y += m->weights[i] * x[i];
    for (int i = 0; i < kWeights; i++) m->gradient[i] += (y - target) * x[i];
    return (y - target) * (y - target);
}
