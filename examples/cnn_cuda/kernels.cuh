// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A convolution, a pool and a layer of classes, forward and backward. Images are rows of kSide by kSide pixels.
#pragma once

constexpr int kSide = 8, kPixels = kSide * kSide, kChannels = 4, kPooled = kSide / 2, kClasses = 4;
constexpr int kFeatures = kChannels * kPooled * kPooled;

// Where each tensor begins among the parameters.
constexpr int kFilters = 0, kFilterBias = kFilters + kChannels * 9, kWeights = kFilterBias + kChannels,
              kBias = kWeights + kClasses * kFeatures, kParameters = kBias + kClasses;

__device__ float pixel(const float *image, int row, int column) {
    return row < 0 || row >= kSide || column < 0 || column >= kSide ? 0 : image[row * kSide + column];
}

// The images of a batch, some of them mirrored.
__global__ void gather(float *batch, int *labels, const float *images, const int *all_labels, const int *order,
                       const int *mirrored, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n * kPixels) {
        int image = i / kPixels, at = i % kPixels, row = at / kSide, column = at % kSide;
        int from = mirrored[image] ? kSide - 1 - column : column;
        batch[i] = images[order[image] * kPixels + row * kSide + from];
        if (at == 0) labels[image] = all_labels[order[image]];
    }
}

// 3 by 3, with zeros around the image, and ReLU.
__global__ void convolve(float *out, const float *batch, const float *params, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n * kChannels * kPixels) {
        int image = i / (kChannels * kPixels), channel = i / kPixels % kChannels, at = i % kPixels;
        float sum = params[kFilterBias + channel];
        for (int k = 0; k < 9; k++)
            sum += params[kFilters + channel * 9 + k] *
                   pixel(batch + image * kPixels, at / kSide + k / 3 - 1, at % kSide + k % 3 - 1);
        out[i] = fmaxf(sum, 0);
    }
}

// The largest of 2 by 2, and which it was.
__global__ void pool(float *pooled, int *chosen, const float *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n * kFeatures) {
        int plane = i / (kPooled * kPooled), at = i % (kPooled * kPooled);
        int first = plane * kPixels + at / kPooled * 2 * kSide + at % kPooled * 2;
        int best = first;
        for (int k = 1; k < 4; k++) {
            int other = first + k / 2 * kSide + k % 2;
            if (in[other] > in[best]) best = other;
        }
        pooled[i] = in[best];
        chosen[i] = best;
    }
}

// A block per image, a thread per class: the loss, the gradient of the pooled features, and what the image adds to that
// of the weights.
__global__ void classify(float *losses, float *d_pooled, float *d_params, const float *pooled, const int *labels,
                         const float *params, int n) {
    __shared__ float logits[kClasses];
    int image = blockIdx.x, k = threadIdx.x;
    const float *in = pooled + image * kFeatures;
    float sum = params[kBias + k];
    for (int f = 0; f < kFeatures; f++) sum += params[kWeights + k * kFeatures + f] * in[f];
    logits[k] = sum;
    __syncthreads();
    float most = -1e30f, all = 0;
    for (int other = 0; other < kClasses; other++) most = fmaxf(most, logits[other]);
    for (int other = 0; other < kClasses; other++) all += expf(logits[other] - most);
    float d = (expf(logits[k] - most) / all - (k == labels[image] ? 1 : 0)) / n;
    if (k == 0) losses[image] = logf(all) + most - logits[labels[image]];
    atomicAdd(&d_params[kBias + k], d);
    for (int f = 0; f < kFeatures; f++) {
        atomicAdd(&d_params[kWeights + k * kFeatures + f], d * in[f]);
        atomicAdd(&d_pooled[image * kFeatures + f], d * params[kWeights + k * kFeatures + f]);
    }
}

// Each pooled feature goes to the pixel that was chosen; a block per channel sums what it means for the filter, first
// in shared memory, in double precision.
__global__ void convolve_backward(float *d_params, const float *d_pooled, const float *pooled, const int *chosen,
                                  const float *batch, int n) {
    __shared__ double sums[10];
    int channel = blockIdx.x, images = gridDim.y, part = blockIdx.y;
    if (threadIdx.x < 10) sums[threadIdx.x] = 0;
    __syncthreads();
    for (int image = part; image < n; image += images)
        for (int at = threadIdx.x; at < kPooled * kPooled; at += blockDim.x) {
            int i = (image * kChannels + channel) * kPooled * kPooled + at;
            if (pooled[i] <= 0) continue;
            int place = chosen[i] % kPixels;
            for (int k = 0; k < 9; k++)
                atomicAdd(&sums[k], (double)d_pooled[i] * pixel(batch + image * kPixels, place / kSide + k / 3 - 1,
                                                                place % kSide + k % 3 - 1));
            atomicAdd(&sums[9], (double)d_pooled[i]);
        }
    __syncthreads();
    if (threadIdx.x < 9) atomicAdd(&d_params[kFilters + channel * 9 + threadIdx.x], (float)sums[threadIdx.x]);
    if (threadIdx.x == 9) atomicAdd(&d_params[kFilterBias + channel], (float)sums[9]);
}

__global__ void momentum(float *params, float *velocity, const float *gradient, float rate) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < kParameters) {
        velocity[i] = 0.9f * velocity[i] + gradient[i];
        params[i] -= rate * velocity[i];
    }
}
