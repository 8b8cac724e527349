// A graph that is captured before the loop and launched in each step: what a launch may reach is state, and the code
// before the loop captures it again. A step does not end inside a capture.
// REQUIRES: nvcc
// RUN: rm -rf %t && mkdir %t && cp %s %t/train.cu && cd %t
// RUN: %detrain cc --cuda=host -- nvcc -O1 train.cu -o train
// RUN: %detrain verify --kill-at all --poison --schedules 2 -- ./train | FileCheck %s
// CHECK: PASSED
// RUN: %detrain cc --cuda=host -- nvcc -O1 -DAROUND train.cu -o around
// RUN: sh -c 'DETRAIN_DIR=none ./around 2>message; test $? -eq 4' && FileCheck %s --check-prefix=AROUND <message
// AROUND: train.cu:[[#@LINE+26]]: the step boundary lies inside this capture of a CUDA graph
#include <cstdio>
#include <cuda_runtime.h>

__global__ void Gradient(float* g, const float* w, const float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) g[i] = w[i] - x[i];
}
__global__ void Update(float* w, const float* g, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) w[i] -= 0.25f * g[i];
}

int main() {
  const int n = 300;
  float *w, *g, *x, h[n];
  cudaMalloc(&w, n * sizeof(float));
  cudaMalloc(&g, n * sizeof(float));
  cudaMalloc(&x, n * sizeof(float));
  for (int i = 0; i < n; i++) h[i] = 1.0f / (i + 1);
  cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
  cudaMemset(w, 0, n * sizeof(float));
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  Gradient<<<2, 256, 0, stream>>>(g, w, x, n);
  Update<<<2, 256, 0, stream>>>(w, g, n);
#ifndef AROUND
  cudaStreamEndCapture(stream, &graph);
  cudaGraphInstantiate(&exec, graph, 0);
#endif
  for (int step = 0; step < 6; step++) {
#ifdef AROUND
    Update<<<2, 256, 0, stream>>>(w, g, n);
#else
    cudaGraphLaunch(exec, stream);
    cudaStreamSynchronize(stream);
    cudaMemcpy(h, w, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d %.6f\n", step, h[2]);
#endif
  }
#ifdef AROUND
  cudaStreamEndCapture(stream, &graph);
#endif
}
