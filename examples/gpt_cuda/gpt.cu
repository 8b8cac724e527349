// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A character-level GPT with one block, trained on a GPU: gpt [STEPS [BATCH [LENGTH]]].
#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "kernels.cuh"

#define CHECK(call)                                                                        \
    do {                                                                                   \
        cudaError_t error = (call);                                                        \
        if (error != cudaSuccess) {                                                        \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(error)); \
            exit(1);                                                                       \
        }                                                                                  \
    } while (0)

constexpr int kVocabulary = 28, kChannels = 16, kHeads = 2, kHidden = 32, kThreads = 32;

static const char kText[] =
    "the quick brown fox jumps over the lazy dog. the dog sleeps on and dreams of a fox that jumps. "
    "a fox that dreams of a dog is quick to wake. the lazy dog and the quick fox meet at the river. ";

static int blocks(int n) {
    return (n + kThreads - 1) / kThreads;
}

static int token_of(char c) {
    return c == ' ' ? 26 : c == '.' ? 27 : c - 'a';
}

static unsigned next_number(unsigned *state) {
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state;
}

static float *device(int n) {
    float *memory;
    CHECK(cudaMalloc(&memory, n * sizeof(float)));
    CHECK(cudaMemset(memory, 0, n * sizeof(float)));
    return memory;
}

// Where each tensor begins among the parameters, and how many numbers there are.
struct Layout {
    int wte, wpe, norm1_w, norm1_b, qkv_w, qkv_b, out_w, out_b, norm2_w, norm2_b, up_w, up_b, down_w, down_b, head_w,
        head_b, size;
};

static Layout layout_for(int t_max) {
    Layout l;
    int at = 0;
    int c = kChannels;
    l.wte = at, at += kVocabulary * c;
    l.wpe = at, at += t_max * c;
    l.norm1_w = at, at += c;
    l.norm1_b = at, at += c;
    l.qkv_w = at, at += 3 * c * c;
    l.qkv_b = at, at += 3 * c;
    l.out_w = at, at += c * c;
    l.out_b = at, at += c;
    l.norm2_w = at, at += c;
    l.norm2_b = at, at += c;
    l.up_w = at, at += kHidden * c;
    l.up_b = at, at += kHidden;
    l.down_w = at, at += c * kHidden;
    l.down_b = at, at += c;
    l.head_w = at, at += kVocabulary * c;
    l.head_b = at, at += kVocabulary;
    l.size = at;
    return l;
}

static void initialise(float *params, const Layout &l, unsigned *rng) {
    float *host = (float *)malloc(l.size * sizeof(float));
    for (int i = 0; i < l.size; i++) host[i] = 0.4f * ((float)next_number(rng) / 4294967296.0f - 0.5f);
    for (int c = 0; c < kChannels; c++) host[l.norm1_w + c] = host[l.norm2_w + c] = 1;
    CHECK(cudaMemcpy(params, host, l.size * sizeof(float), cudaMemcpyHostToDevice));
    free(host);
}

int main(int argc, char **argv) {
    int steps = argc > 1 ? atoi(argv[1]) : 200;
    int batch = argc > 2 ? atoi(argv[2]) : 8;
    int t_max = argc > 3 ? atoi(argv[3]) : 16;
    int n = batch * t_max, c = kChannels, length = (int)strlen(kText);
    if (steps < 1 || batch < 1 || t_max < 1 || t_max >= length) {
        fprintf(stderr, "usage: gpt [STEPS [BATCH [LENGTH below %d]]]\n", length);
        return 2;
    }
    unsigned rng = 2463534242u;
    Layout l = layout_for(t_max);
    float *params = device(l.size), *grads = device(l.size), *m = device(l.size), *v = device(l.size);
    initialise(params, l, &rng);

    int *tokens, *targets;
    CHECK(cudaMalloc(&tokens, n * sizeof(int)));
    CHECK(cudaMalloc(&targets, n * sizeof(int)));
    float *x = device(n * c), *norm1 = device(n * c), *mean1 = device(n), *rstd1 = device(n), *qkv = device(n * 3 * c);
    float *weights = device(n * kHeads * t_max), *mixed = device(n * c), *projected = device(n * c), *y = device(n * c);
    float *norm2 = device(n * c), *mean2 = device(n), *rstd2 = device(n), *up = device(n * kHidden);
    float *hidden = device(n * kHidden), *down = device(n * c), *z = device(n * c), *logits = device(n * kVocabulary);
    float *losses = device(n), *d_logits = device(n * kVocabulary), *d_z = device(n * c),
          *d_hidden = device(n * kHidden);
    float *d_norm = device(n * c), *d_mixed = device(n * c), *d_qkv = device(n * 3 * c);
    int *host_tokens = (int *)malloc(n * sizeof(int));
    int *host_targets = (int *)malloc(n * sizeof(int));
    float *host_losses = (float *)malloc(n * sizeof(float));
    float smooth = 0;

    for (int step = 0; step < steps; step++) {
        for (int b = 0; b < batch; b++) {
            int from = next_number(&rng) % (length - t_max);
            for (int t = 0; t < t_max; t++) {
                host_tokens[b * t_max + t] = token_of(kText[from + t]);
                host_targets[b * t_max + t] = token_of(kText[from + t + 1]);
            }
        }
        CHECK(cudaMemcpy(tokens, host_tokens, n * sizeof(int), cudaMemcpyHostToDevice));
        CHECK(cudaMemcpy(targets, host_targets, n * sizeof(int), cudaMemcpyHostToDevice));

        embed<<<blocks(n * c), kThreads>>>(x, tokens, params + l.wte, params + l.wpe, n, t_max, c);
        layer_norm<<<blocks(n), kThreads>>>(norm1, mean1, rstd1, x, params + l.norm1_w, params + l.norm1_b, n, c);
        linear<<<blocks(n * 3 * c), kThreads>>>(qkv, norm1, params + l.qkv_w, params + l.qkv_b, n, c, 3 * c);
        attention<<<blocks(n * kHeads), kThreads>>>(mixed, weights, qkv, batch, t_max, c, kHeads);
        linear<<<blocks(n * c), kThreads>>>(projected, mixed, params + l.out_w, params + l.out_b, n, c, c);
        add<<<blocks(n * c), kThreads>>>(y, x, projected, n * c);
        layer_norm<<<blocks(n), kThreads>>>(norm2, mean2, rstd2, y, params + l.norm2_w, params + l.norm2_b, n, c);
        linear<<<blocks(n * kHidden), kThreads>>>(up, norm2, params + l.up_w, params + l.up_b, n, c, kHidden);
        relu<<<blocks(n * kHidden), kThreads>>>(hidden, up, n * kHidden);
        linear<<<blocks(n * c), kThreads>>>(down, hidden, params + l.down_w, params + l.down_b, n, kHidden, c);
        add<<<blocks(n * c), kThreads>>>(z, y, down, n * c);
        linear<<<blocks(n * kVocabulary), kThreads>>>(logits, z, params + l.head_w, params + l.head_b, n, c,
                                                      kVocabulary);
        classify<<<blocks(n), kThreads>>>(losses, d_logits, logits, targets, n, kVocabulary);

        CHECK(cudaMemset(grads, 0, l.size * sizeof(float)));
        CHECK(cudaMemset(d_qkv, 0, n * 3 * c * sizeof(float)));
        linear_backward_input<<<blocks(n * c), kThreads>>>(d_z, d_logits, params + l.head_w, n, c, kVocabulary);
        linear_backward_weight<<<blocks(kVocabulary * c), kThreads>>>(grads + l.head_w, grads + l.head_b, d_logits, z,
                                                                      n, c, kVocabulary);
        linear_backward_input<<<blocks(n * kHidden), kThreads>>>(d_hidden, d_z, params + l.down_w, n, kHidden, c);
        linear_backward_weight<<<blocks(c * kHidden), kThreads>>>(grads + l.down_w, grads + l.down_b, d_z, hidden, n,
                                                                  kHidden, c);
        relu_backward<<<blocks(n * kHidden), kThreads>>>(d_hidden, up, n * kHidden);
        linear_backward_input<<<blocks(n * c), kThreads>>>(d_norm, d_hidden, params + l.up_w, n, c, kHidden);
        linear_backward_weight<<<blocks(kHidden * c), kThreads>>>(grads + l.up_w, grads + l.up_b, d_hidden, norm2, n, c,
                                                                  kHidden);
        layer_norm_backward<<<blocks(n), kThreads, 2 * c * sizeof(float)>>>(
            d_z, grads + l.norm2_w, grads + l.norm2_b, d_norm, y, params + l.norm2_w, mean2, rstd2, n, c);
        linear_backward_input<<<blocks(n * c), kThreads>>>(d_mixed, d_z, params + l.out_w, n, c, c);
        linear_backward_weight<<<blocks(c * c), kThreads>>>(grads + l.out_w, grads + l.out_b, d_z, mixed, n, c, c);
        attention_backward<<<blocks(batch * kHeads), kThreads>>>(d_qkv, d_mixed, weights, qkv, batch, t_max, c, kHeads);
        linear_backward_input<<<blocks(n * c), kThreads>>>(d_norm, d_qkv, params + l.qkv_w, n, c, 3 * c);
        linear_backward_weight<<<blocks(3 * c * c), kThreads>>>(grads + l.qkv_w, grads + l.qkv_b, d_qkv, norm1, n, c,
                                                                3 * c);
        layer_norm_backward<<<blocks(n), kThreads, 2 * c * sizeof(float)>>>(
            d_z, grads + l.norm1_w, grads + l.norm1_b, d_norm, x, params + l.norm1_w, mean1, rstd1, n, c);
        embed_backward<<<blocks(n * c), kThreads>>>(grads + l.wte, grads + l.wpe, d_z, tokens, n, t_max, c);

        float scale_m = 1 / (1 - powf(0.9f, step + 1)), scale_v = 1 / (1 - powf(0.99f, step + 1));
        adamw<<<blocks(l.size), kThreads>>>(params, m, v, grads, l.size, 0.01f, scale_m, scale_v);

        CHECK(cudaMemcpy(host_losses, losses, n * sizeof(float), cudaMemcpyDeviceToHost));
        float loss = 0;
        for (int i = 0; i < n; i++) loss += host_losses[i] / n;
        smooth = step == 0 ? loss : 0.9f * smooth + 0.1f * loss;
        printf("step %d loss %.9g smooth %.9g\n", step + 1, loss, smooth);
    }
    return 0;
}
