// What is given to a stream, and who waits for whom: nothing of it changes memory.
// REQUIRES: nvcc
// RUN: %detrain plan --dump=rir %s > %t 2> %t.notes && FileCheck %s < %t
#include <cublas_v2.h>

__global__ void scale(float* w) {
  w[threadIdx.x] *= 0.5f;
}

// CHECK: func $main
int main() {
  cudaStream_t side, blocking;
  cudaEvent_t done;
  cublasHandle_t handle;
  float *w, host[32];
  const float one = 1;
  // CHECK: sync non_blocking stream
  cudaStreamCreateWithFlags(&side, cudaStreamNonBlocking);
  // CHECK-NOT: non_blocking
  cudaStreamCreateWithFlags(&blocking, cudaStreamDefault);
  cudaEventCreate(&done);
  cublasCreate(&handle);
  // CHECK: sync bind object [[H:%[0-9]+]] stream
  cublasSetStream(handle, side);
  cudaMalloc(&w, sizeof host);
  // CHECK: [[S:%[0-9]+]]: ptr<handle<cudaStream_t>> = load @side
  // CHECK: sync enqueue stream [[S]]
  // CHECK: par launch
  // CHECK: sync enqueued
  scale<<<1, 32, 0, side>>>(w);
  // CHECK: sync enqueue stream null
  // CHECK: par launch
  scale<<<1, 32>>>(w);
  // CHECK: sync record object [[E:%[0-9]+]] stream
  cudaEventRecord(done, side);
  // CHECK: sync await object {{%[0-9]+}} stream
  cudaStreamWaitEvent(blocking, done, 0);
  // CHECK: sync await object {{%[0-9]+$|%[0-9]+ !}}
  cudaEventSynchronize(done);
  // CHECK: sync enqueue object
  // CHECK: sync enqueued
  cublasSaxpy(handle, 32, &one, w, 1, w, 1);
  // CHECK: sync enqueue stream {{%[0-9]+}}
  // CHECK: copy
  // CHECK: sync enqueued
  cudaMemcpyAsync(host, w, sizeof host, cudaMemcpyDeviceToHost, blocking);
  // CHECK: sync synchronize stream
  cudaStreamSynchronize(blocking);
  // CHECK: sync enqueue stream 0
  // CHECK: copy
  // CHECK: sync enqueued
  // CHECK: sync synchronize stream 0
  cudaMemcpy(host, w, sizeof host, cudaMemcpyDeviceToHost);
  // CHECK: sync synchronize{{$| !}}
  cudaDeviceSynchronize();
  return host[0] > 0;
}
