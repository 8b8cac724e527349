// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fiber.h"

#include <sys/mman.h>

#include <cstdio>
#include <cstdlib>

namespace detrain::cudahost {
namespace {

constexpr std::size_t kPage = 4096;

// DETRAIN_CUDA_STACK: kilobytes of a CUDA thread's stack.
std::size_t StackBytes() {
  static const std::size_t bytes = [] {
    const char* const text = std::getenv("DETRAIN_CUDA_STACK");
    const unsigned long kilobytes = text == nullptr ? 128 : std::strtoul(text, nullptr, 10);
    return (kilobytes < 16 ? 16 : kilobytes) * 1024;
  }();
  return bytes;
}

}  // namespace

FiberPool::~FiberPool() {
  for (void* const stack : stacks_)
    munmap(stack, StackBytes() + kPage);
}

Fiber* FiberPool::Take() {
  if (!free_.empty()) {
    Fiber* const fiber = free_.back();
    free_.pop_back();
    return fiber;
  }
  void* const stack = mmap(nullptr, StackBytes() + kPage, PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (stack == MAP_FAILED) {
    std::fprintf(stderr, "detrain: no memory for the stack of a CUDA thread (DETRAIN_CUDA_STACK)\n");
    std::exit(3);
  }
  (void)mprotect(stack, kPage, PROT_NONE);  // only a guard: without it an overflow is not noticed
  // Stacks that begin at equal places in their pages would fight for the same lines of the cache.
  const std::size_t colour = stacks_.size() % 32 * 64;
  stacks_.push_back(stack);
  fibers_.push_back(std::make_unique<Fiber>());
  char* const top = static_cast<char*>(stack) + StackBytes() + kPage - colour;
  fibers_.back()->context = boost::context::detail::make_fcontext(top, StackBytes() - colour, entry_);
  return fibers_.back().get();
}

}  // namespace detrain::cudahost
