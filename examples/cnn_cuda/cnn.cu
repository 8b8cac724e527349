// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A convolutional network that tells four kinds of small images apart: cnn [EPOCHS [BATCH]].
#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "kernels.cuh"

#define CHECK(call)                                                                        \
    do {                                                                                   \
        cudaError_t error = (call);                                                        \
        if (error != cudaSuccess) {                                                        \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(error)); \
            exit(1);                                                                       \
        }                                                                                  \
    } while (0)

constexpr int kThreads = 64, kImages = 96;

static int blocks(int n) {
    return (n + kThreads - 1) / kThreads;
}

template <typename T>
static T *device(int n) {
    T *memory;
    CHECK(cudaMalloc(&memory, n * sizeof(T)));
    CHECK(cudaMemset(memory, 0, n * sizeof(T)));
    return memory;
}

static unsigned next_number(unsigned *state) {
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state;
}

static float uniform(unsigned *state) {
    return (float)(next_number(state) >> 8) / 16777216.0f;
}

// Rows, columns, a square, or a cross, and noise.
static void draw(float *image, int kind, unsigned *rng) {
    int at = 2 + (int)(next_number(rng) % 4);
    for (int i = 0; i < kPixels; i++) {
        int row = i / kSide, column = i % kSide;
        bool set = kind == 0   ? row == at
                   : kind == 1 ? column == at
                   : kind == 2 ? row >= at - 1 && row <= at + 1 && column >= at - 1 && column <= at + 1
                               : row == at || column == at;
        image[i] = (set ? 1.0f : 0.0f) + 0.3f * (uniform(rng) - 0.5f);
    }
}

static void make_images(float *images, int *labels, unsigned *rng) {
    float host[kImages * kPixels];
    int host_labels[kImages];
    for (int i = 0; i < kImages; i++) {
        host_labels[i] = i % kClasses;
        draw(host + i * kPixels, host_labels[i], rng);
    }
    CHECK(cudaMemcpy(images, host, sizeof(host), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(labels, host_labels, sizeof(host_labels), cudaMemcpyHostToDevice));
}

static void initialise(float *params, unsigned *rng) {
    float host[kParameters];
    for (int i = 0; i < kParameters; i++) host[i] = 0.4f * (uniform(rng) - 0.5f);
    CHECK(cudaMemcpy(params, host, sizeof(host), cudaMemcpyHostToDevice));
}

int main(int argc, char **argv) {
    int epochs = argc > 1 ? atoi(argv[1]) : 20;
    int n = argc > 2 ? atoi(argv[2]) : 16;
    if (epochs < 1 || n < 1 || n > kImages) {
        fprintf(stderr, "usage: cnn [EPOCHS [BATCH up to %d]]\n", kImages);
        return 2;
    }
    unsigned rng = 2463534242u;
    float *images = device<float>(kImages * kPixels), *params = device<float>(kParameters);
    int *all_labels = device<int>(kImages), order[kImages];
    make_images(images, all_labels, &rng);
    initialise(params, &rng);
    for (int i = 0; i < kImages; i++) order[i] = i;

    float *velocity = device<float>(kParameters), *gradient = device<float>(kParameters);
    float *batch = device<float>(n * kPixels), *convolved = device<float>(n * kChannels * kPixels);
    float *pooled = device<float>(n * kFeatures), *d_pooled = device<float>(n * kFeatures), *losses = device<float>(n);
    int *labels = device<int>(n), *chosen = device<int>(n * kFeatures);
    int *places = device<int>(n), *mirrored = device<int>(n);
    float *host_losses = (float *)malloc(n * sizeof(float));
    int *host_mirrored = (int *)malloc(n * sizeof(int));
    float rate = 0.1f, least = INFINITY;

    for (int epoch = 0; epoch < epochs; epoch++) {
        // On top of the last epoch's order.
        for (int i = kImages - 1; i > 0; i--) {
            int other = (int)(next_number(&rng) % (unsigned)(i + 1)), kept = order[i];
            order[i] = order[other];
            order[other] = kept;
        }
        float sum = 0;
        for (int first = 0; first + n <= kImages; first += n) {
            for (int i = 0; i < n; i++) host_mirrored[i] = (int)(next_number(&rng) >> 31);
            CHECK(cudaMemcpy(places, order + first, n * sizeof(int), cudaMemcpyHostToDevice));
            CHECK(cudaMemcpy(mirrored, host_mirrored, n * sizeof(int), cudaMemcpyHostToDevice));
            gather<<<blocks(n * kPixels), kThreads>>>(batch, labels, images, all_labels, places, mirrored, n);
            convolve<<<blocks(n * kChannels * kPixels), kThreads>>>(convolved, batch, params, n);
            pool<<<blocks(n * kFeatures), kThreads>>>(pooled, chosen, convolved, n);

            CHECK(cudaMemset(gradient, 0, kParameters * sizeof(float)));
            CHECK(cudaMemset(d_pooled, 0, n * kFeatures * sizeof(float)));
            classify<<<n, kClasses>>>(losses, d_pooled, gradient, pooled, labels, params, n);
            convolve_backward<<<dim3(kChannels, 2), 16>>>(gradient, d_pooled, pooled, chosen, batch, n);
            momentum<<<blocks(kParameters), kThreads>>>(params, velocity, gradient, rate);

            CHECK(cudaMemcpy(host_losses, losses, n * sizeof(float), cudaMemcpyDeviceToHost));
            for (int i = 0; i < n; i++) sum += host_losses[i] / kImages;
        }
        if (sum > least) rate *= 0.7f;
        if (sum < least) least = sum;
        printf("epoch %d loss %.9g rate %.9g\n", epoch + 1, sum, rate);
    }
    return 0;
}
