// The device's clock as a seed, the host's, the number of GPUs. Twins: the position, a constant, a print.
#include <cstdio>
#include <ctime>
#include <cuda_runtime.h>
#include <curand_kernel.h>
__device__ unsigned Hash(unsigned x) {
  x ^= x >> 16;
  x *= 0x7feb352du;
  return x ^ x >> 15;
}
__global__ void Dropout(float *w, long long *ticks, int step) {
  int i = threadIdx.x;
  unsigned seed = Hash(static_cast<unsigned>(clock64()) + i);  // site: env-seed error state
  // twin: unsigned seed = Hash(static_cast<unsigned>(step * 1024 + i));  // site: quiet
  if (i == 0) *ticks = clock64();  // site: quiet
  w[i] = seed & 1 ? 0.9f * w[i] : w[i] + static_cast<float>(step);
}
__global__ void Noise(float *w, unsigned long long seed, int step, float rate) {
  curandStatePhilox4_32_10_t state;
  curand_init(seed, threadIdx.x, static_cast<unsigned long long>(step) * 4, &state);
  w[threadIdx.x] += rate * curand_uniform(&state);
}
int main() {
  float *w, rate = 0.1f;
  long long *ticks;
  int devices = 1;
  cudaMallocManaged(&w, 256 * sizeof(float));
  cudaMallocManaged(&ticks, sizeof *ticks);
  for (int i = 0; i < 256; i++) w[i] = static_cast<float>(i);
  unsigned long long seed = static_cast<unsigned long long>(std::time(nullptr));  // site: env-seed error state
  // twin: unsigned long long seed = 1337;  // site: quiet
  cudaGetDeviceCount(&devices);  // site: worker-dependent error state | twin: quiet
  rate /= static_cast<float>(devices);
  // twin: std::printf("%d devices\n", devices);
  for (int step = 0; step < 4; step++) {
    Dropout<<<1, 256>>>(w, ticks, step);
    Noise<<<1, 256>>>(w, seed, step, rate);
    cudaDeviceSynchronize();
    std::printf("%lld ticks\n", *ticks);
  }
  std::printf("%.9g\n", w[3]);
}
