// What a product of cuBLAS adds to is dead where its factor is a zero of the program, and not where it may be another.
// REQUIRES: nvcc
// RUN: cd %S && %detrain plan factors.cu | FileCheck %s
// CHECK: bitwise
// CHECK-DAG: {{^ +}}w {{.*}} carried{{$}}
// CHECK-DAG: {{^ +}}by_zero {{.*}} dead{{$}}
// CHECK-DAG: {{^ +}}by_one {{.*}} carried{{$}}
// CHECK-DAG: {{^ +}}by_step {{.*}} carried{{$}}
#include <cublas_v2.h>

#include <cstdio>

int main() {
  cublasHandle_t blas;
  cublasCreate(&blas);
  float *w, *x, *by_zero, *by_one, *by_step;
  cudaMalloc(&w, 32);
  cudaMalloc(&x, 64);
  cudaMalloc(&by_zero, 32);
  cudaMalloc(&by_one, 32);
  cudaMalloc(&by_step, 32);
  cudaMemset(w, 0, 32);
  cudaMemset(by_one, 0, 32);
  cudaMemset(by_step, 0, 32);
  float one = 1, zero = 0;
  for (int step = 0; step < 5; step++) {
    const float rate = -0.1f, adds = step > 0 ? 1.0f : 0.0f;
    cudaMemset(x, step, 64);
    cublasSgemm(blas, CUBLAS_OP_N, CUBLAS_OP_T, 2, 4, 4, &one, x, 2, x, 4, &zero, by_zero, 2);
    cublasSgemm(blas, CUBLAS_OP_N, CUBLAS_OP_T, 2, 4, 4, &one, x, 2, x, 4, &one, by_one, 2);
    cublasSgemm(blas, CUBLAS_OP_N, CUBLAS_OP_T, 2, 4, 4, &one, x, 2, x, 4, &adds, by_step, 2);
    cublasSaxpy(blas, 8, &rate, by_zero, 1, w, 1);
    cublasSaxpy(blas, 8, &rate, by_one, 1, w, 1);
    cublasSaxpy(blas, 8, &rate, by_step, 1, w, 1);
    float first;
    cudaMemcpy(&first, w, sizeof first, cudaMemcpyDeviceToHost);
    printf("%f\n", first);
  }
}
