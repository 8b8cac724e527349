// Memory that sums add to may be reached by fields: of a struct that a kernel is given, of the object of a method, of
// elements; and it may be a variable of the device.
// REQUIRES: nvcc
// RUN: %detrain rewrite --cuda=host --diff %s >%t.diff 2>%t.err && FileCheck %s <%t.diff && FileCheck %s --check-prefix=LEFT <%t.err
// CHECK-DAG: detrain_sum(at, by);
// CHECK-DAG: +  if (i < n) detrain_sum(&all.g[i % 3], all.w[i]);
// CHECK-DAG: detrain_sum(&layer.g[i], by);
// CHECK-DAG: +  detrain_sum(net.loss, net.layers[l].w[i]);
// CHECK-DAG: +  detrain_sum(&net->layers[l].g[threadIdx.x % 2], net->layers[l].w[threadIdx.x]);
// CHECK-DAG: +  detrain_sum(&m(r, 1), 1.0f);
// CHECK-DAG: +  detrain_sum(m.row(r) + m.width() - 1, 2.0f);
// CHECK-DAG: +  detrain_sum(&total, 1.0f / (1 + threadIdx.x));
// CHECK-DAG: +  detrain_sum(&stats.total, 0.1f);
// CHECK-NOT: detrain_sum(&watched
//
// None is left without the others: equal under each schedule. The GPU's form is compiled.
// RUN: %detrain cc --cuda=host -- nvcc -DGOOD %s -o %t.host 2>&1 | count 0
// RUN: for s in 1 2 3; do DETRAIN_SCHEDULE=$s %t.host >%t.$s || exit 1; done; cmp %t.1 %t.2 && cmp %t.1 %t.3
// RUN: %detrain cc --cuda=host --level=save -- nvcc -DGOOD %s -o %t.save
// RUN: for s in 1 2 3; do DETRAIN_SCHEDULE=$s %t.save >%t.$s.save || exit 1; done; not cmp %t.1.save %t.2.save || not cmp %t.1.save %t.3.save
// RUN: %detrain cc -- nvcc -DGOOD %s -o %t.gpu 2>&1 | count 0
#include <cstdio>

struct Layer { float *w, *g; };
struct Net {
  Layer layers[2];
  float *loss, *seen;
};
struct Matrix {
  float *data;
  int columns;
  __device__ float &operator()(int r, int c) const { return data[r * columns + c]; }
  __device__ float *row(int r) const { return data + r * columns; }
  __device__ int width() const { return columns; }
#ifndef GOOD
  __device__ void add(int r, int c, float by) const { atomicAdd(&data[r * columns + c], by); }
  // LEFT-DAG: cuda_sums_paths.cu:[[#@LINE-1]]:{{.*}} 'peeks' may use that memory before the sum is complete
#endif
  __device__ float first() const { return data[0]; }
};
struct Counter {
  float *at;
  __device__ void count(float by) { atomicAdd(at, by); }
};
struct Stats { float total, peak; };
__device__ float total;
__device__ Stats stats;
__device__ float watched;

__global__ void fields(Layer all, int n) {
  int i = threadIdx.x;
  if (i < n) atomicAdd(&all.g[i % 3], all.w[i]);
}
__device__ void into(const Layer &layer, int i, float by) { atomicAdd(&layer.g[i], by); }
__global__ void nested(Net net, int l) {
  int i = threadIdx.x;
  into(net.layers[l], i % 3, 0.5f);
  atomicAdd(net.loss, net.layers[l].w[i]);
}
__global__ void pointed(Net *net, int l) {
  atomicAdd(&net->layers[l].g[threadIdx.x % 2], net->layers[l].w[threadIdx.x]);
}
__global__ void methods(Matrix m, Counter counter) {
  int r = threadIdx.x % 2;
  atomicAdd(&m(r, 1), 1.0f);
  atomicAdd(m.row(r) + m.width() - 1, 2.0f);
  counter.count(3.0f);
}
__global__ void globals() {
  atomicAdd(&total, 1.0f / (1 + threadIdx.x));
  atomicAdd(&stats.total, 0.1f);
}
#ifndef GOOD
__device__ float look() { return watched; }
__global__ void watches(float *out) {
  atomicAdd(&watched, 1.0f);
  // LEFT-DAG: cuda_sums_paths.cu:[[#@LINE-1]]:{{.*}} 'look' may use that memory
  out[threadIdx.x] = look();
}
__global__ void reads(Layer all) {
  atomicAdd(&all.g[threadIdx.x % 3], 1.0f);
  // LEFT-DAG: cuda_sums_paths.cu:[[#@LINE-1]]:{{.*}} 'reads' may use that memory
  all.w[threadIdx.x] = all.g[0];
}
__device__ float peek(Layer all) { return all.g[1]; }
__global__ void passes(Layer all) {
  atomicAdd(&all.g[threadIdx.x % 3], 1.0f);
  // LEFT-DAG: cuda_sums_paths.cu:[[#@LINE-1]]:{{.*}} 'passes' may use that memory
  all.w[threadIdx.x] = peek(all);
}
__global__ void twice(Layer all, const float *old) {
  atomicAdd(&all.g[threadIdx.x % 3], old[threadIdx.x]);
  // LEFT-DAG: cuda_sums_paths.cu:[[#@LINE-1]]:{{.*}} two parameters lead to that memory
}
__global__ void peeks(Matrix m, float *out) {
  m.add(0, 1, 1.0f);
  out[threadIdx.x] = m.first();
}
__global__ void copies(Layer all) {
  Layer own = all;
  atomicAdd(&own.g[threadIdx.x % 3], 1.0f);
  // LEFT-DAG: cuda_sums_paths.cu:[[#@LINE-1]]:{{.*}} it adds to memory that no parameter of its function leads to
}
#endif

int main() {
  float *w, *g, *m, host[8] = {};
  Net net, *far;
  cudaMalloc(&w, 4096);
  cudaMalloc(&g, 4096);
  cudaMalloc(&m, 4096);
  cudaMalloc(&far, sizeof net);
  for (int i = 0; i < 64; i++) cudaMemset(w + i, i, 4);
  net.layers[0] = {w, g};
  net.layers[1] = {w + 64, g + 64};
  net.loss = g + 128;
  net.seen = g + 129;
  cudaMemcpy(far, &net, sizeof net, cudaMemcpyHostToDevice);
  for (int step = 0; step < 3; step++) {
    fields<<<1, 64>>>(net.layers[0], 64);
    nested<<<2, 64>>>(net, 1);
    pointed<<<2, 64>>>(far, 0);
    methods<<<2, 64>>>(Matrix{m, 8}, Counter{m + 64});
    globals<<<2, 64>>>();
#ifndef GOOD
    watches<<<1, 64>>>(w + 128);
    reads<<<1, 64>>>(net.layers[0]);
    passes<<<1, 64>>>(net.layers[0]);
    twice<<<1, 64>>>(net.layers[0], net.layers[0].g);
    peeks<<<1, 64>>>(Matrix{m + 256, 8}, w + 256);
    copies<<<1, 64>>>(net.layers[0]);
#endif
    cudaMemcpy(host, g, sizeof host, cudaMemcpyDeviceToHost);
    printf("%.9g %.9g %.9g\n", host[0], host[1], host[2]);
  }
}
