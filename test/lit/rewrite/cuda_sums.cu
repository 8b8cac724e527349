// Float sums by atomicAdd become order-independent ones, where nothing may read them before they are complete; the others stay, with the reason.
// REQUIRES: nvcc
// RUN: %detrain rewrite --cuda=host --diff %s >%t.diff 2>%t.err && FileCheck %s <%t.diff && FileCheck %s --check-prefix=LEFT <%t.err
// CHECK-DAG: +  detrain_sum(&g[index[i]], x[i]);
// CHECK-DAG: +  detrain_sum(p + c, 1.0f);
// CHECK-DAG: +  detrain_sum(at, by);
// CHECK-DAG: +  detrain_sum(&part[threadIdx.x % 4], g[i]);
// CHECK-DAG: +  detrain_sum(&t[i], T(1));
// CHECK-DAG: +  detrain_sum(&d[0], 1.0);
// CHECK-DAG: +  detrain_sum(s, __float2half(1));
// CHECK-DAG: +  detrain_sum(b + 1, __float2bfloat16(1));
// CHECK-DAG: +  detrain_sum(&v[1], make_float2(1, 2));
// CHECK-DAG: +  detrain_sum(&v[threadIdx.x].y, 1.0f);
// CHECK-DAG: +    detrain_sum(&out[n], x[i] - out[i]);
// CHECK-NOT: detrain_sum(&seen
// CHECK: // changes_numbers: {{.*}}cuda_sums.cu:[[#@LINE+12]]: a float atomicAdd became an order-independent sum, rounded once
// CHECK: #include <detrain/cudahost/sums.h>
// CHECK-NOT: shards.h
// CHECK: detrain_plan detrain_plan = {
// The last of these tells verify of it.
// CHECK: detrain_leaves, {{[0-9]+}}, {{[0-9]+}}, {{[0-9]+}}, 0, 1, 

// RUN: sh -c '%detrain cc --cuda=host --level=save -- nvcc %s -o %t.save && grep "^  atomicAdd(&g\[index" %t.save.detrain/0/cuda_sums.cu'
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cstdio>
__device__ void put(float* at, float by) {
  atomicAdd(at, by);
}
__global__ void sums(float* g, const int* index, const float* x, int n, int* seen) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, c = i % 4;
  atomicAdd(&g[index[i]], x[i]);
  float* p = g + n;
  if (p != nullptr)
  atomicAdd(p + c, 1.0f);
  put(&g[c], 2.0f);
  atomicAdd(&seen[c], 1);
}
__global__ void shared_sums(float* out, const float* g) {
  __shared__ float part[4];
  int i = threadIdx.x;
  if (i < 4)
    part[i] = 0;
  __syncthreads();
  atomicAdd(&part[threadIdx.x % 4], g[i]);
  __syncthreads();
  if (i < 4)
    out[i] += part[i];
}
template <typename T>
__global__ void typed(T* t) {
  int i = threadIdx.x;
  atomicAdd(&t[i], T(1));
}
__global__ void formats(double* d, __half* s, __nv_bfloat16* b, float2* v) {
  atomicAdd(&d[0], 1.0);
  atomicAdd(s, __float2half(1));
  atomicAdd(b + 1, __float2bfloat16(1));
  atomicAdd(&v[1], make_float2(1, 2));
  atomicAdd(&v[threadIdx.x].y, 1.0f);
}
__global__ void left(float* g, float* h, float* k, const float* x) {
  float before = atomicAdd(&g[0], x[0]);
  // LEFT-DAG: cuda_sums.cu:[[#@LINE-1]]:{{.*}}: note: a resumed run may differ: this float atomicAdd stays, and its sum hangs on the order of threads: its result is used, which hangs on the order
  atomicAdd(&h[1], before);
  // LEFT-DAG: cuda_sums.cu:[[#@LINE-1]]:{{.*}}'left' may use that memory before the sum is complete, in line [[#@LINE+1]]
  if (h[1] > 2)
    h[0] = 1;
#define ADD(p) atomicAdd(p, 1.0f)
  ADD(&k[0]);
  // LEFT-DAG: cuda_sums.cu:[[#@LINE-1]]:{{.*}}it comes out of a macro
}
__global__ void two(float* a, const float* b) {
  atomicAdd(&a[threadIdx.x], b[0]);
  // LEFT-DAG: cuda_sums.cu:[[#@LINE-1]]:{{.*}}two parameters lead to that memory in line [[#@LINE+38]]
}
__global__ void loss(float* out, const float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&out[n], x[i] - out[i]);
}
__global__ void read_in_loop(float* out, const float* x, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    atomicAdd(&out[n], x[i] - out[i]);
    // LEFT-DAG: cuda_sums.cu:[[#@LINE-1]]:{{.*}}'read_in_loop' may use that memory before the sum is complete, in line [[#@LINE-1]]
}
__global__ void swaps(float* out, const float* x, int* lock) {
  const int old = __float_as_int(*out);
  const float next = *out + x[threadIdx.x];
  atomicCAS((int*)out, old, __float_as_int(next));
  // LEFT-DAG: cuda_sums.cu:[[#@LINE-1]]:{{.*}}: note: a resumed run may differ: this atomicCAS stays: if it adds up numbers in floating point, their sum hangs on the order of threads
  // LEFT-NOT: cuda_sums.cu:[[#@LINE+1]]:
  atomicCAS(lock, 0, 1);
}
int main() {
  float *g, *h, *k, *x, host[8];
  int *index, *seen;
  double* d;
  cudaMalloc(&g, 4096);
  cudaMalloc(&h, 4096);
  cudaMalloc(&k, 4096);
  cudaMalloc(&x, 4096);
  cudaMalloc(&index, 4096);
  cudaMalloc(&seen, 4096);
  cudaMalloc(&d, 64);
  for (int step = 0; step < 3; step++) {
    sums<<<2, 64>>>(g, index, x, 8, seen);
    shared_sums<<<1, 64>>>(h, g);
    typed<<<1, 8>>>(k);
    typed<<<1, 8>>>(seen);
    formats<<<1, 1>>>(d, (__half*)(d + 1), (__nv_bfloat16*)(d + 2), (float2*)(d + 4));
    left<<<1, 1>>>(g, h, k, x);
    two<<<1, 8>>>(g + 8, g);
    loss<<<1, 8>>>(g + 16, x, 8);
    read_in_loop<<<1, 8>>>(g + 32, x, 8);
    swaps<<<1, 8>>>(g + 48, x, seen);
    cudaMemcpy(host, g, sizeof host, cudaMemcpyDeviceToHost);
    printf("%g\n", host[0]);
  }
}
