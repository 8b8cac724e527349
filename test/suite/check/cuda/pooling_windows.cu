// The gradient of a max pooling goes to the largest element of each window of three, two apart, so that two threads may
// come to one element. Twin: windows of two, of which each element is in one.
// KIND: atomics
#include <cuda_runtime.h>
#include <stdio.h>
struct Shape {
  int channels, height, width;
};
constexpr int kStride = 2;
constexpr int kWindow = 3;
// twin: constexpr int kWindow = 2;
__device__ int Offset(Shape s, int c, int y, int x) { return (c * s.height + y) * s.width + x; }
__device__ int Largest(const float *in, Shape s, int c, int oy, int ox) {
  int best = Offset(s, c, oy * kStride, ox * kStride);
  for (int dy = 0; dy < kWindow; ++dy)
    for (int dx = 0; dx < kWindow; ++dx) {
      const int at = Offset(s, c, oy * kStride + dy, ox * kStride + dx);
      if (in[at] > in[best]) best = at;
    }
  return best;
}
__global__ void Backward(const float *in, const float *dout, float *din, Shape s, int oh, int ow) {
  const int ox = blockIdx.x * blockDim.x + threadIdx.x, oy = blockIdx.y, c = blockIdx.z;
  if (ox < ow && oy < oh)
    atomicAdd(&din[Largest(in, s, c, oy, ox)], dout[(c * oh + oy) * ow + ox]);  // site: float-atomic error state | twin: quiet
}
__global__ void Apply(float *in, const float *din, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) in[i] -= 0.1f * din[i];
}
int main() {
  const Shape s{8, 64, 64};
  const int n = s.channels * s.height * s.width, oh = (s.height - kWindow) / kStride + 1, ow = oh;
  static float host[8 * 64 * 64];
  for (int i = 0; i < n; ++i) host[i] = (float)(i * 7919 % 1009);
  float *in, *dout, *din;
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc(&din, n * sizeof(float));
  cudaMalloc(&dout, n * sizeof(float));
  cudaMemcpy(in, host, n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(dout, host, n * sizeof(float), cudaMemcpyHostToDevice);
  for (int step = 0; step < 100; ++step) {
    cudaMemset(din, 0, n * sizeof(float));
    Backward<<<dim3((ow + 63) / 64, oh, s.channels), 64>>>(in, dout, din, s, oh, ow);
    Apply<<<(n + 255) / 256, 256>>>(in, din, n);
  }
  cudaMemcpy(host, in, n * sizeof(float), cudaMemcpyDeviceToHost);
  printf("%.9g\n", host[0]);
}
