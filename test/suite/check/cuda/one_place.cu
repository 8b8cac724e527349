// Threads of a launch, or all of its blocks, change one place as if each were alone. Twins: one of them does, or each has its own.
// OBSERVE: none
#include <cstdio>
#include <cuda_runtime.h>
__global__ void Count(float *count) {
  count[0] += 1;  // site: data-race error state
  // twin: if (blockIdx.x == 0 && threadIdx.x == 0) count[0] += 1;  // site: quiet
}
__global__ void Decay(float *w) {
  int i = threadIdx.x;
  // twin: int i = blockIdx.x * blockDim.x + threadIdx.x;
  w[i] -= 0.01f * w[i];  // site: data-race error state | twin: quiet
}
__global__ void LastRow(float *row, const float *x) {
  row[threadIdx.x] = x[blockIdx.x * blockDim.x + threadIdx.x];  // site: data-race error state
  // twin: if (blockIdx.x < 1) row[threadIdx.x] = x[blockIdx.x * blockDim.x + threadIdx.x];  // site: quiet
}
__global__ void Flag(int *flag, const float *x) {
  if (x[threadIdx.x] > 4) *flag = 1;  // site: quiet
}
__global__ void Same(float *bias, const float *x) {
  bias[threadIdx.x] = 0.5f * x[threadIdx.x];  // site: quiet
}
__global__ void Means(float *mean, const float *x, int rows) {
  float v[2];
  for (int r = blockIdx.x * blockDim.y + threadIdx.y; r < rows; r += gridDim.x * blockDim.y) {
    for (int k = 0; k < 2; k++) v[k] = x[2 * threadIdx.x + k];
    if (threadIdx.z == 0) mean[r] = v[0] + v[1];  // site: data-race error state
    // twin: if (threadIdx.x == 0 && threadIdx.z == 0) mean[r] = v[0] + v[1];  // site: quiet
  }
}
struct View {
  float *data;
  int rows;
  __device__ float &operator()(int i) const { return data[i * rows]; }
  __device__ void Advance(int columns) { data += columns; }
};
__device__ void Encode(float x, const View &out) {
  out(0) = x;        // site: quiet
  out(1) = 2.f * x;  // site: quiet
}
__global__ void Encoded(const float *x, View out) {
  out.Advance(threadIdx.x);
  Encode(x[threadIdx.x], out);
}
int main() {
  const int blocks = 4, threads = 64, n = blocks * threads;
  float *w, *row, *bias, *count, *mean, *encoded;
  int *flag;
  cudaMallocManaged(&w, n * sizeof(float));
  cudaMallocManaged(&row, threads * sizeof(float));
  cudaMallocManaged(&bias, threads * sizeof(float));
  cudaMallocManaged(&count, sizeof(float));
  cudaMallocManaged(&flag, sizeof(int));
  cudaMallocManaged(&mean, 8 * sizeof(float));
  cudaMallocManaged(&encoded, 2 * threads * sizeof(float));
  for (int i = 0; i < n; i++) w[i] = static_cast<float>(i % 7);
  *count = 0;
  for (int step = 0; step < 4; step++) {
    *flag = 0;
    Count<<<4, 64>>>(count);
    Decay<<<4, 64>>>(w);
    LastRow<<<4, 64>>>(row, w);
    Same<<<4, 64>>>(bias, row);
    Flag<<<4, 64>>>(flag, row);
    Means<<<1, dim3(16, 4, 2)>>>(mean, w, 8);
    Encoded<<<1, threads>>>(row, View{encoded, threads});
    cudaDeviceSynchronize();
    for (int i = 0; i < threads; i++) w[i] += 0.1f * row[i] + bias[i] + static_cast<float>(*flag);
    w[0] += *count + mean[3] + encoded[70];
  }
  std::printf("%.9g\n", w[0]);
}
