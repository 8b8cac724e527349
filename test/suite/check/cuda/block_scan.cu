// The place behind all that were kept is one for all threads. Twin: CUB's operations of a block give each thread numbers
// of its own, and sums in a fixed order.
// OBSERVE: none
#include <cub/cub.cuh>
#include <cuda_runtime.h>
#include <cstdio>
__global__ void Keep(const float *x, int *kept, float *sorted, float *sums, int n) {
  using Scan = cub::BlockScan<int, 128>;
  using Sort = cub::BlockRadixSort<float, 128, 1>;
  using Sum = cub::BlockReduce<float, 128>;
  __shared__ union {
    Scan::TempStorage scan;
    Sort::TempStorage sort;
    Sum::TempStorage sum;
  } storage;
  const int i = threadIdx.x, keeps = i < n && x[i] > 0.5f;
  int place, all;
  Scan(storage.scan).ExclusiveSum(keeps, place, all);
  if (keeps)
    kept[all] = i;  // site: data-race error state
    // twin: kept[place] = i;  // site: quiet
  __syncthreads();
  float key[1] = {i < n ? x[i] : 0};
  Sort(storage.sort).Sort(key);
  sorted[i] = key[0];  // site: quiet
  __syncthreads();
  const float sum = Sum(storage.sum).Sum(key[0]);
  if (i == 0)
    sums[0] += sum + all;  // site: quiet
}
__global__ void Move(float *x, const int *kept, const float *sorted, const float *sums, int n) {
  const int i = threadIdx.x;
  if (i < n)
    x[i] = 0.5f * x[i] + sorted[i] + 0.001f * sums[0] + kept[i];  // site: quiet
}
int main() {
  const int n = 100;
  float *x, *sorted, *sums, first;
  int *kept;
  cudaMalloc(&x, n * sizeof(float));
  cudaMalloc(&kept, (n + 1) * sizeof(int));
  cudaMalloc(&sorted, 128 * sizeof(float));
  cudaMalloc(&sums, sizeof(float));
  cudaMemset(x, 1, n * sizeof(float));
  cudaMemset(sums, 0, sizeof(float));
  for (int step = 0; step < 5; step++) {
    cudaMemset(kept, 0, (n + 1) * sizeof(int));
    Keep<<<1, 128>>>(x, kept, sorted, sums, n);
    Move<<<1, 128>>>(x, kept, sorted, sums, n);
    cudaMemcpy(&first, x, sizeof first, cudaMemcpyDeviceToHost);
    printf("%f\n", first);
  }
}
