// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// gpu/sum_tables.h, a part of gpu.cu: the memory of the table that sums of kernels are kept in (sum_table.h). A kernel
// cannot wait for more of it, so it is made with room to spare, and made larger between launches when half of its pages
// are given away. Where a launch needed more pages than there were, its sums are lost, and the run ends before it saves
// or prints more.
#ifndef DETRAIN_GPU_SUM_TABLES_H
#define DETRAIN_GPU_SUM_TABLES_H

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <mutex>
#include <vector>

#include "end.h"
#include "sum_table.h"

namespace {

bool IsCapturing(cudaStream_t stream) {
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
  return cudaStreamIsCapturing(stream, &status) == cudaSuccess && status != cudaStreamCaptureStatusNone;
}

class SumTables {
 public:
  using Hand = void (*)(const detrain::gpu::SumTable*, cudaStream_t);

  static SumTables& Get() {
    static auto* tables = new SumTables;  // for ever: the program may launch kernels after destructors have run
    return *tables;
  }

  void AddUnit(Hand hand) { units_.push_back(hand); }

  // One launch at a time, on whatever stream: the sums of two that run at once would be finished together.
  void Begin(cudaStream_t stream) {
    launching_.lock();
    Check();
    is_capturing_ = IsCapturing(stream);
    if (!is_capturing_) {
      if (IsTooSmall() || handed_ < units_.size())
        Provide();
      if (has_sums_)
        Must(cudaStreamWaitEvent(stream, finished_, 0), "cannot order sums of two streams");
    } else if (table_.pages == nullptr) {
      ProvideInCapture();
    }
  }

  void End(cudaStream_t stream) {
    if (!is_capturing_) {
      Must(cudaEventRecord(finished_, stream), "cannot order sums of two streams");
      has_sums_ = true;
    }
    launching_.unlock();
  }

  unsigned Blocks() const { return blocks_; }

  // How much memory the program has asked for: sums that lie in it need no more than kBytesOfByte times as much.
  void Allocated(std::size_t size) { asked_ += size; }

  // Gives the memory back to a program that finds none. False: there is none.
  bool Release() {
    const std::lock_guard<std::mutex> holding(launching_);
    if (table_.pages == nullptr || cudaDeviceSynchronize() != cudaSuccess)
      return false;
    Free();
    return true;
  }

  // Whether a launch that has ended had too few pages.
  void Check() const {
    if (table_.pages != nullptr && *seen_ > table_.capacity)
      EndRun("sums of floats by atomicAdd", "no room for their accumulators; set DETRAIN_GPU_SUMS to more MiB",
             kFailed);
  }

 private:
  static constexpr std::size_t kOfPage =
      sizeof(detrain::gpu::SumPage) + 2 * sizeof(unsigned long long) + 4 * sizeof(detrain::gpu::SumEntry);
  static constexpr std::size_t kBytesOfByte = (kOfPage + 63) / 64;  // a page of doubles stands for 64 bytes
  static constexpr std::size_t kLeast = std::size_t{1} << 30;       // shared memory asks for some for each block

  SumTables() = default;

  bool IsTooSmall() const { return table_.pages == nullptr || *seen_ > table_.capacity / 2; }

  void Provide() {
    Must(cudaDeviceSynchronize(), "the work given to the GPU failed");
    Check();
    if (IsTooSmall())
      Make(table_.pages == nullptr ? First() : std::size_t{4} * table_.capacity * kOfPage);
    HandAll();
  }
  void ProvideInCapture() {
    cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
    Must(cudaThreadExchangeStreamCaptureMode(&mode), "cannot make room for sums");
    Make(First());
    HandAll();
    Must(cudaThreadExchangeStreamCaptureMode(&mode), "cannot make room for sums");
  }

  static std::size_t Wanted() {
    const char* const text = std::getenv("DETRAIN_GPU_SUMS");
    return text == nullptr ? 0 : static_cast<std::size_t>(std::strtoull(text, nullptr, 10)) << 20;
  }
  std::size_t First() const {
    const std::size_t wanted = Wanted();
    return wanted != 0 ? wanted : std::min(std::max(kLeast, asked_ * kBytesOfByte), Left() / 8);
  }
  static std::size_t Left() {
    std::size_t left = 0;
    std::size_t all = 0;
    Must(cudaMemGetInfo(&left, &all), "cannot make room for sums");
    return left;
  }

  // As large as `size` bytes, and half of what is left, allow; all of it empty.
  void Make(std::size_t size) {
    if (own_ == nullptr) {
      Must(cudaStreamCreateWithFlags(&own_, cudaStreamNonBlocking), "cannot make room for sums");
      Must(cudaEventCreateWithFlags(&finished_, cudaEventDisableTiming), "cannot make room for sums");
      MakeSeen();
      CountBlocks();
    }
    const std::size_t before = table_.capacity;
    Free();
    const std::size_t pages = std::min({size, Left() / 2}) / kOfPage;
    table_.capacity = static_cast<unsigned>(std::max(before, std::min(pages, std::size_t{1} << 30)));
    unsigned entries = 2;
    while (entries < 2 * table_.capacity)
      entries *= 2;
    table_.last_entry = entries - 1;
    Take(&table_.entries, entries);
    Take(&table_.keys, table_.capacity);
    Take(&table_.masks, table_.capacity);
    Take(&table_.pages, table_.capacity);
    Take(&table_.used, 1);
    handed_ = 0;
  }

  template <class T>
  void Take(T** at, std::size_t count) {
    Must(cudaMalloc(reinterpret_cast<void**>(at), count * sizeof(T)), "no room for the accumulators of sums");
    Must(cudaMemsetAsync(*at, 0, count * sizeof(T), own_), "cannot make room for sums");
  }

  void Free() {
    for (void* block :
         {static_cast<void*>(table_.entries), static_cast<void*>(table_.keys), static_cast<void*>(table_.masks),
          static_cast<void*>(table_.pages), static_cast<void*>(table_.used)})
      if (block != nullptr)
        Must(cudaFree(block), "cannot free the accumulators of sums");
    table_.entries = nullptr;
    table_.keys = table_.masks = nullptr;
    table_.pages = nullptr;
    table_.used = nullptr;
    table_.capacity = 0;
    *seen_ = 0;
  }

  void HandAll() {
    for (; handed_ < units_.size(); ++handed_)
      units_[handed_](&table_, own_);
    Must(cudaStreamSynchronize(own_), "cannot make room for sums");
  }

  void CountBlocks() {
    int device = 0;
    int processors = 0;
    Must(cudaGetDevice(&device), "cannot use the GPU");
    Must(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device), "cannot use the GPU");
    blocks_ = static_cast<unsigned>(4 * std::max(processors, 1));
  }

  // Of the host, so that no launch is waited for. What CUDA allocates is gone after cudaDeviceReset, and this is asked
  // at the exit: a page of our own, where CUDA can use one.
  void MakeSeen() {
    if (cudaHostRegister(&page_, sizeof page_, cudaHostRegisterDefault) == cudaSuccess &&
        cudaHostGetDevicePointer(reinterpret_cast<void**>(&table_.seen), &page_, 0) == cudaSuccess) {
      seen_ = &page_.pages;
      std::atexit([] { Get().Check(); });
      return;
    }
    (void)cudaGetLastError();
    Must(cudaMallocHost(reinterpret_cast<void**>(&table_.seen), sizeof(unsigned)), "cannot make room for sums");
    seen_ = table_.seen;
  }

  struct alignas(4096) Page {
    volatile unsigned pages;
  };

  std::mutex launching_;
  std::vector<Hand> units_;
  std::size_t handed_ = 0;  // units that know the table
  detrain::gpu::SumTable table_ = {};
  Page page_ = {};
  volatile unsigned* seen_ = nullptr;
  cudaStream_t own_ = nullptr;
  cudaEvent_t finished_ = nullptr;  // what summed last
  bool has_sums_ = false;
  bool is_capturing_ = false;  // the launch that is under way
  unsigned blocks_ = 1;
  std::atomic<std::size_t> asked_ = {0};  // of any thread
};

// Memory for the program, for which that of the table makes room.
template <class Call>
cudaError_t WithRoom(Call call) {
  const cudaError_t error = call();
  if (error != cudaErrorMemoryAllocation || !SumTables::Get().Release())
    return error;
  (void)cudaGetLastError();  // the refusal that the program does not see
  return call();
}

}  // namespace

#endif
