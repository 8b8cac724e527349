// curand's own place, cuBLAS's atomics, NCCL's sum of floats. Twins: an offset per step, no atomics, a maximum.
// LIBRARIES: -lcurand -lcublas -lnccl
#include <cstdio>
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <curand.h>
#include <nccl.h>
int main() {
  const int n = 64;
  float *a, *x, *y, *noise;
  int device = 0;
  cublasHandle_t handle;
  curandGenerator_t generator;
  ncclComm_t all;
  cudaStream_t stream;
  cudaMallocManaged(&a, n * n * sizeof(float));
  cudaMallocManaged(&x, n * sizeof(float));
  cudaMallocManaged(&y, n * sizeof(float));
  cudaMallocManaged(&noise, n * sizeof(float));
  for (int i = 0; i < n * n; i++) a[i] = 1.0f / static_cast<float>(i + 1);
  for (int i = 0; i < n; i++) x[i] = static_cast<float>(i);
  cudaStreamCreate(&stream);
  ncclCommInitAll(&all, 1, &device);
  curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_PHILOX4_32_10);
  curandSetPseudoRandomGeneratorSeed(generator, 42);
  cublasCreate(&handle);
  cublasSetAtomicsMode(handle, CUBLAS_ATOMICS_ALLOWED);  // site: nondet-library error state @1
  // twin: cublasSetAtomicsMode(handle, CUBLAS_ATOMICS_NOT_ALLOWED);  // site: quiet
  for (int step = 0; step < 4; step++) {
    const float one = 1, zero = 0;
    cublasSsymv(handle, CUBLAS_FILL_MODE_UPPER, n, &one, a, n, x, 1, &zero, y, 1);  // site: nondet-library error state @1 | twin: quiet
    if (step < 0) return 1;
    // twin: curandSetGeneratorOffset(generator, 64ull * static_cast<unsigned long long>(step));
    curandGenerateUniform(generator, noise, n);  // site: ambient-rng error state | twin: quiet
    cudaDeviceSynchronize();
    ncclAllReduce(y, y, n, ncclFloat, ncclSum, all, stream);  // site: order-reduction error state
    // twin: ncclAllReduce(y, y, n, ncclFloat, ncclMax, all, stream);  // site: quiet
    cudaStreamSynchronize(stream);
    for (int i = 0; i < n; i++) x[i] = 0.5f * x[i] + 0.01f * y[i] + 0.1f * noise[i];
  }
  std::printf("%.9g\n", x[3]);
  curandDestroyGenerator(generator);
  cublasDestroy(handle);
  ncclCommDestroy(all);
}
