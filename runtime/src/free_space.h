// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The free parts of a range of memory, in bytes from its beginning. Where the next block comes to lie hangs on the
// blocks that are there alone, not on the order in which they came and went: the smallest free part with room for it,
// of equal ones the first (best fit; Knuth, The Art of Computer Programming 1, 2.5). So a process whose blocks lie
// where those of another one did goes on as that one would have.
#ifndef DETRAIN_RUNTIME_SRC_FREE_SPACE_H
#define DETRAIN_RUNTIME_SRC_FREE_SPACE_H

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace detrain::runtime {

class FreeSpace {
 public:
  // All sizes, places and alignments are multiples of this.
  static constexpr std::uint64_t kGrain = 16;

  // What a block of so many bytes takes: one more at least, so that the address behind a block is no other's.
  static constexpr std::uint64_t Taken(std::uint64_t size) { return (size / kGrain + 1) * kGrain; }

  explicit FreeSpace(std::uint64_t size) { Add(0, size); }

  // Where so many bytes lie from now on; nothing: no free part has room for them. `alignment` is a power of two.
  std::optional<std::uint64_t> Take(std::uint64_t size, std::uint64_t alignment);
  // False, and nothing is taken, where some of it is not free.
  bool TakeAt(std::uint64_t place, std::uint64_t size);
  // What was taken.
  void Give(std::uint64_t place, std::uint64_t size);

 private:
  using Parts = std::map<std::uint64_t, std::uint64_t>;  // place, size

  void Add(std::uint64_t place, std::uint64_t size);
  void Cut(Parts::iterator part, std::uint64_t place, std::uint64_t size);

  Parts by_place_;
  std::set<std::pair<std::uint64_t, std::uint64_t>> by_size_;  // size, place
};

}  // namespace detrain::runtime

#endif
