// Thrust's errors are the standard library's here. With a header that is not there, NVIDIA's Thrust would be read, and the sum
// into a vector's elements not found.
// REQUIRES: nvcc
// RUN: not %detrain check %s -- nvcc -std=c++17 2>&1 | FileCheck %s --check-prefix=CHECK
// CHECK-NOT: note: Clang rejects
// CHECK: [[@LINE+18]]:5: error: {{.*}}it reaches 'b'{{.*}}[detrain-float-atomic]
// RUN: rm -rf %t && mkdir %t && cp %s %t/train.cu && cd %t
// RUN: %detrain cc --cuda=host -- nvcc -O1 -std=c++17 train.cu -o train
// RUN: ./train | FileCheck %s --check-prefix=OUT
// RUN: not --crash ./train fail 2>&1 | FileCheck %s --check-prefix=FAIL
// RUN: %detrain verify --kill-at all --poison --schedules 2 -- ./train
#include <cstdio>
#include <thrust/device_vector.h>
#include <thrust/system/cuda/error.h>
#include <thrust/system_error.h>

void Check(cudaError_t error) {
  if (error != cudaSuccess)
    throw thrust::system_error(error, thrust::cuda_category(), "launch");
}
__global__ void Add(float* b, const float* e, int rows, int cols) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < rows && y < cols)
    atomicAdd(&b[y], e[x * cols + y] * 0.1f);
}
int main(int argc, char**) {
  // FAIL: launch: cudaErrorInvalidValue
  Check(argc > 1 ? cudaErrorInvalidValue : cudaSuccess);
  int rows = 40, cols = 10;
  thrust::device_vector<float> b(cols, 0.f), e(rows * cols, 1.f);
  dim3 block(32, 32), grid((rows + 31) / 32, (cols + 31) / 32);
  for (int step = 0; step < 4; step++) {
    Add<<<grid, block>>>(thrust::raw_pointer_cast(b.data()), thrust::raw_pointer_cast(e.data()), rows, cols);
    Check(cudaGetLastError());
    float sum = b[0];
    // OUT: 0 0x1p+2
    // OUT: 3 0x1p+4
    std::printf("%d %a\n", step, sum);
  }
}
