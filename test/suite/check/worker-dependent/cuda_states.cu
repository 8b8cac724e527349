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
// The host has computed the stride.
__global__ void Strided(curandState *states, float *w, int n, int stride) {
  int tid = blockIdx.x * blockDim.x + threadIdx.x;
  for (int i = tid; i < n; i += stride)
    w[i] *= curand_log_normal(&states[tid], 0, 0.1f);  // site: worker-dependent error state
    // twin: w[i] *= curand_log_normal(&states[i], 0, 0.1f);  // site: quiet
}
// States in a variable, and behind a member; several numbers at once.
struct Rng {
  curandStatePhilox4_32_10_t *states;
};
__device__ curandStateMRG32k3a kept[128];
__global__ void InitOthers(Rng rng) {
  int tid = blockIdx.x * blockDim.x + threadIdx.x;
  curand_init(42, tid, 0, &kept[tid]);
  curand_init(42, tid, 0, &rng.states[tid]);
}
__global__ void Variable(float *w, int n) {
  int tid = blockIdx.x * blockDim.x + threadIdx.x;
  for (int i = tid; i < n; i += gridDim.x * blockDim.x)
    w[i] += curand_normal2(&kept[tid]).y;  // site: worker-dependent error state
    // twin: w[i] += curand_normal2(&kept[i]).y;  // site: quiet
}
__global__ void Member(Rng rng, float *w, int n) {
  int tid = blockIdx.x * blockDim.x + threadIdx.x;
  for (int i = tid; i < n; i += gridDim.x * blockDim.x)
    w[i] += curand_uniform4(&rng.states[tid]).z;  // site: worker-dependent error state
    // twin: w[i] += curand_uniform4(&rng.states[i]).z;  // site: quiet
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
  Rng rng;
  cudaMalloc(&rng.states, 128 * sizeof *rng.states);
  Init<<<4, 32>>>(states);
  InitOthers<<<4, 32>>>(rng);
  for (int step = 0; step < 4; step++) {
    Copied<<<2, 32>>>(states, w, 100);
    Pointed<<<2, 32>>>(states, w, 100);
    Made<<<2, 32>>>(w, 100, step);
    Strided<<<2, 32>>>(states, w, 100, 2 * 32);
    Variable<<<2, 32>>>(w, 100);
    Member<<<2, 32>>>(rng, w, 100);
    OneEach<<<4, 32>>>(states, w, 100);
    cudaDeviceSynchronize();
  }
  std::printf("%.9g\n", w[3]);
}
