// Gradients of a texture are two halves in one word, and compare and swap adds to one of them; after what is said of atomic
// sums in NVlabs/nvdiffrast#168. Twin: the largest one stays.
// OBSERVE: none
// KIND: atomics
#include <cstdio>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
__device__ void AddToHalf(__half *to, __half x) {
  const size_t address = reinterpret_cast<size_t>(to);
  unsigned *word = reinterpret_cast<unsigned *>(address & ~static_cast<size_t>(2));
  const bool upper = address & 2;
  unsigned seen = *word, old;
  do {
    old = seen;
    const unsigned short bits = static_cast<unsigned short>(upper ? old >> 16 : old & 0xffff);
    const __half sum = __hadd(__ushort_as_half(bits), x);
    // twin: const __half sum = __hmax(__ushort_as_half(bits), x);
    const unsigned put = __half_as_ushort(sum);
    seen = atomicCAS(word, old, upper ? (old & 0xffff) | (put << 16) : (old & 0xffff0000) | put);  // site: float-atomic error state | twin: quiet
  } while (seen != old);
}
__global__ void Backward(const int *texel, const float *error, __half *gradient, int pixels) {
  const int p = blockIdx.x * blockDim.x + threadIdx.x;
  if (p < pixels) AddToHalf(&gradient[texel[p]], __float2half(error[p]));
}
__global__ void Descend(float *texture, const __half *gradient, int texels) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t < texels) texture[t] -= 0.01f * __half2float(gradient[t]);
}
int main() {
  const int pixels = 8192, texels = 256;
  static int number[pixels];
  static float differ[pixels];
  for (int p = 0; p < pixels; p++) number[p] = p * 31 % texels, differ[p] = static_cast<float>(p % 19) / 190;
  int *texel;
  float *error, *texture;
  __half *gradient;
  cudaMalloc(&texel, sizeof number);
  cudaMalloc(&error, sizeof differ);
  cudaMalloc(&texture, texels * sizeof(float));
  cudaMalloc(&gradient, texels * sizeof(__half));
  cudaMemcpy(texel, number, sizeof number, cudaMemcpyHostToDevice);
  cudaMemcpy(error, differ, sizeof differ, cudaMemcpyHostToDevice);
  cudaMemset(texture, 0, texels * sizeof(float));
  for (int step = 0; step < 6; step++) {
    cudaMemset(gradient, 0, texels * sizeof(__half));
    Backward<<<pixels / 128, 128>>>(texel, error, gradient, pixels);
    Descend<<<2, 128>>>(texture, gradient, texels);
  }
  float first;
  cudaMemcpy(&first, texture, sizeof first, cudaMemcpyDeviceToHost);
  std::printf("%.9g\n", first);
}
