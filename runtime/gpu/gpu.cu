// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the runtime needs of a GPU, by CUDA's runtime API alone: a program that `detrain cc` builds for a GPU compiles
// this file with its own nvcc, and so with the headers of the toolkit that it links.
//
// The program's streams are those that exist: the default ones and what cudaStreamCreate and its kind made. Copies of
// the state run on a stream of our own. That stream waits for all that the program's streams have been given so far;
// and each of them waits, before what it is given later, until the state has been copied to another place on the
// device. From there it goes to the host while the program goes on. Where the device has no room for that other place,
// the program's streams wait until the state is on the host.
#include <cuda_runtime.h>
#include <detrain/device.h>

#include <algorithm>
#include <iterator>
#include <mutex>
#include <vector>

#include "end.h"
#include "hash.h"
#include "hooks.h"
#include "sum_tables.h"

namespace {

// A copy that is on its way: from the place on the device that it was put to.
struct Copy {
  void* host;
  const void* device;
  std::size_t size;
};

class Gpu {
 public:
  static Gpu& Get() {
    static auto* gpu = new Gpu;  // for ever: the program may free memory after destructors have run
    return *gpu;
  }

  // --- the program's streams ---

  void AddStream(cudaStream_t stream) {
    const std::lock_guard<std::mutex> holding(mutex_);
    streams_.push_back(stream);
  }
  void RemoveStream(cudaStream_t stream) {
    const std::lock_guard<std::mutex> holding(mutex_);
    streams_.erase(std::remove(streams_.begin(), streams_.end(), stream), streams_.end());
  }
  // What the host reads and writes by itself hangs on all work.
  void ShareWithHost() { waits_for_all_ = true; }

  // --- what the runtime asks for ---

  void Settle() {
    RefuseCapture();
    if (waits_for_all_)
      Must(cudaDeviceSynchronize(), "the work given to the GPU failed");
  }

  // Copies that follow see the effect of all work given so far.
  void Begin() {
    const std::lock_guard<std::mutex> holding(mutex_);
    Prepare();
    for (const cudaStream_t stream : streams_) {
      Must(cudaEventRecord(reached_, stream), "cannot follow the program's streams");
      Must(cudaStreamWaitEvent(own_, reached_, 0), "cannot follow the program's streams");
    }
    used_ = 0;
  }

  void Fetch(void* host, const void* device, std::size_t size) {
    void* const place = Room(size);
    if (place == nullptr) {
      Must(cudaMemcpyAsync(host, device, size, cudaMemcpyDeviceToHost, own_), "cannot copy the GPU's state");
      return;
    }
    Must(cudaMemcpyAsync(place, device, size, cudaMemcpyDeviceToDevice, own_), "cannot copy the GPU's state");
    copies_.push_back({host, place, size});
  }

  // Work that is given from now on finds that the state has been taken.
  void Finish() {
    {
      const std::lock_guard<std::mutex> holding(mutex_);
      Must(cudaEventRecord(taken_, own_), "cannot copy the GPU's state");
      for (const cudaStream_t stream : streams_)
        Must(cudaStreamWaitEvent(stream, taken_, 0), "cannot hold the program's streams");
    }
    for (const Copy& copy : copies_)
      Must(cudaMemcpyAsync(copy.host, copy.device, copy.size, cudaMemcpyDeviceToHost, own_),
           "cannot copy the GPU's state");
    copies_.clear();
    Must(cudaEventRecord(arrived_, own_), "cannot copy the GPU's state");
  }

  // Of any thread: all that was fetched is there.
  void Wait() {
    Must(cudaSetDevice(device_), "cannot use the GPU");
    Must(cudaEventSynchronize(arrived_), "cannot copy the GPU's state");
    SumTables::Get().Check();
  }

  void Read(void* host, const void* device, std::size_t size) {
    Begin();
    Must(cudaMemcpyAsync(host, device, size, cudaMemcpyDeviceToHost, own_), "cannot read the GPU's memory");
    Must(cudaStreamSynchronize(own_), "cannot read the GPU's memory");
    SumTables::Get().Check();
  }

  // False: the device cannot.
  bool Hash(detrain_piece* pieces, std::size_t count) {
    if (!CanHash())
      return false;
    Begin();
    for (std::size_t done = 0; done < count; done += kPiecesPerLaunch)
      HashSome(pieces + done, static_cast<unsigned>(std::min<std::size_t>(count - done, kPiecesPerLaunch)));
    SumTables::Get().Check();
    return true;
  }

  void Write(void* device, const void* host, std::size_t size) {
    Must(cudaDeviceSynchronize(), "the work given to the GPU failed");
    Must(cudaMemcpy(device, host, size, cudaMemcpyHostToDevice), "cannot write the GPU's memory");
    Must(cudaDeviceSynchronize(), "cannot write the GPU's memory");
  }

  // Room for copies on the device is made once, for the largest snapshot; a program that leaves none does without.
  void Expect(std::size_t size) {
    if (size <= room_)
      return;
    const std::lock_guard<std::mutex> holding(mutex_);
    Prepare();
    Must(cudaStreamSynchronize(own_), "cannot copy the GPU's state");
    if (staging_ != nullptr)
      Must(cudaFree(staging_), "cannot copy the GPU's state");
    staging_ = nullptr;
    room_ = 0;
    std::size_t left = 0;
    std::size_t all = 0;
    const bool fits = cudaMemGetInfo(&left, &all) == cudaSuccess && size < left / 2;  // the rest is the program's
    if (fits && cudaMalloc(&staging_, size) == cudaSuccess)
      room_ = size;
    (void)cudaGetLastError();  // that there is no room is nobody's error
  }

 private:
  Gpu() = default;

  void Prepare() {
    if (own_ != nullptr)
      return;
    Must(cudaGetDevice(&device_), "cannot use the GPU");
    Must(cudaStreamCreateWithFlags(&own_, cudaStreamNonBlocking), "cannot use the GPU");
    for (cudaEvent_t* event : {&reached_, &taken_, &arrived_})
      Must(cudaEventCreateWithFlags(event, cudaEventDisableTiming), "cannot use the GPU");
  }

  // The kernel writes its hashes where the host reads them.
  bool CanHash() {
    if (hashes_ == nullptr && can_hash_) {
      can_hash_ = HasHashKernel();
      if (can_hash_)
        Must(cudaMallocHost(&hashes_, kPiecesPerLaunch * sizeof *hashes_), "cannot hash the GPU's memory");
    }
    return can_hash_;
  }

  void HashSome(detrain_piece* pieces, unsigned count) {
    HashPieces given = {};
    for (unsigned i = 0; i < count; ++i) {
      given.bytes[i] = static_cast<const unsigned char*>(pieces[i].bytes);
      given.sizes[i] = pieces[i].size;
    }
    Must(LaunchHash(given, count, hashes_, own_), "cannot hash the GPU's memory");
    Must(cudaStreamSynchronize(own_), "cannot hash the GPU's memory");
    for (unsigned i = 0; i < count; ++i)
      pieces[i].hash = hashes_[i];
  }

  void* Room(std::size_t size) {
    constexpr std::size_t kAlignment = 256;
    if (size > room_ - used_)
      return nullptr;
    void* const place = static_cast<char*>(staging_) + used_;
    used_ = std::min(room_, used_ + (size + kAlignment - 1) / kAlignment * kAlignment);
    return place;
  }

  // What is captured has not been done: there is no state to save.
  void RefuseCapture() {
    const std::lock_guard<std::mutex> holding(mutex_);
    for (const cudaStream_t stream : streams_)
      if (IsCapturing(stream))
        EndRun("the step boundary", "lies inside the capture of a CUDA graph, where no work has been done yet",
               kNotCovered);
  }

  std::mutex mutex_;  // of streams_
  std::vector<cudaStream_t> streams_ = {cudaStreamLegacy, cudaStreamPerThread};
  bool waits_for_all_ = false;
  int device_ = 0;
  cudaStream_t own_ = nullptr;
  cudaEvent_t reached_ = nullptr;
  cudaEvent_t taken_ = nullptr;
  cudaEvent_t arrived_ = nullptr;
  void* staging_ = nullptr;
  std::size_t room_ = 0;
  std::size_t used_ = 0;
  std::vector<Copy> copies_;
  HashWord* hashes_ = nullptr;
  bool can_hash_ = true;
};

// Bytes that nobody has set are saved and hashed with the rest, so they are the same in each run.
cudaError_t Introduce(void* block, std::size_t size, std::uint32_t kind) {
  if (kind != DETRAIN_MEMORY_DEVICE)
    Gpu::Get().ShareWithHost();
  SumTables::Get().Allocated(size);
  if (detrain_device_allocated(block, size, kind) == 0)
    return cudaSuccess;
  const cudaError_t error = cudaMemset(block, 0, size);
  return error == cudaSuccess ? cudaStreamSynchronize(cudaStreamLegacy) : error;
}

cudaError_t Introduced(cudaError_t error, void* const* block, std::size_t size, std::uint32_t kind) {
  return error != cudaSuccess || *block == nullptr ? error : Introduce(*block, size, kind);
}

void* Allocate(std::uint32_t kind, std::size_t size) {
  void* block = nullptr;
  const cudaError_t error = WithRoom([&] {
    return kind == DETRAIN_MEMORY_DEVICE    ? cudaMalloc(&block, size)
           : kind == DETRAIN_MEMORY_MANAGED ? cudaMallocManaged(&block, size)
                                            : cudaMallocHost(&block, size);
  });
  if (error != cudaSuccess || cudaMemset(block, 0, size) != cudaSuccess || cudaDeviceSynchronize() != cudaSuccess)
    return nullptr;
  if (kind != DETRAIN_MEMORY_DEVICE)
    Gpu::Get().ShareWithHost();
  return block;
}

void Settle() {
  Gpu::Get().Settle();
}
void Expect(std::size_t size) {
  Gpu::Get().Expect(size);
}
void Begin() {
  Gpu::Get().Begin();
}
void Fetch(void* host, const void* block, std::size_t size) {
  Gpu::Get().Fetch(host, block, size);
}
void Finish() {
  Gpu::Get().Finish();
}
void Wait() {
  Gpu::Get().Wait();
}
void Read(void* host, const void* block, std::size_t size) {
  Gpu::Get().Read(host, block, size);
}
int Hash(detrain_piece* pieces, std::size_t count) {
  return Gpu::Get().Hash(pieces, count) ? 1 : 0;
}
void Write(void* block, const void* host, std::size_t size) {
  Gpu::Get().Write(block, host, size);
}
// Copies to memory that may be paged out are not made beside the program; that it cannot be pinned is no error.
void Pin(void* memory, std::size_t size) {
  if (cudaHostRegister(memory, size, cudaHostRegisterDefault) != cudaSuccess)
    (void)cudaGetLastError();
}
void Unpin(void* memory) {
  if (cudaHostUnregister(memory) != cudaSuccess)
    (void)cudaGetLastError();
}

constexpr detrain_apart apart = {Expect, Begin, Fetch, Finish, Wait, Read, Write, Hash, Pin, Unpin};
void* Find(const void* symbol) {
  void* place = nullptr;
  return cudaGetSymbolAddress(&place, symbol) == cudaSuccess ? place : nullptr;
}

constexpr detrain_device device = {Allocate, Settle, &apart, Find, nullptr, nullptr};

__attribute__((constructor)) void Present() {
  detrain_use_device(&device);
}

cudaError_t Created(cudaError_t error, const cudaStream_t* stream) {
  if (error == cudaSuccess)
    Gpu::Get().AddStream(*stream);
  return error;
}

}  // namespace

extern "C" {

cudaError_t detrain_cudaMalloc(void** block, size_t size) {
  return Introduced(WithRoom([&] { return cudaMalloc(block, size); }), block, size, DETRAIN_MEMORY_DEVICE);
}

cudaError_t detrain_cudaMallocAsync(void** block, size_t size, cudaStream_t stream) {
  const cudaError_t error = WithRoom([&] { return cudaMallocAsync(block, size, stream); });
  SumTables::Get().Allocated(size);
  if (error != cudaSuccess || *block == nullptr || detrain_device_allocated(*block, size, DETRAIN_MEMORY_DEVICE) == 0)
    return error;
  return cudaMemsetAsync(*block, 0, size, stream);
}

cudaError_t detrain_cudaMallocManaged(void** block, size_t size, unsigned flags) {
  return Introduced(cudaMallocManaged(block, size, flags), block, size, DETRAIN_MEMORY_MANAGED);
}

cudaError_t detrain_cudaMallocHost(void** block, size_t size) {
  return Introduced(cudaMallocHost(block, size), block, size, DETRAIN_MEMORY_PINNED);
}

cudaError_t detrain_cudaMallocPitch(void** block, size_t* pitch, size_t width, size_t height) {
  const cudaError_t error = WithRoom([&] { return cudaMallocPitch(block, pitch, width, height); });
  return Introduced(error, block, *pitch * height, DETRAIN_MEMORY_DEVICE);
}

cudaError_t detrain_cudaHostAlloc(void** block, size_t size, unsigned flags) {
  return Introduced(cudaHostAlloc(block, size, flags), block, size, DETRAIN_MEMORY_PINNED);
}

// Forgotten before the call: another thread may be given the same address as soon as it is free.
cudaError_t detrain_cudaFree(void* block) {
  detrain_device_freed(block);
  return cudaFree(block);
}

cudaError_t detrain_cudaFreeAsync(void* block, cudaStream_t stream) {
  detrain_device_freed(block);
  return cudaFreeAsync(block, stream);
}

cudaError_t detrain_cudaFreeHost(void* block) {
  detrain_device_freed(block);
  return cudaFreeHost(block);
}

cudaError_t detrain_cudaStreamCreate(cudaStream_t* stream) {
  return Created(cudaStreamCreate(stream), stream);
}

cudaError_t detrain_cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned flags) {
  return Created(cudaStreamCreateWithFlags(stream, flags), stream);
}

cudaError_t detrain_cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned flags, int priority) {
  return Created(cudaStreamCreateWithPriority(stream, flags, priority), stream);
}

cudaError_t detrain_cudaStreamDestroy(cudaStream_t stream) {
  Gpu::Get().RemoveStream(stream);
  return cudaStreamDestroy(stream);
}

cudaError_t detrain_cudaEventElapsedTime(float* milliseconds, cudaEvent_t from, cudaEvent_t to) {
  const cudaError_t error = cudaEventElapsedTime(milliseconds, from, to);
#ifndef DETRAIN_CUDAHOST
  if (error == cudaSuccess)
    *milliseconds = detrain_device_elapsed(*milliseconds);
#endif
  return error;
}

#ifndef DETRAIN_CUDAHOST
cudaError_t detrain_cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* data) {
  Gpu::Get().ShareWithHost();
  return cudaLaunchHostFunc(stream, function, data);
}

cudaError_t detrain_cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t function, void* data,
                                          unsigned flags) {
  Gpu::Get().ShareWithHost();
  return cudaStreamAddCallback(stream, function, data, flags);
}
#endif

void detrain_gpu_wait_for_all(void) {
  Gpu::Get().ShareWithHost();
}

void detrain_gpu_sums_unit(void (*hand)(const detrain::gpu::SumTable*, cudaStream_t)) {
  SumTables::Get().AddUnit(hand);
}

void detrain_gpu_sums_begin(cudaStream_t stream) {
  SumTables::Get().Begin(stream);
}

void detrain_gpu_sums_end(cudaStream_t stream) {
  SumTables::Get().End(stream);
}

unsigned detrain_gpu_sums_blocks(void) {
  return SumTables::Get().Blocks();
}

}  // extern "C"
