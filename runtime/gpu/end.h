// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// gpu/end.h, a part of gpu.cu: what it does where it cannot go on.
#ifndef DETRAIN_GPU_END_H
#define DETRAIN_GPU_END_H

#include <cuda_runtime.h>
#include <unistd.h>

#include <cstdio>

namespace {

// Exit codes: nothing can be saved or restored any more; the program does what no plan covers.
constexpr int kFailed = 3;
constexpr int kNotCovered = 4;

[[noreturn]] void EndRun(const char* what, const char* why, int code) {
  std::fprintf(stderr, "detrain: %s: %s\n", what, why);
  _exit(code);
}

void Must(cudaError_t error, const char* what) {
  if (error != cudaSuccess)
    EndRun(what, cudaGetErrorString(error), kFailed);
}

}  // namespace

#endif
