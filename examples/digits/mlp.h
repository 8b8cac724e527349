// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A multilayer perceptron: layers with ReLU and dropout, and a softmax at the end. A network is an array of layers.
#ifndef DIGITS_MLP_H
#define DIGITS_MLP_H

struct Layer {
    int in, out;
    float *w, *b;    // (out, in), (out)
    float *gw, *gb;  // their gradients
    float *vw, *vb;  // their velocities, allocated by the first update
    float *y;        // (rows, out), what the layer gave last
    float *dy;       // (rows, out), the gradient by what it gave, before ReLU and dropout
    float *mask;     // (rows, out), 0 where dropout struck, else 1 / (1 - DROPOUT)
};

#define DROPOUT 0.2f  // the share of hidden units that a training pass leaves out

// Room for passes of at most max_rows rows. Weights are drawn from rand().
void layer_init(struct Layer *layer, int in, int out, int max_rows);
void layer_free(struct Layer *layer);

// x: (rows, layers[0].in). Afterwards the last layer's y holds probabilities. Dropout only when training.
void mlp_forward(struct Layer *layers, int count, const float *x, int rows, int training);

// The mean cross-entropy of the last pass. label: (rows)
float mlp_loss(const struct Layer *last, const int *label, int rows);

// Fills gw and gb of all layers; the last pass must have been one of training on the same x.
void mlp_backward(struct Layer *layers, int count, const float *x, const int *label, int rows);

// One step of gradient descent with momentum.
void mlp_update(struct Layer *layers, int count, float rate, float momentum);

#endif
