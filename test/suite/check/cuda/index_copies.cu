// Threads that find their element by a copy of their numbers, or by a sum of them that is alike for several threads.
// Twins: by all of it.
// OBSERVE: none
#include <cstdio>
#include <cuda_runtime.h>
template <class T> __device__ unsigned FirstOf(T index) { return index.x; }
__global__ void Dim3(float *e, int n) {
  const dim3 block = blockIdx, thread = threadIdx, size = blockDim;
  const int i = block.x + thread.x;
  // twin: const int i = block.x * size.x + thread.x;
  if (i < n) e[i] *= 0.5f;  // site: data-race error state | twin: quiet
}
__global__ void Uint3(float *e, int n) {
  const uint3 block(blockIdx), thread = threadIdx;
  const auto i = thread.x;
  // twin: const auto i = block.x * blockDim.x + thread.x;
  if (i < n) e[i] *= 0.5f;  // site: data-race error state | twin: quiet
}
__global__ void Copied(float *e, int n) {
  const auto block = blockIdx;
  const auto &thread = threadIdx;
  int i = block.x * 32 + FirstOf(blockIdx);
  // twin: int i = block.x * blockDim.x + FirstOf(thread);
  if (i < n) e[i] *= 0.5f;  // site: data-race error state | twin: quiet
}
__global__ void Gather(float *sums, const float *e, int n) {
  const int bin = threadIdx.x + threadIdx.y;
  if (bin < n) atomicAdd(&sums[bin], e[bin * 2 + threadIdx.x]);  // site: float-atomic error state
  // twin: atomicAdd(&sums[threadIdx.y * 16 + threadIdx.x], e[bin * 2 + threadIdx.x]);  // site: quiet
}
__global__ void Table(float *e, int width) {
  e[threadIdx.y * width + threadIdx.x] *= 0.5f;  // site: quiet
}
int main() {
  float *e, first;
  cudaMalloc(&e, 4096 * sizeof(float));
  cudaMemset(e, 1, 4096 * sizeof(float));
  for (int step = 0; step < 10; step++) {
    Dim3<<<16, 256>>>(e, 4096);
    Uint3<<<16, 256>>>(e, 4096);
    Copied<<<16, 256>>>(e, 4096);
    Gather<<<1, dim3(16, 16)>>>(e, e + 1024, 31);
    Table<<<1, dim3(32, 8)>>>(e, 32);
  }
  cudaMemcpy(&first, e, sizeof first, cudaMemcpyDeviceToHost);
  printf("%f\n", first);
}
