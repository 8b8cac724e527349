// Thrust is read as the host backend has it: the plan names vectors by their variables, and the host backend stands in for it. With NVIDIA's nvcc the same plan compiles.
// REQUIRES: nvcc
// RUN: %detrain plan %s -- nvcc -std=c++17 2>&1 | FileCheck %s
// CHECK-NOT: not modelled
// CHECK: bitwise
// CHECK: Saved at each checkpoint: 3 entries, 68 bytes
// CHECK-DAG: {{^ +}}step {{.*}} counter
// CHECK-DAG: {{^ +}}w {{.*}} 32 bytes, device carried
// CHECK-DAG: {{^ +}}m {{.*}} 32 bytes, device carried
// CHECK: Left out
// CHECK-DAG: {{^ +}}x.capacity {{.*}} invariant
// CHECK-DAG: {{^ +}}x {{.*}} 2048 bytes, device invariant
// CHECK-DAG: {{^ +}}g {{.*}} dead
// CHECK-DAG: {{^ +}}parts {{.*}} dead
// RUN: rm -rf %t && mkdir %t && cp %s %t/train.cu && cd %t
// RUN: %detrain cc --cuda=host -- nvcc -O1 -std=c++17 train.cu -o train
// RUN: %detrain verify --kill-at all --poison --ablate --schedules 2 -- ./train | FileCheck %s --check-prefix=VERIFY
// VERIFY: every saved entry is necessary
// VERIFY: PASSED
// RUN: not %detrain check %s -- nvcc -std=c++17 -DSCAN 2>&1 | FileCheck %s --check-prefix=SCAN
// SCAN: cuda_thrust.cu:[[#@LINE+45]]:5: error: {{.*}}thrust::inclusive_scan{{.*}}[detrain-nondet-library]
#include <cstdio>
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <thrust/transform.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sequence.h>
#include <thrust/inner_product.h>
#include <thrust/functional.h>

struct Step {
  float rate;
  __host__ __device__ float operator()(float w, float g) const { return w - rate * g; }
};
struct Momentum {
  __device__ float operator()(float m, float g) const { return 0.9f * m + g; }
};

__global__ void gradient(const float* x, const float* y, const float* w, float* g, int n, int d) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j >= d) return;
  float sum = 0;
  for (int i = 0; i < n; ++i) {
    float p = 0;
    for (int k = 0; k < d; ++k) p += x[i * d + k] * w[k];
    sum += (p - y[i]) * x[i * d + j];
  }
  g[j] = sum / n;
}

int main() {
  const int n = 64, d = 8;
  thrust::host_vector<float> hx(n * d), hy(n);
  unsigned seed = 7;
  for (int i = 0; i < n * d; ++i) { seed = seed * 1664525u + 1013904223u; hx[i] = (seed >> 8) / 16777216.0f - 0.5f; }
  for (int i = 0; i < n; ++i) hy[i] = hx[i * d] * 2 - hx[i * d + 1];
  thrust::device_vector<float> x = hx, y = hy, w(d, 0.1f), m(d), g(d), parts(d);
  for (int step = 0; step < 30; ++step) {
    gradient<<<1, 32>>>(thrust::raw_pointer_cast(x.data()), thrust::raw_pointer_cast(y.data()), thrust::raw_pointer_cast(w.data()), thrust::raw_pointer_cast(g.data()), n, d);
    thrust::transform(m.begin(), m.end(), g.begin(), m.begin(), Momentum());
    thrust::transform(w.begin(), w.end(), m.begin(), w.begin(), Step{0.5f});
    float norm = thrust::inner_product(g.begin(), g.end(), g.begin(), 0.0f);
    thrust::transform(g.begin(), g.end(), parts.begin(), thrust::negate<float>());
#ifdef SCAN
    thrust::inclusive_scan(parts.begin(), parts.end(), parts.begin());
#endif
    thrust::transform(w.begin(), w.end(), parts.begin(), w.begin(), Step{-0.01f});
    printf("step %d norm %f\n", step, norm);
  }
  float total = thrust::reduce(w.begin(), w.end());
  printf("%f\n", total);
}
