// Float atomics: in shared and global memory, per token, per warp, into a norm. Twins: integers, owners, a tree, a print.
#include <cstdio>
#include <cuda_runtime.h>
__global__ void Sum(const float *x, int n, float *sum, int *count, int *most) {
  __shared__ float part;
  // twin: __shared__ int part;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x == 0) part = 0;
  __syncthreads();
  if (i < n) {
    atomicAdd(&part, x[i]);  // site: float-atomic error state
    // twin: atomicAdd(&part, static_cast<int>(x[i] > 0));  // site: quiet
    atomicAdd(count, 1);  // site: quiet
    atomicMax(most, i);  // site: quiet
  }
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(sum, part);  // site: float-atomic error state
  // twin: if (threadIdx.x == 0) sum[blockIdx.x] = static_cast<float>(part);  // site: quiet
}
__global__ void EmbeddingBackward(float *grad, const int *token, const float *out, int positions, int rows) {
  int p = blockIdx.x * blockDim.x + threadIdx.x;
  if (p < positions) atomicAdd(&grad[token[p]], out[p]);  // site: float-atomic error state
  // twin: if (p < rows) for (int q = 0; q < positions; q++) if (token[q] == p) grad[p] += out[q];  // site: quiet
}
__device__ float WarpSum(float x) {
  for (int lanes = 16; lanes > 0; lanes /= 2) x += __shfl_down_sync(0xffffffffu, x, lanes);
  return x;
}
__global__ void BlockSum(const float *x, float *sum) {
  __shared__ float part[8];
  int warp = threadIdx.x / 32;
  if (threadIdx.x < 8) part[threadIdx.x] = 0;
  __syncthreads();
  float mine = WarpSum(x[threadIdx.x]);
  if (threadIdx.x % 32 == 0) atomicAdd(&part[warp / 8], mine);  // site: float-atomic error state
  // twin: if (threadIdx.x % 32 == 0) part[warp] = mine;  // site: quiet
  __syncthreads();
  if (threadIdx.x == 0) {
    float all = 0;
    for (int i = 0; i < 8; i++) all += part[i];
    *sum = all;
  }
}
__global__ void Columns(const float *x, float *sum) {
  // In the twin each of the 8 rows of threads adds the same number.
  if (threadIdx.x < 8) atomicAdd(&sum[threadIdx.x], x[threadIdx.x + 8 * threadIdx.y]);  // site: float-atomic error state
  // twin: if (threadIdx.x < 8) atomicAdd(&sum[threadIdx.x], x[threadIdx.x]);  // site: quiet
}
__global__ void Norm(const float *w, int n, float *norm) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(norm, w[i] * w[i]);  // site: float-atomic error state | twin: float-atomic note log
}
int main() {
  const int n = 256, rows = 8;
  float *x, *grad, *sum, *w;
  int *number, *token;
  cudaMallocManaged(&x, n * sizeof(float));
  cudaMallocManaged(&w, n * sizeof(float));
  cudaMallocManaged(&grad, rows * sizeof(float));
  cudaMallocManaged(&sum, 8 * sizeof(float));
  cudaMallocManaged(&number, 2 * sizeof(int));
  cudaMallocManaged(&token, n * sizeof(int));
  for (int i = 0; i < n; i++) w[i] = 1.0f / static_cast<float>(i + 1), token[i] = i * 7 % rows;
  for (int step = 0; step < 4; step++) {
    for (int i = 0; i < n; i++) x[i] = w[i] * static_cast<float>(i % 7);
    for (int i = 0; i < 8; i++) sum[i] = grad[i] = 0;
    number[0] = number[1] = 0;
    Sum<<<2, 128>>>(x, n, sum, &number[0], &number[1]);
    EmbeddingBackward<<<2, 128>>>(grad, token, x, n, rows);
    BlockSum<<<1, 256>>>(x, sum + 4);
    Norm<<<2, 128>>>(w, n, sum + 5);
    Columns<<<1, dim3(16, 8)>>>(x, grad);
    cudaDeviceSynchronize();
    float scale = 1 / (1 + sum[5]);
    // twin: float scale = std::printf("%f\n", sum[5]) > 0 ? 0.9f : 0.9f;
    float all = sum[0] + sum[1] + sum[4] + 1e-6f * static_cast<float>(number[0] + number[1]);
    for (int i = 0; i < n; i++) w[i] = scale * w[i] + 1e-3f * all + 1e-3f * grad[i % rows];
  }
  std::printf("%.9g\n", w[3]);
}
