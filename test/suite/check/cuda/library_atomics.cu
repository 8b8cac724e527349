// Sums by the atomics of CUDA's C++ library. Twins: sums of integers, a maximum, an exchange of equal values.
// OBSERVE: none
#include <cuda/atomic>
#include <cuda_runtime.h>
#include <cstdio>
using Loss = cuda::atomic<float, cuda::thread_scope_device>;
__global__ void Scatter(const float *x, float *grad, int *count, Loss *loss, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  cuda::atomic_ref<int, cuda::thread_scope_device> hits(count[i % 4]);
  hits.fetch_add(1, cuda::memory_order_relaxed);  // site: quiet
  cuda::atomic_ref<float, cuda::thread_scope_device> slot(grad[i % 4]);
  slot.fetch_add(x[i], cuda::memory_order_relaxed);  // site: float-atomic error state
  // twin: slot.fetch_max(x[i], cuda::memory_order_relaxed);  // site: quiet
  loss->fetch_add(x[i]);  // site: float-atomic error state
  // twin: loss->store(0.5f);  // site: quiet
}
__global__ void Update(float *x, const float *grad, const int *count, Loss *loss, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    x[i] -= 0.1f * grad[i % 4] + loss->load() * count[i % 4];  // site: quiet
}
int main() {
  float *x, *grad;
  int *count;
  Loss *loss;
  cudaMalloc(&x, 100 * sizeof(float));
  cudaMalloc(&grad, 4 * sizeof(float));
  cudaMalloc(&count, 4 * sizeof(int));
  cudaMalloc(&loss, sizeof(Loss));
  cudaMemset(x, 1, 100 * sizeof(float));
  for (int step = 0; step < 10; step++) {
    cudaMemset(grad, 0, 4 * sizeof(float));
    cudaMemset(count, 0, 4 * sizeof(int));
    cudaMemset(loss, 0, sizeof(Loss));
    Scatter<<<4, 32>>>(x, grad, count, loss, 100);
    Update<<<4, 32>>>(x, grad, count, loss, 100);
    float first;
    cudaMemcpy(&first, x, sizeof first, cudaMemcpyDeviceToHost);
    printf("%f\n", first);
  }
}
