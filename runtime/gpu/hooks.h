// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// gpu/hooks.h: what of CUDA's runtime goes through detrain's in a program that is rewritten for a GPU: memory that
// must be known to be saved, the streams whose work a boundary waits for, and times that are inputs. The functions keep
// CUDA's contracts; runtime/gpu/gpu.cu has them.
#ifndef DETRAIN_GPU_HOOKS_H
#define DETRAIN_GPU_HOOKS_H

#include <cuda_runtime.h>

extern "C" {

cudaError_t detrain_cudaMalloc(void** block, size_t size);
cudaError_t detrain_cudaMallocAsync(void** block, size_t size, cudaStream_t stream);
cudaError_t detrain_cudaMallocManaged(void** block, size_t size, unsigned flags);
cudaError_t detrain_cudaMallocHost(void** block, size_t size);
cudaError_t detrain_cudaMallocPitch(void** block, size_t* pitch, size_t width, size_t height);
cudaError_t detrain_cudaHostAlloc(void** block, size_t size, unsigned flags);
cudaError_t detrain_cudaFree(void* block);
cudaError_t detrain_cudaFreeAsync(void* block, cudaStream_t stream);
cudaError_t detrain_cudaFreeHost(void* block);
cudaError_t detrain_cudaStreamCreate(cudaStream_t* stream);
cudaError_t detrain_cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned flags);
cudaError_t detrain_cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned flags, int priority);
cudaError_t detrain_cudaStreamDestroy(cudaStream_t stream);
cudaError_t detrain_cudaEventElapsedTime(float* milliseconds, cudaEvent_t from, cudaEvent_t to);
#ifndef DETRAIN_CUDAHOST
cudaError_t detrain_cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* data);
cudaError_t detrain_cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t function, void* data,
                                          unsigned flags);
#endif

// From now on a boundary waits for all work on the device: other threads have default streams of their own, or
// functions of the host run in streams.
void detrain_gpu_wait_for_all(void);

}  // extern "C"

#endif
