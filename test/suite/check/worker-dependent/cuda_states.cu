// States of the threads, from which a loop with the grid's stride draws: another grid, other numbers for an element.
// Twins: a state that the element chooses, or that is made for it.
#include <cstdio>
#include <curand_kernel.h>
__global__ void Init(curandState *states) {
  int tid = blockIdx.x * blockDim.x + threadIdx.x;
  curand_init(42, tid, 0, &states[tid]);
}
__global__ void Copied(curandState *states, float *w, int n) {
  int tid = blockIdx.x * blockDim.x + threadIdx.x;
  curandState local = states[tid];
  for (int i = tid; i < n; i += gridDim.x * blockDim.x) {
    // twin: for (int i = tid; i < n; i += gridDim.x * blockDim.x) { curandState local = states[i];
    w[i] *= curand_uniform(&local);  // site: worker-dependent error state | twin: quiet
  }
  states[tid] = local;
}
__global__ void Pointed(curandState *states, float *w, int n) {
  int tid = blockIdx.x * blockDim.x + threadIdx.x, stride = blockDim.x * gridDim.x, i = tid;
  curandState *state = &states[tid];
  while (i < n) {
    w[i] += 0.1f * curand_normal(state);  // site: worker-dependent error state
    // twin: w[i] += 0.1f * curand_normal(&states[i]);  // site: quiet
    i += stride;
  }
}
__device__ float Drawn(curandStatePhilox4_32_10_t *state) {
  return curand_uniform(state);  // site: worker-dependent error state | twin: quiet
}
__global__ void Made(float *w, int n, int step) {
  int tid = blockIdx.x * blockDim.x + threadIdx.x;
  curandStatePhilox4_32_10_t own;
  curand_init(42, tid, 4 * step, &own);
  for (int i = tid; i < n; i += gridDim.x * blockDim.x) {
    // twin: for (int i = tid; i < n; i += gridDim.x * blockDim.x) { curand_init(42, i, 4 * step, &own);
    w[i] += Drawn(&own);
  }
}
// A thread has one element, and draws thrice for it.
__global__ void OneEach(curandState *states, float *w, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    for (int k = 0; k < 3; k++)
      w[i] *= curand_uniform(&states[i]);  // site: quiet
}
int main() {
  float *w;
  curandState *states;
  cudaMallocManaged(&w, 100 * sizeof(float));
  cudaMallocManaged(&states, 128 * sizeof *states);
  for (int i = 0; i < 100; i++) w[i] = static_cast<float>(i);
  Init<<<4, 32>>>(states);
  for (int step = 0; step < 4; step++) {
    Copied<<<2, 32>>>(states, w, 100);
    Pointed<<<2, 32>>>(states, w, 100);
    Made<<<2, 32>>>(w, 100, step);
    OneEach<<<4, 32>>>(states, w, 100);
    cudaDeviceSynchronize();
  }
  std::printf("%.9g\n", w[3]);
}
