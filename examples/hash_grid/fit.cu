// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fits hash grids of several resolutions and a small network to a picture: fit [STEPS [POINTS]].
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

constexpr int kThreads = 64, kNumbers = 2 * kLevels * kTable;

static int blocks(int n) {
    return (n + kThreads - 1) / kThreads;
}

static float *device(int n) {
    float *memory;
    CHECK(cudaMalloc(&memory, n * sizeof(float)));
    CHECK(cudaMemset(memory, 0, n * sizeof(float)));
    return memory;
}

static void initialise(float *weights, int n, float range) {
    float *host = (float *)malloc(n * sizeof(float));
    for (int i = 0; i < n; i++) host[i] = range * ((i * 2654435761u >> 8) % 65536 / 32768.0f - 1);
    CHECK(cudaMemcpy(weights, host, n * sizeof(float), cudaMemcpyHostToDevice));
    free(host);
}

int main(int argc, char **argv) {
    int steps = argc > 1 ? atoi(argv[1]) : 150;
    int n = argc > 2 ? atoi(argv[2]) : 256;
    if (steps < 1 || n < 1) {
        fprintf(stderr, "usage: fit [STEPS [POINTS]]\n");
        return 2;
    }
    float *table = device(kNumbers), *table_m = device(kNumbers), *table_v = device(kNumbers);
    float *weights = device(kNetwork), *m = device(kNetwork), *v = device(kNetwork), *grads = device(kNetwork);
    initialise(table, kNumbers, 0.1f);
    initialise(weights, kNetwork, 0.5f);
    __half2 *table_grads;
    curandStatePhilox4_32_10_t *generators;
    CHECK(cudaMalloc(&table_grads, kLevels * kTable * sizeof(__half2)));
    CHECK(cudaMalloc(&generators, n * sizeof(curandStatePhilox4_32_10_t)));
    start_generators<<<blocks(n), kThreads>>>(generators, n);
    float *places = device(n * 2), *colours = device(n * kColours), *features = device(n * kInputs);
    float *d_features = device(n * kInputs), *losses = device(n);
    float *host_losses = (float *)malloc(n * sizeof(float));
    float best = INFINITY;

    for (int step = 0; step < steps; step++) {
        sample<<<blocks(n), kThreads>>>(places, colours, generators, n);
        encode<<<blocks(n * kLevels), kThreads>>>(features, places, table, n);
        CHECK(cudaMemset(grads, 0, kNetwork * sizeof(float)));
        CHECK(cudaMemset(table_grads, 0, kLevels * kTable * sizeof(__half2)));
        network<<<blocks(n), kThreads>>>(losses, d_features, grads, features, colours, weights, n);
        encode_backward<<<blocks(n * kLevels), kThreads>>>(table_grads, d_features, places, n);
        float rate = 0.02f / (1 + step / 100.0f);
        update_network<<<blocks(kNetwork), kThreads>>>(weights, m, v, grads, rate);
        update_table<<<blocks(kLevels * kTable), kThreads>>>(table, table_m, table_v, table_grads, rate);

        CHECK(cudaMemcpy(host_losses, losses, n * sizeof(float), cudaMemcpyDeviceToHost));
        float loss = 0;
        for (int i = 0; i < n; i++) loss += host_losses[i] / n;
        if (loss < best) best = loss;
        printf("step %d loss %.9g best %.9g\n", step + 1, loss, best);
    }
    return 0;
}
