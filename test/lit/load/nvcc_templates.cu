// What nvcc takes and Clang does not is no error of the user's: a macro that becomes a pragma, a type of a template
// without `typename` in code of the device, and a function that is the host's alone where __CUDA_ARCH__ is not defined.
// RUN: cd %S && not %detrain check nvcc_templates.cu -- nvcc -std=c++17 2>&1 | FileCheck %s
// CHECK: nvcc_templates.cu:[[# @LINE + 24]]:{{.*}} note: Clang rejects this {{.*}} no matching function for call to object of type 'Add'
// CHECK: nvcc_templates.cu:[[# @LINE + 15]]:{{.*}} note: Clang rejects this {{.*}} missing 'typename'
// CHECK: error: atomic additions in floating point
#include <cstdio>
#define UNROLL #pragma unroll
#ifdef __CUDA_ARCH__
#define EITHER __host__ __device__
#else
#define EITHER __host__
#endif
template <class T> struct Tile {
  struct Place {
    T *p;
    __device__ explicit Place(T *q) : p(q) {}
  };
};
template <class M> __device__ float *place(float *x) { return M::Place(x).p; }
struct Add {
  EITHER float operator()(float a, float b) const { return a + b; }
};
template <class M, class F> __global__ void apply(float *x, F f, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  UNROLL
  for (int k = 0; k < 2; k++)
    if (i < n) place<M>(x)[i] = f(x[i], 1.0f);
}
__global__ void sum(float *x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(x, x[i]);
}
int main() {
  float *x, first;
  cudaMalloc(&x, 400);
  cudaMemset(x, 0, 400);
  for (int step = 0; step < 3; step++) {
    apply<Tile<float>><<<1, 128>>>(x, Add{}, 100);
    sum<<<1, 128>>>(x, 100);
  }
  cudaMemcpy(&first, x, 4, cudaMemcpyDeviceToHost);
  printf("%f\n", first);
}
