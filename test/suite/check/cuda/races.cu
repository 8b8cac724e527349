// Shared memory without a barrier, in a line and in a loop, and one place that all threads add to. Twins: barriers; own places.
#include <cstdio>
#include <cuda_runtime.h>
__global__ void Reverse(float *w) {
  __shared__ float tile[256];
  int i = threadIdx.x;
  tile[i] = 0.5f * w[i];  // site: data-race error state @1 | twin: quiet
  ;
  // twin: __syncthreads();
  w[i] += tile[255 - i];  // site: data-race error state @1 | twin: quiet
}
__global__ void Tree(const float *x, float *sum) {
  __shared__ float part[256];
  part[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  for (int half = 128; half > 0; half /= 2) {
    if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];  // site: data-race error state | twin: quiet
    ;
    // twin: __syncthreads();
  }
  if (threadIdx.x == 0) *sum = part[0];
}
__global__ void Top(const float *x, float *sum) {
  __shared__ float part[256];
  int i = threadIdx.x;
  part[i] = x[i];
  for (int half = 128; half > 0; half /= 2) {
    __syncthreads();
    if (i < half) part[i] += part[i + half];  // site: data-race error state | twin: quiet
  }
  if (i == 1) sum[2] = part[0];
  // twin: if (i == 0) sum[2] = part[0];
}
__global__ void Again(const float *x, float *sum) {
  __shared__ float part[256];
  part[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  float first = part[0];
  ;
  // twin: __syncthreads();
  part[threadIdx.x] = first * x[threadIdx.x];  // site: data-race error state | twin: quiet
  __syncthreads();
  if (threadIdx.x == 0) sum[1] = part[255];
}
__global__ void Rounds(float *w) {
  __shared__ float part[8];
  for (int r = 0; r < 4; r++) {
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = w[threadIdx.x];  // site: data-race error state | twin: quiet
    __syncthreads();
    w[threadIdx.x] += 1e-3f * part[threadIdx.x % 8];
    ;
    // twin: __syncthreads();
  }
}
__device__ float First(float x, bool is_again = false) {
  __shared__ float part[8];
  if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = x;  // site: quiet
  __syncthreads();
  float none = 0;
  float first = threadIdx.x % 16 < 8 ? part[threadIdx.x % 8] : none;
  if (is_again) __syncthreads();
  return first;
}
__global__ void Calls(float *w) {
  for (int r = 0; r < 4; r++)
    w[threadIdx.x] += 1e-3f * First(w[threadIdx.x]);  // site: data-race error state
    // twin: w[threadIdx.x] += 1e-3f * First(w[threadIdx.x], true);  // site: quiet
}
__global__ void Accumulate(const float *w, float *total) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  total[0] += w[i];  // site: data-race error state
  // twin: total[i] += w[i];  // site: quiet
}
__global__ void Dynamic(float *w, int n) {
  extern __shared__ float of_warps[];
  float *best = of_warps;
  int tid = threadIdx.x;
  float most = 0;
  for (int i = tid; i < n; i += blockDim.x) most = fmaxf(most, w[i]);
  if (tid % 32 == 0) best[tid / 32] = most;
  __syncthreads();
  if (tid == 0) {
    float all = best[tid];
    for (int i = 1; i < blockDim.x / 32; i++) all = fmaxf(all, best[i]);
    best[0] = all;  // site: quiet
  }
  __syncthreads();
  w[tid] *= best[0] > 4 ? 0.5f : 1;
}
int main() {
  float *w, *sum, *total;
  cudaMallocManaged(&w, 256 * sizeof(float));
  cudaMallocManaged(&sum, 3 * sizeof(float));
  cudaMallocManaged(&total, 256 * sizeof(float));
  for (int i = 0; i < 256; i++) w[i] = 1.0f / static_cast<float>(i + 1), total[i] = 0;
  for (int step = 0; step < 4; step++) {
    Reverse<<<1, 256>>>(w);
    Tree<<<1, 256>>>(w, sum);
    Top<<<1, 256>>>(w, sum);
    Again<<<1, 256>>>(w, sum);
    Rounds<<<1, 256>>>(w);
    Calls<<<1, 256>>>(w);
    Accumulate<<<2, 128>>>(w, total);
    Dynamic<<<1, 256, 32>>>(w, 256);
    cudaDeviceSynchronize();
    for (int i = 0; i < 256; i++) w[i] = 0.5f * w[i] + 1e-3f * (sum[0] + sum[1] + sum[2] + total[0]);
  }
  std::printf("%.9g\n", w[3]);
  cudaFree(w);
}
