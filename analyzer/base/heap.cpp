// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/base/heap.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <fstream>

// A sanitizer's allocator is not the library's.
#if defined(__SANITIZE_ADDRESS__)
#define DETRAIN_SANITIZED_HEAP
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define DETRAIN_SANITIZED_HEAP
#endif
#endif
#ifdef DETRAIN_SANITIZED_HEAP
#include <sanitizer/allocator_interface.h>
#else
#include <malloc.h>
// jemalloc's, where the program is linked with it: the tool is, unit tests and clang-tidy's module are not.
// NOLINTNEXTLINE(readability-identifier-naming): the name is jemalloc's.
extern "C" __attribute__((weak)) int mallctl(const char* name, void* old, std::size_t* old_size, void* now,
                                             std::size_t now_size);
#endif

namespace detrain {

namespace {

std::size_t Machine() {
  const long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
  return pages > 0 && size > 0 ? static_cast<std::size_t>(pages) * static_cast<std::size_t>(size) : SIZE_MAX;
}

std::size_t ControlGroup() {
  std::size_t bytes = 0;
  std::ifstream file("/sys/fs/cgroup/memory.max");  // a number, or `max`
  return file >> bytes ? bytes : SIZE_MAX;
}

std::size_t AddressSpace() {
  rlimit limit{};
  const bool is_limited = getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
  return is_limited ? static_cast<std::size_t>(limit.rlim_cur) : SIZE_MAX;
}

#ifndef DETRAIN_SANITIZED_HEAP
std::size_t OfJemalloc() {
  std::uint64_t epoch = 1;
  mallctl("epoch", nullptr, nullptr, &epoch, sizeof epoch);  // statistics are as of the last one
  std::size_t bytes = 0, size = sizeof bytes;
  mallctl("stats.allocated", &bytes, &size, nullptr, 0);
  return bytes;
}

std::size_t OfTheLibrary() {
  const struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}
#endif

}  // namespace

std::size_t HeapBytes() {
#ifdef DETRAIN_SANITIZED_HEAP
  return __sanitizer_get_current_allocated_bytes();
#else
  return mallctl != nullptr ? OfJemalloc() : OfTheLibrary();
#endif
}

std::size_t MemoryBytes() {
  return std::min({Machine(), ControlGroup(), AddressSpace()});
}

}  // namespace detrain
