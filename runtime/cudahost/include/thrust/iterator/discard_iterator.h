// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Takes whatever is written and keeps nothing.
#pragma once

#include "thrust/detail/pointers.h"

namespace thrust {

struct detrain_nothing {
  template <class T>
  const detrain_nothing& operator=(const T&) const {
    return *this;
  }
};

template <class System = void>
struct discard_iterator
    : detail::iterator_adaptor<discard_iterator<System>, std::ptrdiff_t, detrain_nothing, detrain_nothing> {
  explicit discard_iterator(std::ptrdiff_t at = 0)
      : detail::iterator_adaptor<discard_iterator<System>, std::ptrdiff_t, detrain_nothing, detrain_nothing>(at) {}

  detrain_nothing operator*() const { return {}; }
  detrain_nothing operator[](std::ptrdiff_t) const { return {}; }
};

inline discard_iterator<> make_discard_iterator(std::ptrdiff_t at = 0) {
  return discard_iterator<>(at);
}

}  // namespace thrust
