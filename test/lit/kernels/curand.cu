// Philox of kernels/ against NVIDIA's own, which is compiled for the host here.
// REQUIRES: nvcc
// RUN: nvcc -std=c++17 -w --extended-lambda -arch=sm_80 -I%source_root %s -o %t && %t | FileCheck %s
// CHECK: 405 draws and 45 uniforms compared, 0 differ
#include <cstdio>
#define QUALIFIERS static inline __host__ __device__
#include <curand_kernel.h>

#include "kernels/random.h"

using detrain::kernels::FillUniformAsCurand;
using detrain::kernels::HostRun;
using detrain::kernels::PhiloxDraw;

static int draws, uniforms, differ;

static void Compare(unsigned long long seed, unsigned long long stream, unsigned long long offset) {
  curandStatePhilox4_32_10_t state;
  curand_init(seed, stream, offset, &state);
  for (int i = 0; i < 9; ++i, ++draws)
    differ += curand(&state) != PhiloxDraw(seed, stream, offset + i);
  curand_init(seed, stream, offset, &state);
  HostRun run;
  float own = 0;
  FillUniformAsCurand(run, {seed, stream, offset}, &own, 1);
  differ += curand_uniform(&state) != own;
  ++uniforms;
}

int main() {
  for (unsigned long long seed : {0ULL, 1ULL, 0x123456789abcdefULL})
    for (unsigned long long stream : {0ULL, 5ULL, 0xffffffff12ULL})
      for (unsigned long long offset : {0ULL, 1ULL, 7ULL, 0x3ffffffffULL, 0x4fffffffe0ULL})
        Compare(seed, stream, offset);
  printf("%d draws and %d uniforms compared, %d differ\n", draws, uniforms, differ);
}
