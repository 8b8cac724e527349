// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "rng.h"
#include "util.h"

static Weights views(const Model *model, float *memory) {
    size_t V = (size_t)model->vocab, H = (size_t)model->hidden;
    Weights w;
    w.embed = memory;
    w.recur = w.embed + V * H;
    w.bias = w.recur + H * H;
    w.out = w.bias + H;
    w.out_bias = w.out + V * H;
    return w;
}

void model_init(Model *model, int vocab, int hidden, int lanes, int window) {
    if (hidden > MAX_HIDDEN) die("model", "too many hidden units");
    *model = (Model){.vocab = vocab, .hidden = hidden, .lanes = lanes, .window = window};
    size_t V = (size_t)vocab, H = (size_t)hidden, B = (size_t)lanes, T = (size_t)window;
    model->num_params = V * H + H * H + H + V * H + V;
    model->params = alloc_or_die(model->num_params, sizeof(float));
    model->grads = alloc_or_die(model->num_params, sizeof(float));
    model->states = alloc_or_die((T + 1) * B * H, sizeof(float));
    model->probs = alloc_or_die(T * B * V, sizeof(float));
    model->dstate = alloc_or_die(B * H, sizeof(float));
    Weights w = views(model, model->params);
    float deviation = 1.0f / sqrtf((float)hidden);
    for (size_t i = 0; i < V * H; i++) w.embed[i] = 0.5f * rng_normal();
    for (size_t i = 0; i < H * H; i++) w.recur[i] = deviation * rng_normal();
    for (size_t i = 0; i < V * H; i++) w.out[i] = deviation * rng_normal();
}

// next = tanh(embed + recur prev + bias). embed, prev, next: (H)
static void cell_forward(const Weights *w, float *next, const float *prev, const float *embed, int H) {
    for (int i = 0; i < H; i++) {
        float sum = embed[i] + w->bias[i];
        for (int j = 0; j < H; j++) sum += w->recur[i * H + j] * prev[j];
        next[i] = tanhf(sum);
    }
}

// probs = softmax(out h + out_bias). probs: (V), h: (H)
static void predict(const Weights *w, float *probs, const float *h, int V, int H) {
    float max = -INFINITY;
    for (int v = 0; v < V; v++) {
        float logit = w->out_bias[v];
        for (int i = 0; i < H; i++) logit += w->out[v * H + i] * h[i];
        probs[v] = logit;
        max = logit > max ? logit : max;
    }
    float sum = 0.0f;
    for (int v = 0; v < V; v++) {
        probs[v] = expf(probs[v] - max);
        sum += probs[v];
    }
    for (int v = 0; v < V; v++) probs[v] /= sum;
}

float model_forward(Model *model, float *hidden, const int *inputs, const int *targets) {
    int V = model->vocab, H = model->hidden, B = model->lanes, T = model->window;
    Weights w = views(model, model->params);
    float loss = 0.0f;
    memcpy(model->states, hidden, (size_t)(B * H) * sizeof(float));
    for (int t = 0; t < T; t++) {
        for (int b = 0; b < B; b++) {
            const float *prev = model->states + (t * B + b) * H;
            float *next = model->states + ((t + 1) * B + b) * H;
            float *probs = model->probs + (t * B + b) * V;
            cell_forward(&w, next, prev, w.embed + inputs[t * B + b] * H, H);
            predict(&w, probs, next, V, H);
            int target = targets[t * B + b];
            if (target < 0 || target >= V) die("loss", "a token outside the vocabulary");
            loss -= logf(probs[target]);
        }
    }
    memcpy(hidden, model->states + T * B * H, (size_t)(B * H) * sizeof(float));
    return loss / (float)(T * B);
}

// Adds to the gradients of the output layer, and to dh, (H). probs: (V), h: (H)
static void predict_backward(const Weights *w, const Weights *dw, float *dh, const float *probs, const float *h,
                             int target, float scale, int V, int H) {
    for (int v = 0; v < V; v++) {
        float dlogit = (probs[v] - (v == target ? 1.0f : 0.0f)) * scale;
        dw->out_bias[v] += dlogit;
        for (int i = 0; i < H; i++) {
            dw->out[v * H + i] += dlogit * h[i];
            dh[i] += dlogit * w->out[v * H + i];
        }
    }
}

// dh, (H), comes in as the gradient by next and goes out as the gradient by prev. dembed: (H)
static void cell_backward(const Weights *w, const Weights *dw, float *dh, float *dembed, const float *next,
                          const float *prev, int H) {
    for (int i = 0; i < H; i++) {
        dh[i] *= 1.0f - next[i] * next[i];  // by the sum inside tanh
        dw->bias[i] += dh[i];
        dembed[i] += dh[i];
        for (int j = 0; j < H; j++) dw->recur[i * H + j] += dh[i] * prev[j];
    }
    float dprev[MAX_HIDDEN];
    for (int j = 0; j < H; j++) dprev[j] = 0.0f;
    for (int i = 0; i < H; i++) {
        for (int j = 0; j < H; j++) dprev[j] += dh[i] * w->recur[i * H + j];
    }
    for (int j = 0; j < H; j++) dh[j] = dprev[j];
}

void model_backward(Model *model, const int *inputs, const int *targets) {
    int V = model->vocab, H = model->hidden, B = model->lanes, T = model->window;
    Weights w = views(model, model->params);
    Weights dw = views(model, model->grads);
    float scale = 1.0f / (float)(T * B);
    for (int i = 0; i < B * H; i++) model->dstate[i] = 0.0f;
    for (int t = T - 1; t >= 0; t--) {
        for (int b = 0; b < B; b++) {
            const float *prev = model->states + (t * B + b) * H;
            const float *next = model->states + ((t + 1) * B + b) * H;
            float *dh = model->dstate + b * H;
            predict_backward(&w, &dw, dh, model->probs + (t * B + b) * V, next, targets[t * B + b], scale, V, H);
            cell_backward(&w, &dw, dh, dw.embed + inputs[t * B + b] * H, next, prev, H);
        }
    }
}

void model_zero_grads(Model *model) {
    for (size_t i = 0; i < model->num_params; i++) model->grads[i] = 0.0f;
}

void model_step(const Model *model, float *hidden, int token, float *probs) {
    int H = model->hidden;
    Weights w = views(model, model->params);
    float next[MAX_HIDDEN];
    cell_forward(&w, next, hidden, w.embed + token * H, H);
    memcpy(hidden, next, (size_t)H * sizeof(float));
    predict(&w, probs, next, model->vocab, H);
}

void model_free(Model *model) {
    free(model->params);
    free(model->grads);
    free(model->states);
    free(model->probs);
    free(model->dstate);
}
