// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One computation on both sides: compute(run, memory) is written once, as a generic lambda, and its results on the GPU
// must have the bits of those on the CPU.
#pragma once

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "../kernels/samples.h"
#include "kernels/cuda_run.cuh"
#include "needs_gpu.cuh"

namespace detrain::kernels::test {

using Bytes = std::vector<unsigned char>;

using gpu::test::Checked;
using KernelsOnGpu = gpu::test::NeedsGpu;

// Memory of one side, with poison behind every block.
class Memory {
 public:
  explicit Memory(bool on_gpu) : on_gpu_(on_gpu) {}
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;
  ~Memory() {
    for (const Block& block : blocks_)
      on_gpu_ ? static_cast<void>(cudaFree(block.at)) : ::operator delete(block.at);
  }

  // What is read.
  template <class T>
  const T* In(const std::vector<T>& values) {
    return static_cast<T*>(Take(values.data(), values.size() * sizeof(T), false));
  }
  // A result, which holds `before` at first.
  template <class T>
  T* Out(const std::vector<T>& before) {
    return static_cast<T*>(Take(before.data(), before.size() * sizeof(T), true));
  }
  // A result that is only written.
  template <class T>
  T* Out(Size n) {
    return static_cast<T*>(Take(Bytes(n * sizeof(T), kPoison).data(), n * sizeof(T), true));
  }
  void* Scratch(std::size_t n) { return Take(Bytes(n, kPoison).data(), n, false); }

  // All results one after the other. Nothing may have been written behind a block.
  Bytes Results() const {
    Bytes all;
    for (const Block& block : blocks_) {
      const Bytes bytes = Read(block.at, block.bytes + kGuard);
      const auto end = bytes.end() - kGuard;
      EXPECT_EQ(std::count(end, bytes.end(), kPoison), kGuard) << "behind a block of " << block.bytes << " bytes";
      if (block.result)
        all.insert(all.end(), bytes.begin(), end);
    }
    return all;
  }

 private:
  static constexpr unsigned char kPoison = 0xa5;
  static constexpr std::ptrdiff_t kGuard = 64;

  struct Block {
    void* at;
    std::size_t bytes;
    bool result;
  };

  static Bytes Read(const void* at, std::size_t n) {
    Bytes bytes(n);
    Checked(cudaMemcpy(bytes.data(), at, n, cudaMemcpyDefault));
    return bytes;
  }

  void* Take(const void* from, std::size_t bytes, bool result) {
    void* at = nullptr;
    if (on_gpu_)
      Checked(cudaMalloc(&at, bytes + kGuard));
    else
      at = ::operator new(bytes + kGuard);
    blocks_.push_back({at, bytes, result});
    const Bytes guard(kGuard, kPoison);
    Checked(cudaMemcpy(at, from, bytes, cudaMemcpyDefault));
    Checked(cudaMemcpy(static_cast<char*>(at) + bytes, guard.data(), kGuard, cudaMemcpyDefault));
    return at;
  }

  bool on_gpu_;
  std::vector<Block> blocks_;
};

template <class Compute>
Bytes OnCpu(const Compute& compute) {
  Memory memory(false);
  HostRun run;
  compute(run, memory);
  return memory.Results();
}

template <class Compute>
Bytes OnGpu(CudaRun run, const Compute& compute) {
  Memory memory(true);
  compute(run, memory);
  Checked(cudaGetLastError());
  Checked(cudaDeviceSynchronize());
  return memory.Results();
}

inline void ExpectSame(const Bytes& want, const Bytes& got) {
  ASSERT_EQ(want.size(), got.size());
  if (want.empty() || std::memcmp(want.data(), got.data(), want.size()) == 0)
    return;
  const auto at = std::mismatch(want.begin(), want.end(), got.begin()).first - want.begin();
  ADD_FAILURE() << "byte " << at << " of " << want.size() << " is the first that differs";
}

// The results of compute, which must be the same on the CPU and on a GPU with one block, with few and with many.
template <class Compute>
Bytes SameOnGpu(const Compute& compute) {
  const Bytes want = OnCpu(compute);
  {
    SCOPED_TRACE("one block");
    ExpectSame(want, OnGpu(CudaRun(nullptr, 1), compute));
  }
  {
    SCOPED_TRACE("three blocks");
    ExpectSame(want, OnGpu(CudaRun(nullptr, 3), compute));
  }
  SCOPED_TRACE("as many blocks as there is work for");
  ExpectSame(want, OnGpu(CudaRun(nullptr), compute));
  return want;
}

// The first result, where the computation has taken memory for it first.
template <class T>
T FirstOf(const Bytes& results) {
  T value;
  std::memcpy(&value, results.data(), sizeof(value));
  return value;
}

// n floats of each kind: ordinary ones, all exponents, and ordinary ones with a special one among them.
inline std::vector<std::vector<float>> FloatsOfAllKinds(std::mt19937& random, Size n) {
  std::vector<std::vector<float>> all = {Normals(random, n), WildFloats(random, n), Normals(random, n)};
  const float specials[] = {NAN, -NAN, INFINITY, -INFINITY, -0.0F, -0x1p-149F};
  if (n != 0)
    all[2][random() % n] = specials[random() % 6];
  return all;
}

// Integers of from .. to.
template <class T>
std::vector<T> Integers(std::mt19937& random, Size n, std::int64_t from, std::int64_t to) {
  std::uniform_int_distribution<std::int64_t> draw(from, to);
  std::vector<T> values(n);
  for (T& value : values)
    value = static_cast<T>(draw(random));
  return values;
}

}  // namespace detrain::kernels::test
