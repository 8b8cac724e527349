// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How kernels are executed. An algorithm is written once, as passes: run(n, body) calls body(i) for each i below n, in
// any order and at the same time, and returns (or, on a stream, is followed by the next pass) when all are done. Every
// body either writes what no other body of its pass writes, or adds integers atomically; so no order can show.
#pragma once

#include <cstddef>
#include <thread>
#include <vector>

#include "host_device.h"

namespace detrain::kernels {

// Of a matrix whose rows lie one after the other.
struct Extent {
  Size rows, columns;
};

// On the CPU. `order` other than 0 visits the items of each pass in a permutation chosen by it, for tests.
class HostRun {
 public:
  explicit HostRun(unsigned threads = 1, std::uint64_t order = 0) : threads_(threads), order_(order) {}

  template <class Body>
  void operator()(Size items, Body body) {
    if (items == 0)
      return;
    const Size stride = Stride(items);
    const auto some = [=](Size from, Size to) {
      for (Size i = from; i < to; ++i)
        body(order_ == 0 ? i : Permuted(i, stride, items));
    };
    if (threads_ <= 1 || items < 2)
      return some(0, items);
    std::vector<std::thread> pool;
    for (Size t = 0; t < threads_; ++t)
      pool.emplace_back(some, items * t / threads_, items * (t + 1) / threads_);
    for (std::thread& thread : pool)
      thread.join();
  }

  // n bytes at `at` become zero.
  void Zero(void* at, std::size_t n) {
    if (n != 0)
      memset(at, 0, n);
  }

 private:
  static Size Gcd(Size a, Size b) { return b == 0 ? a : Gcd(b, a % b); }

  // A step that visits every item once.
  Size Stride(Size items) const {
    Size stride = order_ % items | 1;
    while (Gcd(stride, items) != 1)
      ++stride;
    return stride;
  }
  Size Permuted(Size i, Size stride, Size items) const {
    __extension__ using Wide = unsigned __int128;
    return static_cast<Size>((static_cast<Wide>(i) * stride + order_ / 7) % items);
  }

  unsigned threads_;
  std::uint64_t order_;
};

// Memory that an algorithm needs for itself, in pieces of 16-byte alignment. With a null base it only counts, which is
// how the XWorkspace functions know.
class Workspace {
 public:
  explicit Workspace(void* base) : base_(static_cast<char*>(base)) {}

  template <class T>
  T* Take(Size count) {
    char* const at = base_ == nullptr ? nullptr : base_ + used_;
    used_ += (static_cast<std::size_t>(count) * sizeof(T) + 15) / 16 * 16;
    return reinterpret_cast<T*>(at);
  }
  std::size_t used() const { return used_; }

 private:
  char* base_;
  std::size_t used_ = 0;
};

}  // namespace detrain::kernels
