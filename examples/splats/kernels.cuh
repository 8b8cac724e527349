// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A picture as a sum of Gaussians in the plane. Of each: its place x, y, the logarithm of its width, and how much of
// each colour it adds.
#pragma once

constexpr int kNumbers = 6, kColours = 3;

// What is to be fitted: a disc, a bar, and a slope.
__global__ void paint(float *picture, int size) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < size * size) {
        float x = (i % size + 0.5f) / size, y = (i / size + 0.5f) / size;
        float dx = x - 0.35f, dy = y - 0.4f;
        picture[i * kColours] = dx * dx + dy * dy < 0.05f ? 0.9f : 0.1f;
        picture[i * kColours + 1] = x > 0.6f && x < 0.8f ? 0.8f : 0.2f;
        picture[i * kColours + 2] = 0.5f * x + 0.5f * y;
    }
}

__device__ float weight_of(const float *splat, float x, float y) {
    float inverse = expf(-2 * splat[2]);
    float dx = x - splat[0], dy = y - splat[1];
    return expf(-0.5f * (dx * dx + dy * dy) * inverse);
}

// One pixel: the sum over all Gaussians, and the gradient of the mean squared error.
__global__ void render(float *losses, float *d_pixels, const float *splats, int count, const float *picture, int size) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < size * size) {
        float x = (i % size + 0.5f) / size, y = (i / size + 0.5f) / size, sum[kColours] = {0, 0, 0}, loss = 0;
        for (int g = 0; g < count; g++) {
            float weight = weight_of(splats + g * kNumbers, x, y);
            for (int c = 0; c < kColours; c++) sum[c] += weight * splats[g * kNumbers + 3 + c];
        }
        for (int c = 0; c < kColours; c++) {
            float error = sum[c] - picture[i * kColours + c];
            loss += error * error / kColours;
            d_pixels[i * kColours + c] = 2 * error / (size * size * kColours);
        }
        losses[i] = loss;
    }
}

// One pixel again: it adds to the gradient of every Gaussian that it sees.
__global__ void render_backward(float *d_splats, const float *d_pixels, const float *splats, int count, int size) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= size * size) return;
    float x = (i % size + 0.5f) / size, y = (i / size + 0.5f) / size;
    for (int g = 0; g < count; g++) {
        const float *splat = splats + g * kNumbers;
        float weight = weight_of(splat, x, y);
        if (weight < 1e-4f) continue;
        float d_weight = 0;
        for (int c = 0; c < kColours; c++) {
            d_weight += d_pixels[i * kColours + c] * splat[3 + c];
            atomicAdd(&d_splats[g * kNumbers + 3 + c], d_pixels[i * kColours + c] * weight);
        }
        float inverse = expf(-2 * splat[2]), dx = x - splat[0], dy = y - splat[1], d = d_weight * weight * inverse;
        atomicAdd(&d_splats[g * kNumbers], d * dx);
        atomicAdd(&d_splats[g * kNumbers + 1], d * dy);
        atomicAdd(&d_splats[g * kNumbers + 2], d * (dx * dx + dy * dy));
    }
}

// Adam, and for each Gaussian the sum of how far its place was pulled.
__global__ void update(float *w, float *m, float *v, float *pull, const float *g, int count, float rate) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count * kNumbers) {
        m[i] = 0.9f * m[i] + 0.1f * g[i];
        v[i] = 0.99f * v[i] + 0.01f * g[i] * g[i];
        w[i] -= rate * m[i] / (sqrtf(v[i]) + 1e-8f);
        if (i % kNumbers == 0) pull[i / kNumbers] += sqrtf(g[i] * g[i] + g[i + 1] * g[i + 1]);
    }
}
