// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Gradient descent with momentum on clipped gradients. The rate falls with the number of updates.
#ifndef RNN_OPTIM_H
#define RNN_OPTIM_H

#include <stddef.h>

// Scales grads, (n), so that their norm is at most limit. Returns the norm that they had.
float optim_clip(float *grads, size_t n, float limit);

// One update of params by grads, both (n). n is the same in every call.
void optim_update(float *params, const float *grads, size_t n, float rate, float momentum);

void optim_free(void);

#endif
