// Parameters of a model in device memory. Kernels overwrite the outputs in each step; weights and moments are state.
// REQUIRES: nvcc
// RUN: %detrain plan %s | FileCheck %s
// RUN: %detrain plan --format=json %s | FileCheck %s --check-prefix=JSON
// Twin: a kernel that leaves the last element out, and one that adds to what it finds.
// RUN: sed 's/if (i < n) out/if (i < n - 1) out/' %s > %t.cu && %detrain plan %t.cu | FileCheck %s --check-prefix=SHORT
// RUN: sed 's/out\[i\] = w/out[i] += w/' %s > %t.cu && %detrain plan %t.cu | FileCheck %s --check-prefix=SHORT
// CHECK: bitwise
// CHECK: Saved at each checkpoint: 3 entries
// CHECK-DAG: step {{.*}} counter
// CHECK-DAG: w {{.*}} carried
// CHECK-DAG: m {{.*}} carried
// CHECK: Left out
// CHECK-DAG: grad {{.*}} dead
// CHECK-DAG: out {{.*}} dead
// CHECK-DAG: x {{.*}} invariant
// SHORT: Saved
// SHORT-DAG: out {{.*}} carried
// SHORT: Left out
// JSON: "path": "w"
// JSON-DAG: "space": "device"
#include <cstdio>
#include <cstdlib>
#define CHECK(e) do { cudaError_t err_ = (e); if (err_ != cudaSuccess) { printf("%s\n", cudaGetErrorString(err_)); exit(1); } } while (0)

__global__ void forward(float* out, const float* w, const float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = w[i] * x[i];
}
__global__ void backward(float* grad, const float* out, const float* x, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    grad[i] = (out[i] - 1.0f) * x[i];
}
__global__ void update(float* w, float* m, const float* grad, int n, float rate) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  m[i] = 0.9f * m[i] + grad[i];
  w[i] -= rate * m[i];
}
int main(int argc, char** argv) {
  int n = atoi(argv[1]);
  float *w, *m, *grad, *out, *x;
  CHECK(cudaMalloc(&w, n * sizeof(float)));
  CHECK(cudaMalloc((void**)&m, n * sizeof(float)));
  CHECK(cudaMalloc(&grad, n * sizeof(float)));
  CHECK(cudaMalloc(&out, n * sizeof(float)));
  CHECK(cudaMalloc(&x, n * sizeof(float)));
  CHECK(cudaMemset(w, 0, n * sizeof(float)));
  CHECK(cudaMemset(m, 0, n * sizeof(float)));
  CHECK(cudaMemset(x, 1, n * sizeof(float)));
  int block = 256, grid = (n + block - 1) / block;
  for (int step = 0; step < 10; step++) {
    forward<<<grid, block>>>(out, w, x, n);
    backward<<<grid, block>>>(grad, out, x, n);
    update<<<grid, block>>>(w, m, grad, n, 0.1f);
    float first;
    CHECK(cudaMemcpy(&first, w, sizeof(float), cudaMemcpyDeviceToHost));
    printf("%f\n", first);
  }
  cudaFree(w); cudaFree(m); cudaFree(grad); cudaFree(out); cudaFree(x);
  return 0;
}
