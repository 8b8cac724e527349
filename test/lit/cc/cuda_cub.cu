// CUB of the whole device and of a block: the plan knows what it writes, and the host backend stands in for it.
// REQUIRES: nvcc
// RUN: %detrain plan %s -- nvcc -std=c++17 2>&1 | FileCheck %s
// CHECK-NOT: not modelled
// CHECK: bitwise
// CHECK: Saved at each checkpoint: 2 entries
// CHECK: Left out
// CHECK-DAG: {{^ +}}norm {{.*}} dead
// CHECK-DAG: {{^ +}}sorted {{.*}} dead
// RUN: rm -rf %t && mkdir %t && cp %s %t/train.cu && cd %t
// RUN: %detrain cc --cuda=host -- nvcc -O1 -std=c++17 train.cu -o train
// RUN: %detrain verify --kill-at all --poison --schedules 2 -- ./train | FileCheck %s --check-prefix=VERIFY
// VERIFY: PASSED
#include <cub/cub.cuh>
#include <cstdio>
#include <cuda_runtime.h>
const int kN = 256;
__global__ void Gradient(float* g, float* squares, const float* w, const float* x) {
  using Reduce = cub::BlockReduce<float, 128>;
  __shared__ typename Reduce::TempStorage storage;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float e = w[i] - x[i];
  g[i] = e;
  float sum = Reduce(storage).Sum(e * e);
  if (threadIdx.x == 0) squares[blockIdx.x] = sum;
}
__global__ void Update(float* w, const float* g, const float* norm, const float* rank) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  w[i] -= 0.1f * g[i] / (1.0f + norm[0]) + 1e-4f * rank[i];
}
int main() {
  float *w, *x, *g, *squares, *norm, *sorted, *scan, h[kN];
  for (float** p : {&w, &x, &g, &sorted, &scan}) cudaMalloc(p, kN * sizeof(float));
  cudaMalloc(&squares, 2 * sizeof(float));
  cudaMalloc(&norm, sizeof(float));
  for (int i = 0; i < kN; i++) h[i] = 1.0f / (i + 1);
  cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
  cudaMemset(w, 0, kN * sizeof(float));
  size_t bytes = 0, more = 0, most = 0;
  cub::DeviceReduce::Sum(nullptr, bytes, squares, norm, 2);
  cub::DeviceRadixSort::SortKeys(nullptr, more, g, sorted, kN);
  cub::DeviceReduce::Max(nullptr, most, g, norm, kN);
  void* storage;
  bytes = bytes > more ? bytes : more;
  cudaMalloc(&storage, bytes);
  for (int step = 0; step < 6; step++) {
    Gradient<<<2, 128>>>(g, squares, w, x);
    cub::DeviceReduce::Sum(storage, bytes, squares, norm, 2);
    cub::DeviceRadixSort::SortKeys(storage, bytes, g, sorted, kN);
    Update<<<2, 128>>>(w, g, norm, sorted);
    float out;
    cudaMemcpy(&out, norm, sizeof out, cudaMemcpyDeviceToHost);
    printf("%d %.8f\n", step, out);
  }
}
