// A float sum whose order nobody fixes makes the plan not replayable; one that the rewrite gives an order does not. What
// plan, rewrite and cc say is the same.
// REQUIRES: nvcc
// RUN: %detrain plan --cuda=host %s | FileCheck %s --check-prefix=BITWISE --implicit-check-not=atomicAdd
// BITWISE: bitwise: proven
//
// A launch gives one buffer to two parameters.
// RUN: sed 's/(grad, bias/(grad, grad/' %s >%t.two.cu
// RUN: %detrain plan --cuda=host %t.two.cu | FileCheck %s --check-prefix=TWO
// RUN: %detrain plan --cuda=host --format=json %t.two.cu | FileCheck %s --check-prefix=JSON
// RUN: %detrain plan --cuda=host --format=html %t.two.cu | FileCheck %s --check-prefix=TWO
// TWO: not replayable
// TWO: two.cu:[[#ADD:]]
// JSON: "guarantee": "not-replayable"
// JSON: "guarantee_why"
// JSON: this float atomicAdd stays, and its sum hangs on the order of threads: two parameters lead to that memory
// RUN: %detrain rewrite --cuda=host --diff %t.two.cu 2>&1 >%t.diff | FileCheck %s --check-prefix=SAYS --implicit-check-not=note:
// SAYS: note: a resumed run may differ: this float atomicAdd stays, and its sum hangs on the order of threads: two parameters
// RUN: FileCheck %s --check-prefix=STAYS --implicit-check-not=detrain_sum <%t.diff
// STAYS: detrain_plan
// RUN: sh -c '%detrain cc --cuda=host -- nvcc %t.two.cu -o %t.two 2>&1' | FileCheck %s --check-prefix=SAYS --implicit-check-not=note:
//
// Its result is used; it comes out of a macro; it is built of swaps; it is one of CUDA's C++ library.
// RUN: %detrain plan --format=json --cuda=host %s -- -DUSED | FileCheck %s --check-prefix=USED
// USED: "guarantee": "not-replayable"
// USED: its result is used
// RUN: %detrain plan --format=json --cuda=host %s -- -DMACRO | FileCheck %s --check-prefix=MACRO
// MACRO: "guarantee": "not-replayable"
// MACRO: it comes out of a macro
// RUN: %detrain plan --format=json --cuda=host %s -- -DSWAPS | FileCheck %s --check-prefix=SWAPS
// SWAPS: "guarantee": "not-replayable"
// SWAPS: this atomicCAS stays
//
// What stands in a kernel that nobody launches is no reason.
// RUN: sed 's/^  unused<<<.*//' %s >%t.unused.cu && %detrain plan --cuda=host %t.unused.cu -- -DUNUSED | FileCheck %s --check-prefix=BITWISE
// RUN: %detrain plan --format=json --cuda=host %s -- -DUNUSED | FileCheck %s --check-prefix=USED
//
// At the level that leaves sums as they are, and for a GPU where a barrier stands in the way.
// RUN: %detrain plan --format=json --cuda=host --level=save %s | FileCheck %s --check-prefix=SAVE
// SAVE: "guarantee": "not-replayable"
// SAVE: --level=save leaves sums as they are
// RUN: sh -c '%detrain cc --cuda=host --level=save -- nvcc %s -o %t.save 2>&1' | FileCheck %s --check-prefix=SAID
// SAID: note: a resumed run may differ: this float atomicAdd stays, and its sum hangs on the order of threads: --level=save
// RUN: %detrain plan --cuda=host %s -- -DBARRIER | FileCheck %s --check-prefix=BITWISE
// RUN: %detrain plan --format=json --cuda=gpu %s -- -DBARRIER | FileCheck %s --check-prefix=BARRIER
// BARRIER: "guarantee": "not-replayable"
// BARRIER: another barrier than __syncthreads
#include <cstdio>

#ifdef MACRO
#define ADD(p, x) atomicAdd(p, x)
#else
#define ADD(p, x)
#endif

__global__ void backward(float* grad, float* bias, const float* w, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    bias[i] += w[i];
    atomicAdd(&grad[i % 4], w[i]);
  }
}
__global__ void other(float* grad, float* w, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  __shared__ float all;
  if (threadIdx.x == 0)
    all = 0;
  __syncthreads();
#ifdef USED
  w[i] = atomicAdd(&grad[4], w[i]);
#elif defined SWAPS
  int old = __float_as_int(grad[4]);
  atomicCAS((int*)&grad[4], old, __float_as_int(grad[4] + w[i]));
#elif defined BARRIER
  atomicAdd(&all, w[i]);
  __syncthreads_count(i);
  w[i] += all;
#endif
  ADD(&grad[5], w[i]);
}
__global__ void unused(float* grad, float* w) {
#ifdef UNUSED
  w[threadIdx.x] = atomicAdd(&grad[4], w[threadIdx.x]);
#endif
}
__global__ void update(float* w, const float* grad, const float* bias, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    w[i] -= 0.1f * (grad[i % 8] + bias[i]);
}

int main() {
  const int n = 64;
  float *w, *grad, *bias, host[64];
  cudaMalloc(&w, n * sizeof(float));
  cudaMalloc(&grad, n * sizeof(float));
  cudaMalloc(&bias, n * sizeof(float));
  for (int i = 0; i < n; i++)
    host[i] = 1.0f / (i + 1);
  cudaMemcpy(w, host, sizeof host, cudaMemcpyHostToDevice);
  for (int step = 0; step < 5; step++) {
    cudaMemset(grad, 0, n * sizeof(float));
    cudaMemset(bias, 0, n * sizeof(float));
    backward<<<2, 32>>>(grad, bias, w, n);
    other<<<2, 32>>>(grad, w, n);
  unused<<<1, 8>>>(grad, w);
    update<<<2, 32>>>(w, grad, bias, n);
  }
  cudaMemcpy(host, w, sizeof host, cudaMemcpyDeviceToHost);
  printf("%a\n", host[3]);
}
