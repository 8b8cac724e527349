// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Who runs an algorithm: thrust::host and thrust::seq the caller, thrust::device and thrust::cuda::par threads of the
// device, .on(stream) in a stream. Without one the iterators say it.
#pragma once

#include "thrust/detail/pointers.h"

namespace thrust {
namespace detail {

struct policy {};

struct host_policy : policy {
  template <class Body>
  void each(std::ptrdiff_t count, Body body) const {
    for (std::ptrdiff_t i = 0; i < count; ++i)
      body(i);
  }
  template <class Body>
  void once(Body body) const {
    body();
  }
  template <class Allocator>
  host_policy operator()(Allocator&&) const {
    return *this;
  }
};

struct device_policy : policy {
  cudaStream_t stream = nullptr;

  device_policy on(cudaStream_t other) const {
    device_policy same;
    same.stream = other;
    return same;
  }
  template <class Allocator>
  device_policy operator()(Allocator&&) const {
    return *this;
  }
  template <class Body>
  void each(std::ptrdiff_t count, Body body) const {
    run_each(stream, count, body);
  }
  template <class Body>
  void once(Body body) const {
    run_once(stream, body);
  }
};

template <class T>
inline constexpr bool is_policy = std::is_base_of_v<policy, std::decay_t<T>>;

template <class... Arguments>
auto policy_of() {
  if constexpr ((is_of_device<std::decay_t<Arguments>>::value || ...))
    return device_policy();
  else
    return host_policy();
}

// Algorithm::run(policy, arguments...), whether the caller names a policy or not.
template <class Algorithm, class First, class... Others>
auto call(First&& first, Others&&... others) {
  if constexpr (is_policy<First>)
    return Algorithm::run(first, others...);
  else
    return Algorithm::run(policy_of<First, Others...>(), first, others...);
}

}  // namespace detail

inline const detail::host_policy host;
inline const detail::host_policy seq;
inline const detail::device_policy device;

namespace cuda {
inline const detail::device_policy par;
inline const detail::device_policy par_nosync;
}  // namespace cuda
namespace omp {
inline const detail::host_policy par;
}
namespace cpp {
inline const detail::host_policy par;
}

// What a tag of CUDA's own headers would tell: host and device memory.
using host_system_tag = detail::host_policy;
using device_system_tag = detail::device_policy;

}  // namespace thrust
