// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory for the bytes that a save hands over, kept from save to save: its pages are touched for the first time once.
#ifndef DETRAIN_RUNTIME_SRC_ARENA_H
#define DETRAIN_RUNTIME_SRC_ARENA_H

#include <cstddef>

namespace detrain::runtime {

class Arena {
 public:
  Arena() = default;
  ~Arena();
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;

  // Room for so many bytes in all; what was there is gone. False: there is not so much memory.
  bool Begin(std::size_t size);
  // Gives the room its pages, so that no copy waits for them. What is in it stays as it is.
  void Populate();
  // The next `size` bytes, aligned for any scalar.
  char* Take(std::size_t size);
  static std::size_t Rounded(std::size_t size) { return (size + 63) / 64 * 64; }

 private:
  void Release();

  char* memory_ = nullptr;
  std::size_t size_ = 0;
  std::size_t taken_ = 0;
};

}  // namespace detrain::runtime

#endif
