// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The CUDA runtime's functions of streams, events, the device and errors.
#include <cstdio>
#include <cstring>
#include <map>

#include "cuda_runtime_api.h"
#include "error.h"
#include "library.h"
#include "memory.h"
#include "stream.h"

using namespace detrain::cudahost;

namespace {

thread_local cudaError_t last_error = cudaSuccess;

cudaError_t Result(bool good, cudaError_t error = cudaErrorInvalidResourceHandle) {
  if (good)
    return cudaSuccess;
  Fail(error);
  return error;
}

// What a program sees of the device: no real one, with the limits that all of compute capability 8.0 share.
constexpr int kThreadsPerBlock = 1024, kSharedPerBlock = 48 * 1024, kSharedOptin = 227 * 1024, kMultiprocessors = 16;

}  // namespace

namespace detrain::cudahost {
void Fail(cudaError_t error) {
  last_error = error;
}
}  // namespace detrain::cudahost

cudaError_t detrain_cudahost_func_attribute(cudaFuncAttribute attribute, int value) {
  const bool good = attribute != cudaFuncAttributeMaxDynamicSharedMemorySize || (value >= 0 && value <= kSharedOptin);
  return Result(good, cudaErrorInvalidValue);
}

cudaError_t detrain_cudahost_func_attributes(cudaFuncAttributes* attributes) {
  *attributes = {};
  attributes->maxThreadsPerBlock = kThreadsPerBlock;
  attributes->numRegs = 32;
  attributes->ptxVersion = attributes->binaryVersion = 80;
  attributes->maxDynamicSharedSizeBytes = kSharedPerBlock;
  attributes->preferredShmemCarveout = -1;
  return cudaSuccess;
}

extern "C" {

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned flags) {
  *stream = MakeStream((flags & cudaStreamNonBlocking) == 0);
  return cudaSuccess;
}
cudaError_t cudaStreamCreate(cudaStream_t* stream) {
  return cudaStreamCreateWithFlags(stream, cudaStreamDefault);
}
cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned flags, int) {
  return cudaStreamCreateWithFlags(stream, flags);
}
cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  return Result(DropStream(stream));
}
cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  if (CaptureStatus(stream) != cudaStreamCaptureStatusNone) {
    SpoilCapture(nullptr);
    return Result(false, cudaErrorStreamCaptureUnsupported);
  }
  return Result(Finish(stream));
}
cudaError_t cudaStreamQuery(cudaStream_t stream) {
  bool known = false;
  const bool idle = IsIdle(stream, &known);
  return !known ? Result(false) : idle ? cudaSuccess : cudaErrorNotReady;
}
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned) {
  return Result(WaitFor(stream, event));
}
cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* data) {
  const Inside inside;
  return Result(Enqueue(stream, [=] { function(data); }));
}
cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void* data, unsigned) {
  const Inside inside;
  return Result(Enqueue(stream, [=] { callback(stream, cudaSuccess, data); }));
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned) {
  *event = MakeEvent();
  return cudaSuccess;
}
cudaError_t cudaEventCreate(cudaEvent_t* event) {
  return cudaEventCreateWithFlags(event, cudaEventDefault);
}
cudaError_t cudaEventDestroy(cudaEvent_t event) {
  return Result(DropEvent(event));
}
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  return Result(Record(event, stream));
}
cudaError_t cudaEventSynchronize(cudaEvent_t event) {
  return Result(FinishEvent(event));
}
cudaError_t cudaEventQuery(cudaEvent_t event) {
  bool known = false;
  const bool done = IsEventDone(event, &known);
  return !known ? Result(false) : done ? cudaSuccess : cudaErrorNotReady;
}
cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t from, cudaEvent_t to) {
  const bool is_known = Elapsed(from, to, milliseconds);
  if (is_known)
    *milliseconds = Told(*milliseconds);
  return Result(is_known, cudaErrorNotReady);
}

cudaError_t cudaDeviceSynchronize(void) {
  if (SpoilCapture(nullptr))
    return Result(false, cudaErrorStreamCaptureUnsupported);
  FinishAll();
  return cudaSuccess;
}
cudaError_t cudaDeviceReset(void) {
  return cudaDeviceSynchronize();
}
cudaError_t cudaGetDevice(int* device) {
  *device = 0;
  return cudaSuccess;
}
cudaError_t cudaSetDevice(int device) {
  return Result(device == 0, cudaErrorInvalidDevice);
}
cudaError_t cudaSetDeviceFlags(unsigned) {
  return cudaSuccess;
}
cudaError_t cudaGetDeviceCount(int* count) {
  *count = 1;
  return cudaSuccess;
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* p, int device) {
  if (device != 0)
    return Result(false, cudaErrorInvalidDevice);
  std::memset(p, 0, sizeof(*p));
  std::snprintf(p->name, sizeof(p->name), "detrain host backend");
  p->totalGlobalMem = DeviceBytesTotal();
  p->sharedMemPerBlock = kSharedPerBlock;
  p->sharedMemPerBlockOptin = kSharedOptin;
  p->sharedMemPerMultiprocessor = kSharedOptin + 1024;
  p->totalConstMem = 65536;
  p->memPitch = 0x7fffffff;
  p->textureAlignment = 512;
  p->regsPerBlock = p->regsPerMultiprocessor = 65536;
  p->warpSize = 32;
  p->maxThreadsPerBlock = kThreadsPerBlock;
  p->maxThreadsPerMultiProcessor = 2048;
  p->maxBlocksPerMultiProcessor = 32;
  p->maxThreadsDim[0] = p->maxThreadsDim[1] = 1024;
  p->maxThreadsDim[2] = 64;
  p->maxGridSize[0] = 0x7fffffff;
  p->maxGridSize[1] = p->maxGridSize[2] = 65535;
  p->major = 8;
  p->multiProcessorCount = kMultiprocessors;
  p->l2CacheSize = 4 << 20;
  p->memoryBusWidth = 64;
  p->concurrentKernels = p->unifiedAddressing = p->managedMemory = p->cooperativeLaunch = p->canMapHostMemory = 1;
  p->asyncEngineCount = 1;
  return cudaSuccess;
}

cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int device) {
  cudaDeviceProp p;
  if (const cudaError_t error = cudaGetDeviceProperties(&p, device); error != cudaSuccess)
    return error;
  const std::map<cudaDeviceAttr, std::size_t> known = {
      {cudaDevAttrMaxThreadsPerBlock, p.maxThreadsPerBlock},
      {cudaDevAttrMaxBlockDimX, p.maxThreadsDim[0]},
      {cudaDevAttrMaxBlockDimY, p.maxThreadsDim[1]},
      {cudaDevAttrMaxBlockDimZ, p.maxThreadsDim[2]},
      {cudaDevAttrMaxGridDimX, p.maxGridSize[0]},
      {cudaDevAttrMaxGridDimY, p.maxGridSize[1]},
      {cudaDevAttrMaxGridDimZ, p.maxGridSize[2]},
      {cudaDevAttrMaxSharedMemoryPerBlock, p.sharedMemPerBlock},
      {cudaDevAttrMaxSharedMemoryPerBlockOptin, p.sharedMemPerBlockOptin},
      {cudaDevAttrMaxSharedMemoryPerMultiprocessor, p.sharedMemPerMultiprocessor},
      {cudaDevAttrTotalConstantMemory, p.totalConstMem},
      {cudaDevAttrMaxPitch, p.memPitch},
      {cudaDevAttrMaxRegistersPerBlock, p.regsPerBlock},
      {cudaDevAttrMaxRegistersPerMultiprocessor, p.regsPerMultiprocessor},
      {cudaDevAttrWarpSize, p.warpSize},
      {cudaDevAttrMultiProcessorCount, p.multiProcessorCount},
      {cudaDevAttrMaxThreadsPerMultiProcessor, p.maxThreadsPerMultiProcessor},
      {cudaDevAttrMaxBlocksPerMultiprocessor, p.maxBlocksPerMultiProcessor},
      {cudaDevAttrL2CacheSize, p.l2CacheSize},
      {cudaDevAttrGlobalMemoryBusWidth, p.memoryBusWidth},
      {cudaDevAttrAsyncEngineCount, p.asyncEngineCount},
      {cudaDevAttrComputeCapabilityMajor, p.major},
      {cudaDevAttrComputeCapabilityMinor, p.minor},
      {cudaDevAttrConcurrentKernels, p.concurrentKernels},
      {cudaDevAttrUnifiedAddressing, p.unifiedAddressing},
      {cudaDevAttrManagedMemory, p.managedMemory},
      {cudaDevAttrCanMapHostMemory, p.canMapHostMemory},
      {cudaDevAttrCooperativeLaunch, p.cooperativeLaunch},
  };
  const auto found = known.find(attribute);
  *value = found == known.end() ? 0 : static_cast<int>(found->second);  // what it has not is 0: clocks, ECC
  return cudaSuccess;
}

// One device, which has no peer.
cudaError_t cudaDeviceCanAccessPeer(int* can, int device, int peer) {
  if (device != 0 || peer != 0)
    return Result(false, cudaErrorInvalidDevice);
  *can = 0;
  return cudaSuccess;
}
cudaError_t cudaDeviceEnablePeerAccess(int, unsigned) {
  return Result(false, cudaErrorInvalidDevice);
}
cudaError_t cudaDeviceDisablePeerAccess(int) {
  return Result(false, cudaErrorInvalidDevice);
}

cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
  *least = *greatest = 0;
  return cudaSuccess;
}
cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache) {
  return cudaSuccess;
}
cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig) {
  return cudaSuccess;
}
cudaError_t cudaDeviceSetLimit(cudaLimit, std::size_t) {
  return cudaSuccess;
}
cudaError_t cudaRuntimeGetVersion(int* version) {
  *version = CUDART_VERSION;
  return cudaSuccess;
}
cudaError_t cudaDriverGetVersion(int* version) {
  return cudaRuntimeGetVersion(version);
}
cudaError_t cudaProfilerStart(void) {
  return cudaSuccess;
}
cudaError_t cudaProfilerStop(void) {
  return cudaSuccess;
}

cudaError_t cudaPeekAtLastError(void) {
  return last_error;
}
cudaError_t cudaGetLastError(void) {
  const cudaError_t error = last_error;
  last_error = cudaSuccess;
  return error;
}

const char* cudaGetErrorName(cudaError_t error) {
  switch (error) {
#define DETRAIN_CUDA_ERROR(name, number) \
  case name:                             \
    return #name;
#include "detrain/cudahost/errors.inc"
#undef DETRAIN_CUDA_ERROR
  }
  return "unrecognized error code";
}
const char* cudaGetErrorString(cudaError_t error) {
  return error == cudaSuccess ? "no error" : cudaGetErrorName(error);
}

}  // extern "C"
