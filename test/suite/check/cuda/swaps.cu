// Sums in floating point that are built of compare-and-swap. Twins: what is built so does not hang on the order.
// OBSERVE: none
#include <cstdio>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
__device__ double AddDouble(double *at, double value) {
  unsigned long long *bits = (unsigned long long *)at, old = *bits, expected;
  do {
    expected = old;
    old = atomicCAS(bits, expected, __double_as_longlong(value + __longlong_as_double(expected)));  // site: float-atomic error state
    // twin: old = atomicCAS(bits, expected, __double_as_longlong(fmax(value, __longlong_as_double(expected))));  // site: quiet
  } while (expected != old);
  return __longlong_as_double(old);
}
__device__ void AddFloat(float *at, float value) {
  int *bits = reinterpret_cast<int *>(at);
  int old = __float_as_int(0.0f);
  while (true) {
    const float next = __int_as_float(old) + value;
    // twin: const float next = __int_as_float(old) < value ? value : __int_as_float(old);
    const int found = atomicCAS(bits, old, __float_as_int(next));  // site: float-atomic error state | twin: quiet
    if (found == old) break;
    old = found;
  }
}
__device__ void AddHalf(half *at, half value) {
  unsigned short *bits = reinterpret_cast<unsigned short *>(at), old = *bits, expected;
  do {
    expected = old;
    old = atomicCAS(bits, expected, __half_as_ushort(__hadd(__ushort_as_half(expected), value)));  // site: float-atomic error state
    // twin: old = atomicCAS(bits, expected, __half_as_ushort(__hmax(__ushort_as_half(expected), value)));  // site: quiet
  } while (expected != old);
}
__device__ void Count(int *at, int by) {
  int old = *at, expected;
  do {
    expected = old;
    old = atomicCAS(at, expected, expected + by);  // site: quiet
  } while (expected != old);
}
__global__ void Gradients(double *sum, float *part, half *small, int *count, const float *x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  AddDouble(sum, x[i]);
  AddFloat(part, x[i]);
  AddHalf(small, __float2half(x[i]));
  Count(count, i % 3);
}
__global__ void Update(float *x, const double *sum, const float *part, const half *small, const int *count, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] -= 0.01f * ((float)*sum + *part + __half2float(*small) + *count);
}
int main() {
  const int n = 1000;
  float *x, *part;
  double *sum;
  half *small;
  int *count;
  cudaMallocManaged(&x, n * sizeof(float));
  cudaMalloc(&part, sizeof(float));
  cudaMalloc(&sum, sizeof(double));
  cudaMalloc(&small, sizeof(half));
  cudaMalloc(&count, sizeof(int));
  for (int i = 0; i < n; i++) x[i] = 1.0f / static_cast<float>(i + 1);
  for (int step = 0; step < 10; step++) {
    cudaMemset(part, 0, sizeof(float));
    cudaMemset(sum, 0, sizeof(double));
    cudaMemset(small, 0, sizeof(half));
    cudaMemset(count, 0, sizeof(int));
    Gradients<<<4, 256>>>(sum, part, small, count, x, n);
    Update<<<4, 256>>>(x, sum, part, small, count, n);
    cudaDeviceSynchronize();
  }
  printf("%f\n", x[0]);
}
