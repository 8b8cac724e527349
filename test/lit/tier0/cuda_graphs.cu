// What a CUDA graph will do is in no checkpoint of a plan of tier 0. The code before the loop captures it again; one that
// a step has captured is lost to a resumed run, which says so and ends.
// REQUIRES: nvcc
// RUN: rm -rf %t && mkdir %t && cp %s %t/train.cu && cd %t
// RUN: %detrain cc --tier=0 --cuda=host --step train.cu:%(line+42) -- nvcc -O1 train.cu -o train
// RUN: %detrain verify --kill-at all --poison -- ./train | FileCheck %s
// CHECK: 7 boundaries
// CHECK: PASSED
//
// RUN: %detrain cc --tier=0 --cuda=host --step train.cu:%(line+37) -- nvcc -O1 -DLATE train.cu -o late
// RUN: env DETRAIN_DIR=ck DETRAIN_STOP_AT=3 ./late
// RUN: sh -c 'DETRAIN_DIR=ck ./late; test $? -eq 4' 2>&1 | FileCheck %s --check-prefix=LOST
// LOST: has captured this CUDA graph, and a checkpoint holds none: capture it before the loop, or in each step
#include <cstdio>

constexpr int kSize = 32;

__global__ void Update(float* w, const float* x) {
  w[threadIdx.x] += 0.1f * (x[threadIdx.x] - w[threadIdx.x]);
}

struct Recorded {
  cudaStream_t stream = nullptr;
  cudaGraphExec_t steps = nullptr;

  void Capture(float* w, const float* x) {
    cudaGraph_t graph;
    cudaStreamCreate(&stream);
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    Update<<<1, kSize, 0, stream>>>(w, x);
    cudaStreamEndCapture(stream, &graph);
    cudaGraphInstantiate(&steps, graph, 0);
    cudaGraphDestroy(graph);
  }
};

int main() {
  auto* recorded = new Recorded;
  float *w, *x, seen;
  cudaMalloc(&w, kSize * sizeof(float));
  cudaMallocManaged(&x, kSize * sizeof(float));
  for (int i = 0; i < kSize; ++i)
    x[i] = static_cast<float>(i);
#ifndef LATE
  recorded->Capture(w, x);
#endif
  for (int step = 0; step < 6; ++step) {
    if (recorded->steps == nullptr)
      recorded->Capture(w, x);
    x[step] += 1;
    cudaGraphLaunch(recorded->steps, recorded->stream);
    cudaStreamSynchronize(recorded->stream);
    cudaMemcpy(&seen, w + 3, sizeof seen, cudaMemcpyDeviceToHost);
    std::printf("%d %a\n", step, seen);
  }
}
