// What a call does that was told before what to do: it may read and write all memory of the program, and is named.
// A graph's launch reaches the buffers that were captured, which nothing leads to from its handle.
// REQUIRES: nvcc
// RUN: cd %S && %detrain plan deferred.cu | FileCheck %s
// CHECK: Saved at each checkpoint
// CHECK-DAG: {{^ +}}w {{.*}} carried
// CHECK-DAG: {{^ +}}a {{.*}} carried
// CHECK: Assumptions
// CHECK: cudaGraphLaunch ({{.*}}deferred.cu:[[#@LINE+27]], opaque)
#include <cstdio>

__global__ void update(float* w, float* a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    w[i] += a[i];
    a[i] = w[i] * 0.5f;
  }
}

int main() {
  const int n = 1024;
  float *w, *a, h[n], loss = 0;
  cudaMalloc(&w, n * sizeof(float));
  cudaMalloc(&a, n * sizeof(float));
  cudaMemset(w, 0, n * sizeof(float));
  cudaMemset(a, 1, n * sizeof(float));
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  update<<<(n + 255) / 256, 256, 0, stream>>>(w, a, n);
  cudaStreamEndCapture(stream, &graph);
  cudaGraphInstantiate(&exec, graph, 0);
  for (int step = 0; step < 10; step++) {
    cudaGraphLaunch(exec, stream);
    cudaMemcpy(h, w, sizeof h, cudaMemcpyDeviceToHost);
    loss = 0.9f * loss + h[0];
  }
  printf("%f\n", loss);
}
