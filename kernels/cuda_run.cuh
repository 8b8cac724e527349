// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Passes on a stream of a GPU: what HostRun is on the CPU. Compile with nvcc --extended-lambda -fmad=false.
//
// The headers without .cuh say what is computed. Most kernels have an overload for CudaRun in a cuda_*.cuh, all
// included here, that computes the same along the same tree, or the same integers, by shuffles and in shared memory.
#pragma once

#include "cuda_norm.cuh"
#include "cuda_random.cuh"
#include "cuda_reduce.cuh"
#include "cuda_scan.cuh"
#include "cuda_scatter.cuh"
#include "cuda_softmax.cuh"
#include "cuda_top_k.cuh"
