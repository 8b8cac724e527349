// Gradients that the kernel of the update sets to zero behind it, thread by thread, are zero at each boundary: also where
// threads without an element return first, and where branches choose the buffer.
// REQUIRES: nvcc
// RUN: cd %S && %detrain plan zeroed_by_kernel.cu -- nvcc -DTWIN=0 | FileCheck %s
// RUN: %detrain cc --cuda=host -- nvcc -DTWIN=0 %s -o %t && %detrain verify --kill-at all --poison -- %t
// CHECK: Saved at each checkpoint: 3 entries
// CHECK: Left out
// CHECK-DAG: {{^ +}}g {{.*}} invariant
// CHECK-DAG: {{^ +}}h {{.*}} invariant
//
// Twin 1: data decide whether an element is set. Twin 2: the last one is not. Twin 3: one is set to something else behind
// that.
// RUN: cd %S && %detrain plan zeroed_by_kernel.cu -- nvcc -DTWIN=1 | FileCheck %s --check-prefix=G
// RUN: cd %S && %detrain plan zeroed_by_kernel.cu -- nvcc -DTWIN=2 | FileCheck %s --check-prefix=G
// RUN: cd %S && %detrain plan zeroed_by_kernel.cu -- nvcc -DTWIN=3 | FileCheck %s --check-prefix=G
// G: Saved at each checkpoint
// G-DAG: {{^ +}}g {{.*}} carried
// G: Left out
// G-DAG: {{^ +}}h {{.*}} invariant
//
// Twin 4: the second buffer's elements are taken by twos.
// RUN: cd %S && %detrain plan zeroed_by_kernel.cu -- nvcc -DTWIN=4 | FileCheck %s --check-prefix=H
// H: Saved at each checkpoint
// H-DAG: {{^ +}}h {{.*}} carried
// H: Left out
// H-DAG: {{^ +}}g {{.*}} invariant
#include <cstdio>

__global__ void gradient(const float *w, const float *v, float *g, float *h, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    g[i] += 0.5f * w[i] + 1;
    h[i] += 0.25f * v[i] - 1;
  }
}

__global__ void update(float *w, float *g, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  w[i] -= 0.1f * g[i];
#if TWIN == 1
  if (w[i] < 0)
#elif TWIN == 2
  if (i < n - 1)
#endif
    g[i] = 0;
#if TWIN == 3
  if (i == 5) g[i] = 1;
#endif
}

__global__ void update_both(float *w, float *v, float *g, float *h, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= 2 * n) return;
  float *to, *by;
  if (i < n) {
    to = w + i;
    by = g + i;
  } else {
    to = v + (i - n);
#if TWIN == 4
    by = h + (i - n) / 2;
#else
    by = h + (i - n);
#endif
  }
  *to -= 0.1f * *by;
#if TWIN < 1 || TWIN > 3
  *by = 0;
#else
  if (i >= n) *by = 0;
#endif
}

int main() {
  const int n = 1000;
  float *w, *v, *g, *h, shown[2];
  for (float **p : {&w, &v, &g, &h}) {
    cudaMalloc(p, n * sizeof(float));
    cudaMemset(*p, 0, n * sizeof(float));
  }
  for (int step = 0; step < 6; step++) {
    gradient<<<(n + 63) / 64, 64>>>(w, v, g, h, n);
    update_both<<<(2 * n + 63) / 64, 64>>>(w, v, g, h, n);
    gradient<<<(n + 63) / 64, 64>>>(w, v, g, h, n);
    update_both<<<(2 * n + 63) / 64, 64>>>(w, v, g, h, n);
    update<<<(n + 63) / 64, 64>>>(w, g, n);
  }
  cudaMemcpy(shown, w, sizeof shown, cudaMemcpyDeviceToHost);
  printf("%g %g\n", shown[0], shown[1]);
}
