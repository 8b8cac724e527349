// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A recurrent language model: h[t] = tanh(embed[x[t]] + recur h[t-1] + bias), logits = out h[t] + out_bias.
// Shapes: B = lanes, T = window, H = hidden units, V = vocabulary.
#ifndef RNN_MODEL_H
#define RNN_MODEL_H

#include <stddef.h>

#define MAX_HIDDEN 256

// Views into one run of parameters (or of their gradients).
typedef struct {
    float *embed;     // (V, H)
    float *recur;     // (H, H)
    float *bias;      // (H)
    float *out;       // (V, H)
    float *out_bias;  // (V)
} Weights;

typedef struct {
    int vocab;
    int hidden;
    int lanes;
    int window;
    size_t num_params;
    float *params;  // (num_params)
    float *grads;   // (num_params)
    float *states;  // (T + 1, B, H), the hidden states of one window, the one before it first
    float *probs;   // (T, B, V)
    float *dstate;  // (B, H), the gradient that flows back from later times
} Model;

// hidden is at most MAX_HIDDEN.
void model_init(Model *model, int vocab, int hidden, int lanes, int window);

// Runs one window from the state in hidden, (B, H), which it moves on. Returns the mean loss per character.
// inputs, targets: (T, B)
float model_forward(Model *model, float *hidden, const int *inputs, const int *targets);

// Adds the gradients of the window that model_forward saw last to grads. Nothing flows back beyond the window.
void model_backward(Model *model, const int *inputs, const int *targets);

void model_zero_grads(Model *model);

// One step of one lane. hidden: (H), moved on; probs: (V), what comes next
void model_step(const Model *model, float *hidden, int token, float *probs);

void model_free(Model *model);

#endif
