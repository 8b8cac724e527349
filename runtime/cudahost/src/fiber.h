// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Stacks to switch between, over Boost.Context's fcontext. A fiber never leaves the OS thread that made it.
#pragma once

#include <boost/context/detail/fcontext.hpp>
#include <cstddef>
#include <memory>
#include <vector>

namespace detrain::cudahost {

struct Fiber {
  boost::context::detail::fcontext_t context = nullptr;
};

// Made on demand, given back and used again; a guard page lies below each.
class FiberPool {
 public:
  using Entry = void (*)(boost::context::detail::transfer_t);

  explicit FiberPool(Entry entry) : entry_(entry) {}
  FiberPool(const FiberPool&) = delete;
  FiberPool& operator=(const FiberPool&) = delete;
  ~FiberPool();

  Fiber* Take();
  void Give(Fiber* fiber) { free_.push_back(fiber); }

 private:
  Entry entry_;
  std::vector<std::unique_ptr<Fiber>> fibers_;
  std::vector<void*> stacks_;
  std::vector<Fiber*> free_;
};

}  // namespace detrain::cudahost
