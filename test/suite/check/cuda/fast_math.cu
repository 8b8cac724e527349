// Approximate functions and flushed subnormals. Twin: exact ones.  // site: fast-math warning state | twin: quiet
// FLAGS: --use_fast_math
// TWIN-FLAGS: -O2
// OBSERVE: flags
#include <cstdio>
#include <cuda_runtime.h>
__global__ void Step(float *w) {
  int i = threadIdx.x;
  w[i] = __fdividef(w[i], 1.1f) + expf(-w[i]) / 3;
}
int main() {
  float *w;
  cudaMallocManaged(&w, 64 * sizeof(float));
  for (int i = 0; i < 64; i++) w[i] = static_cast<float>(i) / 7;
  for (int step = 0; step < 4; step++) {
    Step<<<1, 64>>>(w);
    cudaDeviceSynchronize();
  }
  std::printf("%.9g\n", w[3]);
}
