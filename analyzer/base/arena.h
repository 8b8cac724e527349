// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DETRAIN_ANALYZER_BASE_ARENA_H
#define DETRAIN_ANALYZER_BASE_ARENA_H

#include <algorithm>
#include <cstddef>
#include <memory>
#include <memory_resource>
#include <new>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>

namespace detrain {

// Memory that is given out piece by piece and returned all at once, when the arena goes. What
// lies in it is never destroyed one by one, hence the demand for trivial destructors. Addresses
// are stable; the arena can be moved, not copied.
class Arena {
 public:
  template <typename T, typename... Args>
  T* Create(Args&&... args) {
    static_assert(std::is_trivially_destructible_v<T>);
    return ::new (memory_->allocate(sizeof(T), alignof(T))) T{std::forward<Args>(args)...};
  }

  template <typename T>
  std::span<T> Copy(std::span<const T> items) {
    static_assert(std::is_trivially_copyable_v<T>);
    if (items.empty())
      return {};
    T* copy = static_cast<T*>(memory_->allocate(items.size_bytes(), alignof(T)));
    std::uninitialized_copy(items.begin(), items.end(), copy);
    return {copy, items.size()};
  }

  std::string_view Copy(std::string_view text) {
    const std::span<char> copy = Copy<char>(std::span<const char>(text.data(), text.size()));
    return {copy.data(), copy.size()};
  }

 private:
  // Behind a pointer so that a product that owns an arena can be moved.
  std::unique_ptr<std::pmr::monotonic_buffer_resource> memory_ =
      std::make_unique<std::pmr::monotonic_buffer_resource>();
};

}  // namespace detrain

#endif
