// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fits Gaussians to a picture; those that are pulled hard become two, those that have faded go: splats [STEPS [SIZE]].
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

constexpr int kThreads = 64, kMost = 48, kFirst = 6;

static int blocks(int n) {
    return (n + kThreads - 1) / kThreads;
}

static float *device(int n) {
    float *memory;
    CHECK(cudaMalloc(&memory, n * sizeof(float)));
    CHECK(cudaMemset(memory, 0, n * sizeof(float)));
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

// The Gaussians, in arrays of as many as there are: all of them are made anew when their number changes.
struct Model {
    int count;
    float *splats, *m, *v, *pull, *grads;
};

static void allocate(Model *model, int count) {
    model->count = count;
    model->splats = device(count * kNumbers);
    model->m = device(count * kNumbers);
    model->v = device(count * kNumbers);
    model->pull = device(count);
    model->grads = device(count * kNumbers);
}

static void release(Model *model) {
    CHECK(cudaFree(model->splats));
    CHECK(cudaFree(model->m));
    CHECK(cudaFree(model->v));
    CHECK(cudaFree(model->pull));
    CHECK(cudaFree(model->grads));
}

static void initialise(Model *model, unsigned *rng) {
    float host[kFirst * kNumbers];
    for (int g = 0; g < kFirst; g++) {
        host[g * kNumbers] = uniform(rng);
        host[g * kNumbers + 1] = uniform(rng);
        host[g * kNumbers + 2] = logf(0.2f);
        for (int c = 0; c < kColours; c++) host[g * kNumbers + 3 + c] = 0.3f * uniform(rng);
    }
    allocate(model, kFirst);
    CHECK(cudaMemcpy(model->splats, host, sizeof(host), cudaMemcpyHostToDevice));
}

// Splits and drops; what is left keeps its moments, what is new has none.
static void densify(Model *model, float threshold, unsigned *rng) {
    float splats[kMost * kNumbers], m[kMost * kNumbers], v[kMost * kNumbers], pull[kMost];
    float new_splats[kMost * kNumbers], new_m[kMost * kNumbers], new_v[kMost * kNumbers];
    int old = model->count, count = 0;
    CHECK(cudaMemcpy(splats, model->splats, old * kNumbers * sizeof(float), cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(m, model->m, old * kNumbers * sizeof(float), cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(v, model->v, old * kNumbers * sizeof(float), cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(pull, model->pull, old * sizeof(float), cudaMemcpyDeviceToHost));
    for (int g = 0; g < old; g++) {
        const float *splat = splats + g * kNumbers;
        float strength = fabsf(splat[3]) + fabsf(splat[4]) + fabsf(splat[5]);
        if (strength < 0.1f) continue;
        bool splits = pull[g] > threshold && count + (old - g) < kMost;
        for (int copy = 0; copy < (splits ? 2 : 1); copy++) {
            for (int k = 0; k < kNumbers; k++) {
                new_splats[count * kNumbers + k] = splat[k];
                new_m[count * kNumbers + k] = splits ? 0 : m[g * kNumbers + k];
                new_v[count * kNumbers + k] = splits ? 0 : v[g * kNumbers + k];
            }
            if (splits) {
                new_splats[count * kNumbers] += 0.05f * (uniform(rng) - 0.5f);
                new_splats[count * kNumbers + 1] += 0.05f * (uniform(rng) - 0.5f);
                new_splats[count * kNumbers + 2] -= 0.4f;
            }
            count++;
        }
    }
    release(model);
    allocate(model, count);
    CHECK(cudaMemcpy(model->splats, new_splats, count * kNumbers * sizeof(float), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(model->m, new_m, count * kNumbers * sizeof(float), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(model->v, new_v, count * kNumbers * sizeof(float), cudaMemcpyHostToDevice));
}

int main(int argc, char **argv) {
    int steps = argc > 1 ? atoi(argv[1]) : 120;
    int size = argc > 2 ? atoi(argv[2]) : 16;
    if (steps < 1 || size < 1) {
        fprintf(stderr, "usage: splats [STEPS [SIZE]]\n");
        return 2;
    }
    unsigned rng = 2463534242u;
    Model model;
    initialise(&model, &rng);
    int pixels = size * size;
    float *picture = device(pixels * kColours), *d_pixels = device(pixels * kColours), *losses = device(pixels);
    float *host_losses = (float *)malloc(pixels * sizeof(float));
    paint<<<blocks(pixels), kThreads>>>(picture, size);

    for (int step = 0; step < steps; step++) {
        render<<<blocks(pixels), kThreads>>>(losses, d_pixels, model.splats, model.count, picture, size);
        CHECK(cudaMemset(model.grads, 0, model.count * kNumbers * sizeof(float)));
        render_backward<<<blocks(pixels), kThreads>>>(model.grads, d_pixels, model.splats, model.count, size);
        update<<<blocks(model.count * kNumbers), kThreads>>>(model.splats, model.m, model.v, model.pull, model.grads,
                                                             model.count, 0.02f);
        CHECK(cudaMemcpy(host_losses, losses, pixels * sizeof(float), cudaMemcpyDeviceToHost));
        float loss = 0;
        for (int i = 0; i < pixels; i++) loss += host_losses[i] / pixels;
        printf("step %d loss %.9g of %d\n", step + 1, loss, model.count);
        if (step % 5 == 4) densify(&model, 0.02f, &rng);
    }
    return 0;
}
