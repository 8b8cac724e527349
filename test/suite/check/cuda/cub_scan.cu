// CUB's scan of floats promises no order. Twin: of integers. Its reduction is the same from run to run.
#include <cstdio>
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_scan.cuh>
#include <cuda_runtime.h>
using Element = float;
// twin: using Element = int;
int main() {
  const int n = 4096;
  Element *x, *prefix;
  float *sum, w = 1;
  void *scratch = nullptr;
  size_t bytes = 0, more = 0;
  cudaMallocManaged(&x, n * sizeof(Element));
  cudaMallocManaged(&prefix, n * sizeof(Element));
  cudaMallocManaged(&sum, sizeof(float));
  cub::DeviceScan::InclusiveSum(nullptr, bytes, x, prefix, n);
  cub::DeviceReduce::Sum(nullptr, more, x, sum, n);
  cudaMalloc(&scratch, bytes + more);
  for (int step = 0; step < 4; step++) {
    for (int i = 0; i < n; i++) x[i] = static_cast<Element>(1000 * w / static_cast<float>(i + 1));
    size_t total = bytes + more;
    cub::DeviceScan::InclusiveSum(scratch, total, x, prefix, n);  // site: nondet-library error state | twin: quiet
    cub::DeviceReduce::Sum(scratch, total, x, sum, n);  // site: quiet
    cudaDeviceSynchronize();
    w = 0.5f * w + 1e-6f * static_cast<float>(prefix[n - 1]) + 1e-6f * *sum;
  }
  std::printf("%.9g\n", w);
  cudaFree(scratch);
}
