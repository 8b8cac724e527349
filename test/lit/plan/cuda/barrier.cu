// A delay line: each thread reads what its neighbour overwrites behind the barrier, so that the line is state. What a
// block shares is not. Twin: with a constant for what is read, the line is dead.
// REQUIRES: nvcc
// RUN: %detrain plan %s | FileCheck %s
// RUN: sed 's/line\[i - 1\];/w[i];/' %s > %t.cu && %detrain plan %t.cu | FileCheck %s --check-prefix=TWIN
// CHECK: Saved at each checkpoint
// CHECK-NOT: tile
// CHECK: line {{.*}} carried
// CHECK: Left out
// TWIN: Left out
// TWIN: line {{.*}} dead
#include <cstdio>

__global__ void shift(float* line, const float* w) {
  int i = threadIdx.x;
  float v = w[0];
  if (i > 0)
    v = line[i - 1];
  __syncthreads();
  line[i] = v;
}

__global__ void update(float* w, const float* line) {
  __shared__ float tile[256];
  tile[threadIdx.x] = line[threadIdx.x];
  __syncthreads();
  w[threadIdx.x] += tile[255 - threadIdx.x];
}

int main() {
  float *w, *line, first;
  cudaMalloc(&w, 256 * sizeof(float));
  cudaMalloc(&line, 256 * sizeof(float));
  cudaMemset(w, 1, 256 * sizeof(float));
  cudaMemset(line, 0, 256 * sizeof(float));
  for (int step = 0; step < 10; step++) {
    shift<<<1, 256>>>(line, w);
    update<<<1, 256>>>(w, line);
    cudaMemcpy(&first, w, sizeof(float), cudaMemcpyDeviceToHost);
    printf("%f\n", first);
  }
}
