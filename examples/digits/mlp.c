// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "mlp.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "util.h"

static float uniform(void) {
    return (float)rand() / ((float)RAND_MAX + 1.0f);
}

void layer_init(struct Layer *layer, int in, int out, int max_rows) {
    size_t weights = (size_t)(in * out), cells = (size_t)(max_rows * out);
    *layer = (struct Layer){.in = in, .out = out};
    layer->w = alloc_or_die(weights, sizeof(float));
    layer->b = alloc_or_die((size_t)out, sizeof(float));
    layer->gw = alloc_or_die(weights, sizeof(float));
    layer->gb = alloc_or_die((size_t)out, sizeof(float));
    layer->y = alloc_or_die(cells, sizeof(float));
    layer->dy = alloc_or_die(cells, sizeof(float));
    layer->mask = alloc_or_die(cells, sizeof(float));
    float bound = sqrtf(6.0f / (float)in);
    for (size_t i = 0; i < weights; i++) layer->w[i] = bound * (2.0f * uniform() - 1.0f);
}

void layer_free(struct Layer *layer) {
    free(layer->w);
    free(layer->b);
    free(layer->gw);
    free(layer->gb);
    free(layer->vw);
    free(layer->vb);
    free(layer->y);
    free(layer->dy);
    free(layer->mask);
}

// y = x w' + b. x: (rows, in)
static void affine(struct Layer *layer, const float *x, int rows) {
    for (int r = 0; r < rows; r++) {
        for (int o = 0; o < layer->out; o++) {
            float sum = layer->b[o];
            for (int i = 0; i < layer->in; i++) sum += x[r * layer->in + i] * layer->w[o * layer->in + i];
            layer->y[r * layer->out + o] = sum;
        }
    }
}

static void relu(struct Layer *layer, int rows) {
    for (int i = 0; i < rows * layer->out; i++) layer->y[i] = layer->y[i] > 0.0f ? layer->y[i] : 0.0f;
}

static void dropout(struct Layer *layer, int rows) {
    for (int i = 0; i < rows * layer->out; i++) {
        layer->mask[i] = uniform() < DROPOUT ? 0.0f : 1.0f / (1.0f - DROPOUT);
        layer->y[i] *= layer->mask[i];
    }
}

static void softmax(struct Layer *layer, int rows) {
    for (int r = 0; r < rows; r++) {
        float *y = layer->y + r * layer->out;
        float max = y[0], sum = 0.0f;
        for (int o = 1; o < layer->out; o++) max = y[o] > max ? y[o] : max;
        for (int o = 0; o < layer->out; o++) {
            y[o] = expf(y[o] - max);
            sum += y[o];
        }
        for (int o = 0; o < layer->out; o++) y[o] /= sum;
    }
}

void mlp_forward(struct Layer *layers, int count, const float *x, int rows, int training) {
    for (int l = 0; l < count - 1; l++) {
        affine(&layers[l], l == 0 ? x : layers[l - 1].y, rows);
        relu(&layers[l], rows);
        if (training) dropout(&layers[l], rows);
    }
    affine(&layers[count - 1], layers[count - 2].y, rows);
    softmax(&layers[count - 1], rows);
}

float mlp_loss(const struct Layer *last, const int *label, int rows) {
    float sum = 0.0f;
    for (int r = 0; r < rows; r++) {
        int target = label[r];
        assert(target >= 0 && target < last->out);
        sum -= logf(last->y[r * last->out + target] + 1e-9f);
    }
    return sum / (float)rows;
}

// The gradient by the logits of the last layer.
static void loss_backward(struct Layer *last, const int *label, int rows) {
    for (int r = 0; r < rows; r++) {
        for (int o = 0; o < last->out; o++) {
            float hit = o == label[r] ? 1.0f : 0.0f;
            last->dy[r * last->out + o] = (last->y[r * last->out + o] - hit) / (float)rows;
        }
    }
}

// Fills gw and gb from dy. x: (rows, in)
static void weights_backward(struct Layer *layer, const float *x, int rows) {
    for (int o = 0; o < layer->out; o++) {
        for (int i = 0; i < layer->in; i++) {
            float sum = 0.0f;
            for (int r = 0; r < rows; r++) sum += layer->dy[r * layer->out + o] * x[r * layer->in + i];
            layer->gw[o * layer->in + i] = sum;
        }
    }
    memset(layer->gb, 0, (size_t)layer->out * sizeof(float));
    for (int r = 0; r < rows; r++) {
        for (int o = 0; o < layer->out; o++) layer->gb[o] += layer->dy[r * layer->out + o];
    }
}

// Fills dy of the layer below, through its dropout and ReLU.
static void input_backward(const struct Layer *layer, struct Layer *below, int rows) {
    for (int r = 0; r < rows; r++) {
        for (int i = 0; i < layer->in; i++) {
            float sum = 0.0f;
            for (int o = 0; o < layer->out; o++) sum += layer->dy[r * layer->out + o] * layer->w[o * layer->in + i];
            float slope = below->y[r * layer->in + i] > 0.0f ? below->mask[r * layer->in + i] : 0.0f;
            below->dy[r * layer->in + i] = sum * slope;
        }
    }
}

void mlp_backward(struct Layer *layers, int count, const float *x, const int *label, int rows) {
    loss_backward(&layers[count - 1], label, rows);
    for (int l = count - 1; l > 0; l--) {
        weights_backward(&layers[l], layers[l - 1].y, rows);
        input_backward(&layers[l], &layers[l - 1], rows);
    }
    weights_backward(&layers[0], x, rows);
}

// w, g, v: (n)
static void descend(float *w, const float *g, float *v, int n, float rate, float momentum) {
    for (int i = 0; i < n; i++) {
        v[i] = momentum * v[i] - rate * g[i];
        w[i] += v[i];
    }
}

void mlp_update(struct Layer *layers, int count, float rate, float momentum) {
    for (int l = 0; l < count; l++) {
        struct Layer *layer = &layers[l];
        if (!layer->vw) layer->vw = alloc_or_die((size_t)(layer->in * layer->out), sizeof(float));
        if (!layer->vb) layer->vb = alloc_or_die((size_t)layer->out, sizeof(float));
        descend(layer->w, layer->gw, layer->vw, layer->in * layer->out, rate, momentum);
        descend(layer->b, layer->gb, layer->vb, layer->out, rate, momentum);
    }
}
