// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// XXH3 64 with seed 0 (Collet), the one hash of checkpoints and traces.
#ifndef DETRAIN_RUNTIME_SRC_HASH_H
#define DETRAIN_RUNTIME_SRC_HASH_H

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace detrain::runtime {

std::uint64_t Hash(const void* bytes, std::size_t size);
inline std::uint64_t Hash(const std::string& text) {
  return Hash(text.data(), text.size());
}

// 16 lower-case hexadecimal digits, and back; false when the text is none.
std::string Hex(std::uint64_t value);
bool FromHex(const std::string& text, std::uint64_t& value);

// The same hash over bytes that come piece by piece.
class Hasher {
 public:
  Hasher();
  ~Hasher();
  Hasher(Hasher&& other) noexcept;
  Hasher& operator=(Hasher&& other) noexcept;
  void Reset();
  void Add(const void* bytes, std::size_t size);
  [[nodiscard]] std::uint64_t Value() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace detrain::runtime

#endif
