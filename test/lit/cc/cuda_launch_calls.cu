// Launches by functions of CUDA's runtime on the CPU: with arguments copied when they are launched, on their streams,
// cooperative where that is asked; a kernel behind a cast is named without it. Errors are those of the launch.
// REQUIRES: nvcc
// RUN: rm -rf %t && mkdir %t && cp %s %t/train.cu && cd %t
// RUN: nvcc -std=c++17 -w -c train.cu -o train.o
// RUN: %detrain cc --cuda=host -- nvcc -std=c++17 train.cu -o train 2>&1 | grep -c 'note: a resumed run may differ: memory .* no variable leads to it' | grep -x 1
// RUN: grep 'cudaLaunchKernel(scale<float>, ' train.detrain/0/train.cu
// RUN: ./train | FileCheck %s && DETRAIN_SCHEDULE=3 ./train | FileCheck %s
// RUN: %detrain verify --kill-at all --poison --schedules 2 -- ./train
// CHECK: step 2: 68 68
// CHECK: errors 9 9 801 0
// RUN: not %detrain cc --cuda=host -- nvcc -std=c++17 -DPOINTER train.cu -o pointer 2>&1 | FileCheck %s --check-prefix=POINTER
// POINTER: train.cu:[[#@LINE+55]]:{{.*}} error: the type of the kernel that is launched is not known; name the kernel in the call
#include <cooperative_groups.h>
#include <cstdio>

namespace cg = cooperative_groups;
struct Range { int begin, end; };

template <class T> __global__ void scale(T *x, Range range, const T by) {
  int i = range.begin + blockIdx.x * blockDim.x + threadIdx.x;
  if (i < range.end) x[i] *= by;
}
__global__ void shift(float *x, int n, double by) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) x[i] += static_cast<float>(by);
  cg::this_grid().sync();
}
__global__ void nothing() {}

template <class K> void run(K *kernel, void **arguments, cudaStream_t stream) {
  cudaLaunchCooperativeKernel((void *)kernel, 1, 64, arguments, 0, stream);  // of a type that is known
}
template <class T> cudaError_t launch(T *x, int n, T by, cudaStream_t stream) {
  Range range = {0, n};
  void *arguments[] = {&x, &range, &by};
  const cudaError_t error =
      cudaLaunchKernel(reinterpret_cast<const void *>(&scale<T>), dim3(2), dim3(64), arguments, 0, stream);
  by = 0;  // the launch has its own
  return error;
}

int main() {
  const int n = 100;
  float *x, host[n] = {};
  cudaMalloc(&x, n * sizeof(float));
  cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice);
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  for (int step = 0; step < 3; step++) {
    cudaLaunchAttribute attribute = {};
    attribute.id = cudaLaunchAttributeCooperative;
    attribute.val.cooperative = 1;
    cudaLaunchConfig_t config = {dim3(1), dim3(32), 0, stream, &attribute, 1};
    cudaLaunchKernelEx(&config, shift, x, n, 6 - 2 * step);  // an int for a double
    launch(x, n, 2.0f, stream);
    int count = n;
    double none = 0;
    void *arguments[] = {&x, &count, &none};
    cudaLaunchCooperativeKernel((void *)shift, 1, 64, arguments, 0, stream);
    run(shift, arguments, stream);
    cudaLaunchKernelExC(&config, (void *)shift, arguments);
    cudaMemcpyAsync(host, x, sizeof host, cudaMemcpyDeviceToHost, stream);
    cudaStreamSynchronize(stream);
  }
  printf("step 2: %g %g\n", host[0], host[n - 1]);
#ifdef POINTER
  void *chosen = (void *)nothing;
  cudaLaunchKernel(chosen, dim3(1), dim3(1), nullptr, 0, nullptr);
#endif
  const cudaError_t too_many = cudaLaunchKernel((void *)nothing, dim3(1), dim3(4096), nullptr, 0, nullptr);
  const cudaError_t seen = cudaGetLastError();
  cudaLaunchAttribute cluster = {};
  cluster.id = cudaLaunchAttributeClusterDimension;
  cluster.val.clusterDim.x = cluster.val.clusterDim.y = cluster.val.clusterDim.z = 2;
  cudaLaunchConfig_t config = {dim3(2, 2, 2), dim3(1), 0, nullptr, &cluster, 1};
  const cudaError_t clusters = cudaLaunchKernelEx(&config, nothing);
  cudaGetLastError();
  printf("errors %d %d %d %d\n", too_many, seen, clusters, cudaLaunchKernel(nothing, 1, 1, nullptr));
}
