// Handles of a library that a step makes where there is none: a resumed run, which has none either, makes its own. What
// decides otherwise whether one is made would keep it from doing so, which is said.
// REQUIRES: nvcc
// RUN: cd %S && %detrain plan lazy_handle.cu -- nvcc -DWAY=0 | FileCheck %s --check-prefixes=MADE,TESTED
// RUN: cd %S && %detrain plan lazy_handle.cu -- nvcc -DWAY=1 | FileCheck %s --check-prefixes=MADE,RETURNS
// RUN: cd %S && %detrain plan lazy_handle.cu -- nvcc -DWAY=2 | FileCheck %s --check-prefixes=MADE,STATIC
// RUN: cd %S && %detrain plan lazy_handle.cu -- nvcc -DWAY=3 | FileCheck %s --check-prefixes=MADE,FLAG
// RUN: cd %S && %detrain plan lazy_handle.cu -- nvcc -DWAY=5 | FileCheck %s --check-prefixes=MADE,TESTED
// RUN: cd %S && %detrain plan lazy_handle.cu -- nvcc -DWAY=11 | FileCheck %s --check-prefixes=MADE,TESTED
// MADE: bitwise
// MADE: Saved at each checkpoint: 2 entries
// MADE: Left out
// TESTED: lazy_handle.cu::handle cublasHandle_t* dead
// TESTED-NEXT: a library's own; a resumed run, which has none, makes it here too
// RETURNS: lazy_handle.cu::handle cublasHandle_t* dead
// STATIC: handle_of::made.handle cublasHandle_t* dead
// FLAG-DAG: lazy_handle.cu::handle cublasHandle_t* dead
// FLAG-DAG: lazy_handle.cu::is_made bool, 1 byte dead
//
// The number of the step; a use in a function that is also called where no test stands before; with a buffer of the
// program's; with text; by a flag that is used elsewhere; by a test that makes none; in a loop around the steps, which a
// resumed run does not begin anew.
// RUN: cd %S && %detrain plan lazy_handle.cu -- nvcc -DWAY=4 | FileCheck %s --check-prefix=REFUSED
// RUN: cd %S && %detrain plan lazy_handle.cu -- nvcc -DWAY=10 | FileCheck %s --check-prefix=REFUSED
// RUN: cd %S && %detrain plan lazy_handle.cu -- nvcc -DWAY=6 | FileCheck %s --check-prefix=REFUSED
// RUN: cd %S && %detrain plan lazy_handle.cu -- nvcc -DWAY=7 | FileCheck %s --check-prefix=REFUSED
// RUN: cd %S && %detrain plan lazy_handle.cu -- nvcc -DWAY=8 | FileCheck %s --check-prefix=REFUSED
// RUN: cd %S && %detrain plan lazy_handle.cu -- nvcc -DWAY=9 | FileCheck %s --check-prefix=REFUSED
// RUN: cd %S && %detrain plan lazy_handle.cu -- nvcc -DWAY=12 | FileCheck %s --check-prefix=REFUSED
// REFUSED: not replayable
// REFUSED-NEXT: lazy_handle.cu::handle is a handle of a library that a step
//
// RUN: %detrain cc --cuda=host -- nvcc -DWAY=3 %s -o %t -lcublas && %detrain verify --kill-at all --poison -- %t
#include <cublas_v2.h>

#include <cstdio>

__global__ void update(float *w, const float *g, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    w[i] = w[i] * 0.9f - 0.1f * g[i] + 1;
}

static cublasHandle_t handle;
static float *sums;

#if WAY == 0
static cublasHandle_t handle_of(int) {
  if (!handle) cublasCreate(&handle);
  return handle;
}
#elif WAY == 1
static cublasHandle_t handle_of(int) {
  if (handle != nullptr) return handle;
  cublasCreate(&handle);
  return handle;
}
#elif WAY == 2
struct Library {
  cublasHandle_t handle;
  Library() { cublasCreate(&handle); }
  ~Library() { cublasDestroy(handle); }
};
static cublasHandle_t handle_of(int) {
  static Library made;
  return made.handle;
}
#elif WAY == 3 || WAY == 8
static bool is_made;
static cublasHandle_t handle_of(int) {
  if (!is_made) {
    cublasCreate(&handle);
    is_made = true;
  }
  return handle;
}
#elif WAY == 4
static cublasHandle_t handle_of(int step) {
  if (step == 0) cublasCreate(&handle);
  return handle;
}
#elif WAY == 5 || WAY == 10
static cublasHandle_t handle_of(int) {
  if (!handle) cublasCreate(&handle);
  return handle;
}
static void scale(int n, const float *by, float *y) { cublasSscal(handle, n, by, y, 1); }
#elif WAY == 11
static void ensure() {
  if (!handle) cublasCreate(&handle);
}
static void copy(int n, const float *x, float *y) { cublasScopy(handle, n, x, 1, y, 1); }
static cublasHandle_t handle_of(int) {
  ensure();
  return handle;
}
#elif WAY == 12
static cublasHandle_t handle_of(int) { return handle; }
#elif WAY == 9
static void make() {
  if (!handle) cublasCreate(&handle);
}
static cublasHandle_t handle_of(int step) {
  if (step == 0) make();
  if (handle) cublasSetStream(handle, nullptr);
  return handle;
}
#elif WAY == 7
static cublasHandle_t handle_of(int) {
  if (!handle) {
    cublasCreate(&handle);
    printf("made\n");
  }
  return handle;
}
#else
static cublasHandle_t handle_of(int) {
  if (!handle) {
    cublasCreate(&handle);
    cudaMalloc(&sums, 64 * sizeof(float));
    cudaMemset(sums, 0, 64 * sizeof(float));
  }
  return handle;
}
#endif

int main() {
  const int n = 64;
  float *w, *y, shown[4], half = 0.5f;
  cudaMalloc(&w, n * sizeof(float));
  cudaMalloc(&y, n * sizeof(float));
  cudaMemset(w, 0, n * sizeof(float));
#if WAY == 12
  for (int epoch = 0; epoch < 3; epoch++) {
    if (!handle) cublasCreate(&handle);
#endif
  for (int step = 0; step < 10; step++) {
#if WAY == 10
    if (step % 2) scale(n, &half, w);
#endif
#if WAY == 11
    ensure();
    copy(n, w, y);
#else
    cublasScopy(handle_of(step), n, w, 1, y, 1);
#endif
#if WAY == 8
    half += is_made;
#endif
#if WAY == 5
    scale(n, &half, y);
#else
    cublasSscal(handle_of(step), n, &half, y, 1);
#endif
#if WAY == 6
    update<<<1, n>>>(sums, y, n);
    update<<<1, n>>>(w, sums, n);
#else
    update<<<1, n>>>(w, y, n);
#endif
  }
#if WAY == 12
  }
#endif
  cudaMemcpy(shown, w, sizeof shown, cudaMemcpyDeviceToHost);
  printf("%g\n", shown[0]);
#if WAY != 2
  cublasDestroy(handle);
#endif
}
