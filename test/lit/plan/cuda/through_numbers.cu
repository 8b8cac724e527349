// Memory that a kernel names by a number: a texture's, and that in brackets in PTX. It may be any, and is named.
// REQUIRES: nvcc
// RUN: cd %S && %detrain plan through_numbers.cu | FileCheck %s --check-prefixes=CHECK,TEXTURE
// RUN: cd %S && %detrain plan through_numbers.cu -- nvcc -DPTX | FileCheck %s --check-prefixes=CHECK,PTX
// CHECK: Saved at each checkpoint
// CHECK: {{^ +}}w {{.*}} device {{ *}}carried
// TEXTURE: tex1Dfetch ({{.*}}through_numbers.cu:[[#@LINE+11]], opaque)
// PTX: inline assembly ({{.*}}through_numbers.cu:[[#@LINE+8]], opaque)
#include <cstdio>

__global__ void scale(float* out, cudaTextureObject_t number, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float value = 0;
#ifdef PTX
    asm volatile("ld.global.f32 %0, [%1];" : "=f"(value) : "l"(number + 4 * i));
#else
    value = tex1Dfetch<float>(number, i);
#endif
    out[i] = 0.5f * value + 1.0f;
  }
}

int main() {
  const int n = 1024;
  float *w, *out, h[n];
  cudaMalloc(&w, n * sizeof(float));
  cudaMalloc(&out, n * sizeof(float));
  cudaMemset(w, 0, n * sizeof(float));
  cudaTextureObject_t number = 0;
#ifdef PTX
  number = reinterpret_cast<cudaTextureObject_t>(w);
#else
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = w;
  resource.res.linear.desc = cudaCreateChannelDesc<float>();
  resource.res.linear.sizeInBytes = n * sizeof(float);
  cudaTextureDesc description = {};
  cudaCreateTextureObject(&number, &resource, &description, nullptr);
#endif
  for (int step = 0; step < 10; step++) {
    scale<<<(n + 255) / 256, 256>>>(out, number, n);
    cudaMemcpy(w, out, n * sizeof(float), cudaMemcpyDeviceToDevice);
    cudaMemcpy(h, w, sizeof h, cudaMemcpyDeviceToHost);
    printf("%f\n", h[1]);
  }
}
