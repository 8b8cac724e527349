// What a finding between two streams says: what is written, where the other work is given to its stream, what it does,
// and where it goes. Of a reader, what it computes is in question.
// REQUIRES: nvcc
// RUN: sh -c '%detrain check %s >%t.out; test $? -eq 1' && FileCheck %s --input-file=%t.out
#include <cstdio>

__global__ void Read(const float* w, float* loss, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    loss[i] = 2 * w[i];
}

__global__ void Write(float* w, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    w[i] = 0.5f * w[i] + 1;
}

int main() {
  const int n = 256;
  float *w, *loss, host[256];
  cudaStream_t steps, reads;
  cudaStreamCreate(&steps);
  cudaStreamCreate(&reads);
  cudaMalloc(&w, sizeof host);
  cudaMalloc(&loss, sizeof host);
  cudaMemset(w, 0, sizeof host);
  for (int step = 0; step < 8; ++step) {
    Read<<<2, 128, 0, reads>>>(w, loss, n);
    cudaStreamSynchronize(reads);
    // CHECK: streams.cu:[[#@LINE+2]]:5: error: nothing has the work of line [[#@LINE-2]], on another stream, wait for this: this writes 'w', and that reads it; it reaches a file that the program writes; have that stream wait
    // CHECK: streams.cu:[[#@LINE-3]]:5: note: work on another stream reads it
    Write<<<2, 128, 0, steps>>>(w, n);
  }
  cudaDeviceSynchronize();
  cudaMemcpy(host, loss, sizeof host, cudaMemcpyDeviceToHost);
  std::FILE* file = std::fopen("loss", "w");
  std::fprintf(file, "%a\n", host[0]);
  std::fclose(file);
}
