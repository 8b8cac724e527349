// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// gpu/rename.h: CUDA's names for the functions of gpu/hooks.h. The header that is generated for a program on a GPU
// includes it before the program's own text. CUDA's own headers have been read by then, and use some of these functions
// in their text, so that another name for the assembler would come too late.
#ifndef DETRAIN_GPU_RENAME_H
#define DETRAIN_GPU_RENAME_H

#include <detrain/device.h>

#include "hooks.h"

// As in cuda_runtime.h, for pointers of any type.
template <typename T>
cudaError_t detrain_cudaMalloc(T** block, size_t size) {
  return detrain_cudaMalloc(reinterpret_cast<void**>(block), size);
}
template <typename T>
cudaError_t detrain_cudaMallocAsync(T** block, size_t size, cudaStream_t stream) {
  return detrain_cudaMallocAsync(reinterpret_cast<void**>(block), size, stream);
}
template <typename T>
cudaError_t detrain_cudaMallocManaged(T** block, size_t size, unsigned flags = cudaMemAttachGlobal) {
  return detrain_cudaMallocManaged(reinterpret_cast<void**>(block), size, flags);
}
template <typename T>
cudaError_t detrain_cudaMallocHost(T** block, size_t size, unsigned flags = cudaHostAllocDefault) {
  return detrain_cudaHostAlloc(reinterpret_cast<void**>(block), size, flags);
}
template <typename T>
cudaError_t detrain_cudaHostAlloc(T** block, size_t size, unsigned flags) {
  return detrain_cudaHostAlloc(reinterpret_cast<void**>(block), size, flags);
}
template <typename T>
cudaError_t detrain_cudaMallocPitch(T** block, size_t* pitch, size_t width, size_t height) {
  return detrain_cudaMallocPitch(reinterpret_cast<void**>(block), pitch, width, height);
}

// Names of the device's variables mean what stands for them on the host only where they are handed on.
template <typename T>
void detrain_register_symbol(const char* path, const T& variable) {
  detrain_register_on_device(path, &variable, sizeof variable);
}

#define cudaMalloc detrain_cudaMalloc
#define cudaMallocAsync detrain_cudaMallocAsync
#define cudaMallocManaged detrain_cudaMallocManaged
#define cudaMallocHost detrain_cudaMallocHost
#define cudaMallocPitch detrain_cudaMallocPitch
#define cudaHostAlloc detrain_cudaHostAlloc
#define cudaFree detrain_cudaFree
#define cudaFreeAsync detrain_cudaFreeAsync
#define cudaFreeHost detrain_cudaFreeHost
#define cudaStreamCreate detrain_cudaStreamCreate
#define cudaStreamCreateWithFlags detrain_cudaStreamCreateWithFlags
#define cudaStreamCreateWithPriority detrain_cudaStreamCreateWithPriority
#define cudaStreamDestroy detrain_cudaStreamDestroy
#define cudaEventElapsedTime detrain_cudaEventElapsedTime
#define cudaLaunchHostFunc detrain_cudaLaunchHostFunc
#define cudaStreamAddCallback detrain_cudaStreamAddCallback

// Each thread has a default stream of its own, which no other thread can name.
#if defined(CUDA_API_PER_THREAD_DEFAULT_STREAM) || defined(__CUDA_API_PER_THREAD_DEFAULT_STREAM)
__attribute__((constructor)) static void detrain_gpu_has_default_streams(void) {
  detrain_gpu_wait_for_all();
}
#endif

#endif
