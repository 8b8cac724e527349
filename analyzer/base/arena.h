// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DETRAIN_ANALYZER_BASE_ARENA_H
#define DETRAIN_ANALYZER_BASE_ARENA_H

#include <algorithm>
#include <cstddef>
#include <memory>
#include <new>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace detrain {

// Memory that is given out piece by piece and returned all at once, when the arena goes. What
// lies in it is never destroyed one by one, hence the demand for trivial destructors. Addresses
// are stable; the arena can be moved, not copied.
class Arena {
 public:
  template <typename T, typename... Args>
  T* Create(Args&&... args) {
    static_assert(std::is_trivially_destructible_v<T>);
    return ::new (Allocate<T>(1)) T{std::forward<Args>(args)...};
  }

  template <typename T>
  std::span<T> Copy(std::span<const T> items) {
    static_assert(std::is_trivially_copyable_v<T>);
    if (items.empty())
      return {};
    T* copy = static_cast<T*>(Allocate<T>(items.size()));
    std::uninitialized_copy(items.begin(), items.end(), copy);
    return {copy, items.size()};
  }

  std::string_view Copy(std::string_view text) {
    const std::span<char> copy = Copy<char>(std::span<const char>(text.data(), text.size()));
    return {copy.data(), copy.size()};
  }

 private:
  // All of one size: chunks that grow with what is there, as those of std::pmr::monotonic_buffer_resource do, take half
  // as much again at a time, which is what a process with a limit does not have.
  static constexpr std::size_t kChunk = std::size_t{1} << 18U;

  template <typename T>
  void* Allocate(std::size_t count) {
    static_assert(alignof(T) <= __STDCPP_DEFAULT_NEW_ALIGNMENT__);
    const std::size_t bytes = count * sizeof(T), begin = (used_ + alignof(T) - 1) / alignof(T) * alignof(T);
    if (!chunks_.empty() && begin + bytes <= size_) {
      used_ = begin + bytes;
      return chunks_.back().get() + begin;
    }
    size_ = std::max(kChunk, bytes);
    used_ = bytes;
    return chunks_.emplace_back(std::make_unique_for_overwrite<std::byte[]>(size_)).get();
  }

  std::vector<std::unique_ptr<std::byte[]>> chunks_;
  std::size_t size_ = 0, used_ = 0;  // of the last one
};

}  // namespace detrain

#endif
