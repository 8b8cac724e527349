// Copies into shared memory in the background are followed as what they are. On the CPU a schedule puts them off until
// they are waited for.
// RUN: rm -rf %t && mkdir %t && cp %s %t/train.cu && cd %t
// RUN: %detrain plan train.cu -- nvcc | FileCheck %s --check-prefix=PLAN
// PLAN: bitwise
// PLAN: Saved at each checkpoint: 2 entries
// PLAN-DAG: {{ w .*}}carried
// PLAN: {{ g .*}}invariant
// RUN: %detrain check train.cu -- nvcc | count 0
// RUN: not %detrain check train.cu -- nvcc -DNO_BARRIER | FileCheck %s --check-prefix=RACE
// RACE: train.cu:[[#@LINE+22]]:{{.*}}: error: threads write {{.*}}tile{{.*}}[detrain-data-race]
// RUN: %detrain cc --cuda=host -- nvcc -O1 train.cu -o train
// RUN: %detrain verify --kill-at all --poison --schedules 2 -- ./train
// RUN: sh -c './train | FileCheck train.cu --check-prefix=OUT'
// OUT: 4 1 1 2 0

// A wait that is missing shows.
// RUN: %detrain cc --cuda=host -- nvcc -O1 -DNO_WAIT train.cu -o late
// RUN: sh -c '%detrain verify --schedules 4 -- ./late; test $? -ne 0'

// So it is with the interface in C++.
// RUN: %detrain plan train.cu -- nvcc -DIN_CXX | FileCheck %s --check-prefix=PLAN
// RUN: not %detrain check train.cu -- nvcc -DIN_CXX -DNO_BARRIER
// RUN: %detrain cc --cuda=host -- nvcc -O1 -DIN_CXX train.cu -o other
// RUN: %detrain verify --kill-at all --poison --schedules 2 -- ./other
// RUN: sh -c './other | FileCheck train.cu --check-prefix=OUT'
#include <cuda_pipeline.h>

#include <cstdio>
__global__ void Step(float *w, const float *g) {
  __shared__ alignas(16) float tile[64];
#ifndef IN_CXX
  __pipeline_memcpy_async(&tile[threadIdx.x * 4], &g[threadIdx.x * 4], 16, threadIdx.x == 0 ? 4 : 0);
  __pipeline_commit();
#ifndef NO_WAIT
  __pipeline_wait_prior(0);
#endif
#else
  namespace copies = nvcuda::experimental;
  copies::pipeline pipe;
  copies::memcpy_async(copies::segment<4>(&tile[threadIdx.x * 4]), copies::segment<3>(&g[threadIdx.x * 4]), pipe);
  pipe.commit_and_wait();
#endif
#ifndef NO_BARRIER
  __syncthreads();
#endif
  for (int i = 0; i < 4; i++) w[threadIdx.x + 16 * i] += tile[threadIdx.x + 16 * i];
}
int main() {
  float *w, *g, host[64];
  cudaMalloc(&w, sizeof host);
  cudaMalloc(&g, sizeof host);
  for (int i = 0; i < 64; i++) host[i] = static_cast<float>(i % 4) + 0.25f * (i == 0);
  cudaMemcpy(g, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemset(w, 0, sizeof host);
  for (int step = 0; step < 4; step++) Step<<<1, 16>>>(w, g);
  cudaMemcpy(host, w, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%d %g %g %g %g\n", 4, host[0], host[1] / 4, host[2] / 4, host[3]);
}
