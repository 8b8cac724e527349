// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "hash.h"

#include <cstdio>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace detrain::runtime {

std::uint64_t Hash(const void* bytes, std::size_t size) {
  return XXH3_64bits(bytes, size);
}

std::string Hex(std::uint64_t value) {
  char text[17];
  snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(value));
  return text;
}

bool FromHex(const std::string& text, std::uint64_t& value) {
  if (text.size() != 16)
    return false;
  value = 0;
  for (const char c : text) {
    const char* digits = "0123456789abcdef";
    unsigned digit = 0;
    while (digit < 16 && digits[digit] != c)
      ++digit;
    if (digit == 16)
      return false;
    value = value << 4 | digit;
  }
  return true;
}

// The state needs 64-byte alignment, which the type itself carries.
struct Hasher::State {
  XXH3_state_t xxh;
};

Hasher::Hasher() : state_(new State) {
  Reset();
}
Hasher::~Hasher() = default;
Hasher::Hasher(Hasher&& other) noexcept = default;
Hasher& Hasher::operator=(Hasher&& other) noexcept = default;
void Hasher::Reset() {
  XXH3_64bits_reset(&state_->xxh);
}
void Hasher::Add(const void* bytes, std::size_t size) {
  XXH3_64bits_update(&state_->xxh, bytes, size);
}
std::uint64_t Hasher::Value() const {
  return XXH3_64bits_digest(&state_->xxh);
}

}  // namespace detrain::runtime
