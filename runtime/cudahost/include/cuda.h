// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Of the driver's interface what programs of the runtime's ask besides: which device there is, and what an error means.
// Contexts, modules and launches by name are not there.
#pragma once

#include "cuda_runtime_api.h"

#define CUDA_VERSION CUDART_VERSION

using CUresult = cudaError;
using CUdevice = int;
using CUdeviceptr = unsigned long long;
using CUstream = cudaStream_t;
using CUevent = cudaEvent_t;
inline constexpr CUresult CUDA_SUCCESS = cudaSuccess;
inline constexpr CUresult CUDA_ERROR_INVALID_VALUE = cudaErrorInvalidValue;
inline constexpr CUresult CUDA_ERROR_OUT_OF_MEMORY = cudaErrorMemoryAllocation;
inline constexpr CUresult CUDA_ERROR_NOT_INITIALIZED = cudaErrorInitializationError;
inline constexpr CUresult CUDA_ERROR_NO_DEVICE = cudaErrorNoDevice;
inline constexpr CUresult CUDA_ERROR_INVALID_DEVICE = cudaErrorInvalidDevice;

inline CUresult cuInit(unsigned) {
  return cudaSuccess;
}
inline CUresult cuDriverGetVersion(int* version) {
  return cudaDriverGetVersion(version);
}
inline CUresult cuDeviceGetCount(int* count) {
  return cudaGetDeviceCount(count);
}
inline CUresult cuDeviceGet(CUdevice* device, int number) {
  *device = number;
  return number == 0 ? cudaSuccess : cudaErrorInvalidDevice;
}
inline CUresult cuDeviceGetName(char* name, int size, CUdevice device) {
  cudaDeviceProp properties;
  const CUresult error = cudaGetDeviceProperties(&properties, device);
  int i = 0;
  for (; error == cudaSuccess && i + 1 < size && properties.name[i] != 0; ++i)
    name[i] = properties.name[i];
  if (size > 0)
    name[i] = 0;
  return error;
}
inline CUresult cuDeviceTotalMem(std::size_t* bytes, CUdevice device) {
  cudaDeviceProp properties;
  const CUresult error = cudaGetDeviceProperties(&properties, device);
  *bytes = error == cudaSuccess ? properties.totalGlobalMem : 0;
  return error;
}
inline CUresult cuGetErrorString(CUresult error, const char** text) {
  *text = cudaGetErrorString(error);
  return cudaSuccess;
}
inline CUresult cuGetErrorName(CUresult error, const char** text) {
  *text = cudaGetErrorName(error);
  return cudaSuccess;
}
inline CUresult cuCtxSynchronize() {
  return cudaDeviceSynchronize();
}
