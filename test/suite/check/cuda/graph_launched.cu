// A graph of work is launched in each step, and the host reads its loss in managed memory at once. Twin: it waits for the
// stream of the launch.
// OBSERVE: none
// KIND: gpu
#include <cstdio>
#include <cuda_runtime.h>
__global__ void Descend(float *w, float *loss, float *rate, int n) {
  const int i = threadIdx.x;
  if (i < n) w[i] -= *rate * (w[i] - 0.01f * static_cast<float>(i));
  __syncthreads();
  if (i == 0) *loss = w[n - 1] * w[n - 1];
}
int main() {
  const int n = 128;
  float *w, *loss, *rate;
  cudaMalloc(&w, n * sizeof(float));
  cudaMemset(w, 0, n * sizeof(float));
  cudaMallocManaged(&loss, sizeof(float));
  cudaMallocManaged(&rate, sizeof(float));
  *loss = 1, *rate = 0.5f;
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaGraph_t graph;
  cudaGraphExec_t ready;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  Descend<<<1, n, 0, stream>>>(w, loss, rate, n);
  cudaStreamEndCapture(stream, &graph);
  cudaGraphInstantiate(&ready, graph, 0);
  float smooth = 1;
  for (int step = 0; step < 25; step++) {
    cudaGraphLaunch(ready, stream);
    // twin: cudaGraphLaunch(ready, stream); cudaStreamSynchronize(stream);
    smooth = 0.9f * smooth + 0.1f * *loss;  // site: data-race error state | twin: quiet
  }
  cudaStreamSynchronize(stream);
  std::printf("%.9g\n", smooth);
}
