// CUB's operations of a block, which give their numbers through references, are followed: nothing is assumed of them.
// RUN: %detrain plan %s -- nvcc 2>%t.err | FileCheck %s
// RUN: count 0 <%t.err
// CHECK: bitwise
// CHECK: Saved at each checkpoint: 2 entries
// CHECK: {{^}}  total
#include <cstdio>
#include <cub/cub.cuh>

__global__ void step(const float *x, float *total, int n) {
  using Scan = cub::BlockScan<int, 128>;
  using Sort = cub::BlockRadixSort<float, 128, 2>;
  __shared__ union {
    Scan::TempStorage scan;
    Sort::TempStorage sort;
  } storage;
  const int i = threadIdx.x, keeps = i < n && x[i] > 0.5f;
  int place, all;
  Scan(storage.scan).ExclusiveSum(keeps, place, all);
  __syncthreads();
  float keys[2] = {x[i], x[i + 1]};
  Sort(storage.sort).Sort(keys);
  if (i == 0) *total += keys[0] + place + all;
}

int main() {
  float *x, *total, shown;
  cudaMalloc(&x, 129 * sizeof(float));
  cudaMalloc(&total, sizeof(float));
  cudaMemset(x, 0, 129 * sizeof(float));
  cudaMemset(total, 0, sizeof(float));
  for (int i = 0; i < 5; i++) {
    step<<<1, 128>>>(x, total, 100);
    cudaMemcpy(&shown, total, sizeof shown, cudaMemcpyDeviceToHost);
    printf("%g\n", shown);
  }
}
