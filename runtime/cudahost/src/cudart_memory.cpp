// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The CUDA runtime's functions of memory.
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "cuda_runtime_api.h"
#include "error.h"
#include "library.h"
#include "memory.h"
#include "report.h"
#include "schedule.h"
#include "stream.h"

using namespace detrain::cudahost;

namespace {

cudaError_t Result(bool good, cudaError_t error) {
  if (good)
    return cudaSuccess;
  Fail(error);
  return error;
}

// Whether `size` bytes at `at` lie inside one allocation, if they lie in device memory at all.
bool IsInside(const void* at, std::size_t size) {
  if (!IsDeviceAddress(at) || size == 0)
    return true;
  const Allocation a = FindAllocation(at);
  const std::size_t offset = reinterpret_cast<std::uintptr_t>(at) - a.begin;
  return a.kind != MemoryKind::None && !a.freed && offset <= a.size && size <= a.size - offset;
}

bool IsPageable(const void* at) {
  return !IsDeviceAddress(at) && KindOf(at) == MemoryKind::None;
}

bool IsPossible(cudaMemcpyKind kind, const void* to, const void* from) {
  const auto is_device = [](const void* at) { return IsDeviceAddress(at) && KindOf(at) == MemoryKind::Device; };
  switch (kind) {
    case cudaMemcpyHostToHost:
      return !is_device(to) && !is_device(from);
    case cudaMemcpyHostToDevice:
      return !is_device(from);
    case cudaMemcpyDeviceToHost:
      return !is_device(to);
    case cudaMemcpyDeviceToDevice:
    case cudaMemcpyDefault:
      return true;
  }
  return false;
}

struct Copy {
  char* to;
  std::size_t to_pitch;
  const char* from;
  std::size_t from_pitch, width, height;

  void Run() const {
    for (std::size_t row = 0; row < height; ++row)
      std::memmove(to + row * to_pitch, from + row * from_pitch, width);
  }
  std::size_t ToBytes() const { return height == 0 ? 0 : (height - 1) * to_pitch + width; }
  std::size_t FromBytes() const { return height == 0 ? 0 : (height - 1) * from_pitch + width; }
};

// A copy from pageable memory takes its source when it is called, one into pageable memory has ended when it returns;
// all others happen on the stream.
cudaError_t CopyOn(cudaStream_t stream, Copy copy, cudaMemcpyKind kind) {
  if (!IsInside(copy.to, copy.ToBytes()) || !IsInside(copy.from, copy.FromBytes()))
    return Result(false, cudaErrorInvalidValue);
  if (!IsPossible(kind, copy.to, copy.from))
    return Result(false, cudaErrorInvalidMemcpyDirection);
  if (copy.width == 0 || copy.height == 0)
    return cudaSuccess;
  const Inside inside;
  const bool is_captured = CaptureStatus(stream) != cudaStreamCaptureStatusNone;  // it happens at each launch
  const bool waits = IsPageable(copy.to) && !is_captured;
  std::function<void()> run = [copy] { copy.Run(); };
  if (IsScheduled() && !is_captured && IsPageable(copy.from) && !waits) {
    auto staged = std::make_shared<std::vector<char>>(copy.from, copy.from + copy.FromBytes());
    run = [copy, staged] {
      Copy from_stage = copy;
      from_stage.from = staged->data();
      from_stage.Run();
    };
  }
  if (!Enqueue(stream, std::move(run)))
    return Result(false, cudaErrorInvalidResourceHandle);
  if (waits)
    Finish(stream);
  return cudaSuccess;
}

cudaError_t SetOn(cudaStream_t stream, void* at, int value, std::size_t size) {
  if (!IsInside(at, size))
    return Result(false, cudaErrorInvalidValue);
  const Inside inside;
  return Result(Enqueue(stream, [=] { std::memset(at, value, size); }), cudaErrorInvalidResourceHandle);
}

cudaError_t Allocate(void** pointer, std::size_t size, MemoryKind kind) {
  if (pointer == nullptr)
    return Result(false, cudaErrorInvalidValue);
  *pointer = nullptr;
  if (size == 0)
    return cudaSuccess;
  *pointer = kind == MemoryKind::Pinned ? AllocatePinned(size) : AllocateDevice(size, kind);
  if (*pointer != nullptr)
    TellAllocated(*pointer, size, kind);
  return Result(*pointer != nullptr, cudaErrorMemoryAllocation);
}

}  // namespace

extern "C" {

cudaError_t cudaMalloc(void** pointer, std::size_t size) {
  return Allocate(pointer, size, MemoryKind::Device);
}
cudaError_t cudaMallocManaged(void** pointer, std::size_t size, unsigned) {
  return Allocate(pointer, size, MemoryKind::Managed);
}
cudaError_t cudaMallocHost(void** pointer, std::size_t size) {
  return Allocate(pointer, size, MemoryKind::Pinned);
}
cudaError_t cudaHostAlloc(void** pointer, std::size_t size, unsigned) {
  return Allocate(pointer, size, MemoryKind::Pinned);
}
cudaError_t cudaHostGetDevicePointer(void** device, void* host, unsigned) {
  *device = host;
  return cudaSuccess;
}
cudaError_t cudaHostRegister(void* pointer, std::size_t size, unsigned) {
  RegisterPinned(pointer, size);
  return cudaSuccess;
}
cudaError_t cudaHostUnregister(void* pointer) {
  return Result(ForgetPinned(pointer, false), cudaErrorInvalidValue);
}

cudaError_t cudaMallocPitch(void** pointer, std::size_t* pitch, std::size_t width, std::size_t height) {
  *pitch = (width + 511) / 512 * 512;
  return Allocate(pointer, *pitch * height, MemoryKind::Device);
}
cudaError_t cudaMallocAsync(void** pointer, std::size_t size, cudaStream_t) {
  return Allocate(pointer, size, MemoryKind::Device);
}

// Waits for all work, as CUDA's does.
cudaError_t cudaFree(void* pointer) {
  FinishAll();
  TellFreed(pointer);
  return Result(pointer == nullptr || FreeDevice(pointer), cudaErrorInvalidValue);
}
cudaError_t cudaFreeAsync(void* pointer, cudaStream_t stream) {
  if (CaptureStatus(stream) != cudaStreamCaptureStatusNone)
    return Result(false, cudaErrorStreamCaptureUnsupported);
  TellFreed(pointer);
  const Inside inside;
  return Result(Enqueue(stream, [pointer] { (void)FreeDevice(pointer); }), cudaErrorInvalidResourceHandle);
}
cudaError_t cudaFreeHost(void* pointer) {
  FinishAll();
  TellFreed(pointer);
  return Result(pointer == nullptr || ForgetPinned(pointer, true), cudaErrorInvalidValue);
}

cudaError_t cudaMemGetInfo(std::size_t* free, std::size_t* total) {
  *free = DeviceBytesFree();
  *total = DeviceBytesTotal();
  return cudaSuccess;
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* pointer) {
  const MemoryKind kind = KindOf(pointer);
  void* const p = const_cast<void*>(pointer);
  const bool device = kind == MemoryKind::Device, managed = kind == MemoryKind::Managed;
  const bool pinned = kind == MemoryKind::Pinned;
  attributes->type = device    ? cudaMemoryTypeDevice
                     : managed ? cudaMemoryTypeManaged
                     : pinned  ? cudaMemoryTypeHost
                               : cudaMemoryTypeUnregistered;
  attributes->device = device || managed || pinned ? 0 : -2;
  attributes->devicePointer = kind == MemoryKind::None ? nullptr : p;
  attributes->hostPointer = device ? nullptr : p;
  return cudaSuccess;
}

cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t size, cudaMemcpyKind kind, cudaStream_t stream) {
  return CopyOn(stream, {static_cast<char*>(to), size, static_cast<const char*>(from), size, size, 1}, kind);
}

// On the legacy default stream; returns when it is done, but for copies within the device.
cudaError_t cudaMemcpy(void* to, const void* from, std::size_t size, cudaMemcpyKind kind) {
  const cudaError_t error = cudaMemcpyAsync(to, from, size, kind, nullptr);
  if (error == cudaSuccess && !(IsDeviceAddress(to) && IsDeviceAddress(from)))
    Finish(nullptr);
  return error;
}

cudaError_t cudaMemcpy2DAsync(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                              std::size_t width, std::size_t height, cudaMemcpyKind kind, cudaStream_t stream) {
  if (width > to_pitch || width > from_pitch)
    return Result(false, cudaErrorInvalidPitchValue);
  return CopyOn(stream, {static_cast<char*>(to), to_pitch, static_cast<const char*>(from), from_pitch, width, height},
                kind);
}

cudaError_t cudaMemcpy2D(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch, std::size_t width,
                         std::size_t height, cudaMemcpyKind kind) {
  const cudaError_t error = cudaMemcpy2DAsync(to, to_pitch, from, from_pitch, width, height, kind, nullptr);
  if (error == cudaSuccess && !(IsDeviceAddress(to) && IsDeviceAddress(from)))
    Finish(nullptr);
  return error;
}

cudaError_t cudaMemset(void* at, int value, std::size_t size) {
  return SetOn(nullptr, at, value, size);
}
cudaError_t cudaMemsetAsync(void* at, int value, std::size_t size, cudaStream_t stream) {
  return SetOn(stream, at, value, size);
}

cudaError_t cudaMemset2D(void* at, std::size_t pitch, int value, std::size_t width, std::size_t height) {
  for (std::size_t row = 0; row < height; ++row)
    if (const cudaError_t error = SetOn(nullptr, static_cast<char*>(at) + row * pitch, value, width);
        error != cudaSuccess)
      return error;
  return cudaSuccess;
}

cudaError_t cudaMemcpyToSymbolAsync(const void* symbol, const void* from, std::size_t size, std::size_t offset,
                                    cudaMemcpyKind, cudaStream_t stream) {
  const Inside inside;
  char* const to = static_cast<char*>(const_cast<void*>(symbol)) + offset;
  if (CaptureStatus(stream) != cudaStreamCaptureStatusNone)
    return Result(Enqueue(stream, [=] { std::memcpy(to, from, size); }), cudaErrorInvalidResourceHandle);
  auto staged =
      std::make_shared<std::vector<char>>(static_cast<const char*>(from), static_cast<const char*>(from) + size);
  return Result(Enqueue(stream, [=] { std::memcpy(to, staged->data(), staged->size()); }),
                cudaErrorInvalidResourceHandle);
}

cudaError_t cudaMemAdvise(const void*, std::size_t, cudaMemoryAdvise, cudaMemLocation) {
  return cudaSuccess;
}
cudaError_t cudaMemPrefetchAsync(const void*, std::size_t, cudaMemLocation, unsigned, cudaStream_t) {
  return cudaSuccess;
}

}  // extern "C"
