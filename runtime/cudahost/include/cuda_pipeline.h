// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies from global into shared memory that go on in the background, by their C++ interface.
#pragma once

#include "cuda_pipeline_primitives.h"

namespace nvcuda::experimental {

class pipeline {
 public:
  pipeline() = default;
  pipeline(const pipeline&) = delete;
  pipeline& operator=(const pipeline&) = delete;

  // The number of the batch that it closes.
  std::size_t commit() {
    __pipeline_commit();
    return next_++;
  }
  void commit_and_wait() {
    commit();
    wait_prior<0>();
  }
  // Batches in front of `batch` are done, it itself need not be: so the toolkit counts.
  void wait(std::size_t batch) { __pipeline_wait_prior(next_ > batch ? next_ - batch : 0); }
  template <unsigned But>
  void wait_prior() {
    __pipeline_wait_prior(But);
  }

 private:
  std::size_t next_ = 0;
};

template <std::size_t Size, class T>
inline auto segment(T* at) -> T (*)[Size] {
  return reinterpret_cast<T(*)[Size]>(at);
}

template <class T>
inline void memcpy_async(T& to, const T& from, pipeline&) {
  if constexpr (std::is_trivially_copyable_v<T>)
    ::detrain::cudahost::CopyInBackground(&to, &from, sizeof(T), 0);
  else
    to = from;
}

// What `to` is longer becomes zero.
template <class T, std::size_t To, std::size_t From>
inline void memcpy_async(T (*to)[To], const T (*from)[From], pipeline&) {
  static_assert(From <= To, "there are no more elements than there is room for");
  static_assert(std::is_trivially_copyable_v<T>, "its bytes are copied");
  ::detrain::cudahost::CopyInBackground(to, from, sizeof(*from), sizeof(*to) - sizeof(*from));
}

}  // namespace nvcuda::experimental
