// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A picture as a function of the place: features of several grids, which lie in hash tables, and a small network over
// them. One thread per item.
#pragma once

#include <cuda_fp16.h>
#include <curand_kernel.h>

constexpr int kLevels = 3, kTable = 128, kInputs = 2 * kLevels, kHidden = 16, kColours = 3;
// Gradients of the tables are summed in half precision, so that they are made larger before.
constexpr float kScale = 256;

// Where each tensor of the network begins among its parameters.
constexpr int kW1 = 0, kB1 = kW1 + kHidden * kInputs, kW2 = kB1 + kHidden, kB2 = kW2 + kColours * kHidden,
              kNetwork = kB2 + kColours;

__global__ void start_generators(curandStatePhilox4_32_10_t *generators, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) curand_init(7, i, 0, &generators[i]);
}

// The picture: rings around a point that is not the middle, and a board of squares.
__device__ float picture(float x, float y, int colour) {
    float r = sqrtf((x - 0.4f) * (x - 0.4f) + (y - 0.6f) * (y - 0.6f));
    float squares = ((int)(4 * x) + (int)(4 * y)) % 2 == 0 ? 0.2f : 0.8f;
    return colour == 0 ? 0.5f + 0.5f * sinf(20 * r) : colour == 1 ? squares : x;
}

// Draws the step's places, and looks up their colours.
__global__ void sample(float *places, float *colours, curandStatePhilox4_32_10_t *generators, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        curandStatePhilox4_32_10_t mine = generators[i];
        float x = curand_uniform(&mine), y = curand_uniform(&mine);
        generators[i] = mine;
        places[i * 2] = x;
        places[i * 2 + 1] = y;
        for (int c = 0; c < kColours; c++) colours[i * kColours + c] = picture(x, y, c);
    }
}

// The corner of a level's cell, in the table, and what it weighs in the cell.
__device__ int corner_of(const float *place, int level, int corner, float *weight) {
    int cells = 4 << level;
    float x = place[0] * cells, y = place[1] * cells;
    int left = (int)x, top = (int)y;
    float right_part = x - left, low_part = y - top;
    int right = corner % 2, low = corner / 2;
    *weight = (right ? right_part : 1 - right_part) * (low ? low_part : 1 - low_part);
    unsigned hash = (unsigned)(left + right) ^ (unsigned)(top + low) * 2654435761u;
    return level * kTable + (int)(hash % kTable);
}

__global__ void encode(float *features, const float *places, const float *table, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n * kLevels) {
        int point = i / kLevels, level = i % kLevels;
        float a = 0, b = 0;
        for (int corner = 0; corner < 4; corner++) {
            float weight;
            int at = corner_of(places + point * 2, level, corner, &weight);
            a += weight * table[at * 2];
            b += weight * table[at * 2 + 1];
        }
        features[i * 2] = a;
        features[i * 2 + 1] = b;
    }
}

// Both layers of one point, its squared error, and the gradient of its features.
__global__ void network(float *losses, float *d_features, float *d_network, const float *features, const float *colours,
                        const float *w, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float *in = features + i * kInputs;
    float hidden[kHidden], d_hidden[kHidden];
    for (int h = 0; h < kHidden; h++) {
        float sum = w[kB1 + h];
        for (int k = 0; k < kInputs; k++) sum += w[kW1 + h * kInputs + k] * in[k];
        hidden[h] = fmaxf(sum, 0);
        d_hidden[h] = 0;
    }
    float loss = 0;
    for (int c = 0; c < kColours; c++) {
        float out = w[kB2 + c];
        for (int h = 0; h < kHidden; h++) out += w[kW2 + c * kHidden + h] * hidden[h];
        float error = out - colours[i * kColours + c], d = 2 * error / (n * kColours);
        loss += error * error / kColours;
        atomicAdd(&d_network[kB2 + c], d);
        for (int h = 0; h < kHidden; h++) {
            atomicAdd(&d_network[kW2 + c * kHidden + h], d * hidden[h]);
            d_hidden[h] += d * w[kW2 + c * kHidden + h];
        }
    }
    losses[i] = loss;
    for (int h = 0; h < kHidden; h++)
        if (hidden[h] <= 0) d_hidden[h] = 0;
    for (int k = 0; k < kInputs; k++) {
        float d = 0;
        for (int h = 0; h < kHidden; h++) {
            d += d_hidden[h] * w[kW1 + h * kInputs + k];
            atomicAdd(&d_network[kW1 + h * kInputs + k], d_hidden[h] * in[k]);
        }
        d_features[i * kInputs + k] = d;
    }
    for (int h = 0; h < kHidden; h++) atomicAdd(&d_network[kB1 + h], d_hidden[h]);
}

// Many points share a corner, and corners share an entry of the table.
__global__ void encode_backward(__half2 *d_table, const float *d_features, const float *places, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n * kLevels) {
        int point = i / kLevels, level = i % kLevels;
        for (int corner = 0; corner < 4; corner++) {
            float weight;
            int at = corner_of(places + point * 2, level, corner, &weight);
            float a = kScale * weight * d_features[i * 2], b = kScale * weight * d_features[i * 2 + 1];
            atomicAdd(&d_table[at], __floats2half2_rn(a, b));
        }
    }
}

__device__ void adam(float *w, float *m, float *v, float g, float rate) {
    *m = 0.9f * *m + 0.1f * g;
    *v = 0.99f * *v + 0.01f * g * g;
    *w -= rate * *m / (sqrtf(*v) + 1e-8f);
}

__global__ void update_network(float *w, float *m, float *v, const float *g, float rate) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < kNetwork) adam(&w[i], &m[i], &v[i], g[i], rate);
}

// Entries that no point has touched in this step are left as they are.
__global__ void update_table(float *w, float *m, float *v, const __half2 *g, float rate) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < kLevels * kTable) {
        float a = __low2float(g[i]) / kScale, b = __high2float(g[i]) / kScale;
        if (a != 0) adam(&w[i * 2], &m[i * 2], &v[i * 2], a, rate);
        if (b != 0) adam(&w[i * 2 + 1], &m[i * 2 + 1], &v[i * 2 + 1], b, rate);
    }
}
