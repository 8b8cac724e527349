// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "thrust/detail/storage.h"

namespace thrust {

template <class T, class Allocator = void>
class device_vector : public detail::vector_base<T, detail::device_space<T>> {
 public:
  using detail::vector_base<T, detail::device_space<T>>::vector_base;
  using detail::vector_base<T, detail::device_space<T>>::operator=;
};

}  // namespace thrust
