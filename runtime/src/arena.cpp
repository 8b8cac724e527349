// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "arena.h"

#include <sys/mman.h>

#include "device_memory.h"

namespace detrain::runtime {

Arena::~Arena() {
  Release();
}

void Arena::Release() {
  if (memory_ == nullptr)
    return;
  UnpinForDevice(memory_);
  munmap(memory_, size_);
  memory_ = nullptr;
  size_ = 0;
}

bool Arena::Begin(std::size_t size) {
  taken_ = 0;
  if (size <= size_)
    return true;
  Release();
  void* memory = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    return false;
  madvise(memory, size, MADV_HUGEPAGE);  // fewer faults; where there are none, nothing is lost
  memory_ = static_cast<char*>(memory);
  size_ = size;
  PinForDevice(memory, size);
  return true;
}

void Arena::Populate() {
#ifdef MADV_POPULATE_WRITE
  if (memory_ != nullptr)
    madvise(memory_, size_, MADV_POPULATE_WRITE);  // kernels before 5.14 refuse: the first copy does it then
#endif
}

char* Arena::Take(std::size_t size) {
  char* bytes = memory_ + taken_;
  taken_ += Rounded(size);
  return bytes;
}

}  // namespace detrain::runtime
