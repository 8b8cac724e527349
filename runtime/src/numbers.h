// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What can be said of a tensor's elements.
#ifndef DETRAIN_RUNTIME_SRC_NUMBERS_H
#define DETRAIN_RUNTIME_SRC_NUMBERS_H

#include <cstdint>
#include <functional>
#include <string>

namespace detrain::runtime {

// Of floating-point elements; those that are NaN or infinite count in `odd` alone.
struct Numbers {
  std::uint64_t count = 0;
  std::uint64_t odd = 0;
  double magnitude = 0;  // the largest
  double sum = 0;
  double first = 0;  // the first element, whatever it is

  [[nodiscard]] double Mean() const { return count > odd ? sum / static_cast<double>(count - odd) : 0; }
};

// False where `dtype` (safetensors) is of no floating-point numbers.
bool IsFloat(const char* dtype);
Numbers NumbersOf(const char* dtype, const char* bytes, std::size_t size);

// Calls `use` with the index of each element that is not zero.
void ForEachNonZero(const char* dtype, const char* bytes, std::size_t size,
                    const std::function<void(std::size_t)>& use);

}  // namespace detrain::runtime

#endif
