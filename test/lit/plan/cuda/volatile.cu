// In device code `volatile` is an access like any other: warps that sum without barriers are races, which are found, and
// nothing stands in the way of a plan.
// RUN: %detrain plan %s -- nvcc | FileCheck %s
// CHECK: bitwise: proven
// CHECK: Saved at each checkpoint: 2 entries
// CHECK: {{^  }}x {{.*}}carried
// CHECK-DAG: {{^  }}y {{.*}}dead
// CHECK-DAG: {{^  }}g {{.*}}dead
// RUN: not %detrain check %s -- nvcc | FileCheck %s --check-prefix=RACE
// RUN: %detrain check %s -- nvcc -DWAITS 2>&1 | count 0
#include <cstdio>
#include <cstdlib>
__device__ void last(volatile float *part, int i) {
#ifdef WAITS
  for (int s = 32; s > 0; s /= 2) {
    const float more = part[i + s];
    __syncwarp();
    part[i] += more;
    __syncwarp();
  }
#else
  part[i] += part[i + 32];
  part[i] += part[i + 16];
  // RACE: volatile.cu:[[#@LINE-2]]:{{.*}} error: threads write 'sum::part'
  // RACE: volatile.cu:[[#@LINE-2]]:{{.*}} error: threads write 'sum::part'
#endif
}
__global__ void sum(const float *x, float *out, int n) {
  __shared__ float part[256];
  const int i = threadIdx.x;
  part[i] = i < n ? x[i] : 0;
  __syncthreads();
  for (int s = 128; s > 32; s /= 2) {
    if (i < s) part[i] += part[i + s];
    __syncthreads();
  }
  if (i < 32) last(part, i);
  if (i == 0) *out = part[0];
}
__global__ void flagged(const float *x, volatile float *y, int n) {
  __shared__ volatile float own[256];
  const int i = threadIdx.x;
  own[i] = x[i];
  __syncthreads();
  if (i < n) y[i] = own[255 - i];
}
__global__ void update(float *x, const float *g, const float *y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] -= 0.1f * *g + y[i];
}
int main() {
  float *x, *g, *y, first;
  cudaMalloc(&x, 1024);
  cudaMalloc(&y, 1024);
  cudaMalloc(&g, 4);
  cudaMemset(x, 1, 1024);
  for (int step = 0; step < 5; step++) {
    sum<<<1, 256>>>(x, g, 256);
    flagged<<<1, 256>>>(x, y, 256);
    update<<<1, 256>>>(x, g, y, 256);
    cudaMemcpy(&first, g, 4, cudaMemcpyDeviceToHost);
    printf("%g\n", first);
  }
}
