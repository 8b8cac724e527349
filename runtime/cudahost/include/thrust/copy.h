// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "thrust/detail/storage.h"

namespace thrust {
namespace detail {

template <class It, class Raw = typename raw_iterator<It>::type>
inline constexpr bool is_block = std::is_pointer_v<Raw> && std::is_trivially_copyable_v<value_of<It>>;

struct copy_n {
  template <class Policy, class In, class Size, class Out>
  static Out run(const Policy& policy, In first, Size number, Out result) {
    const auto count = static_cast<std::ptrdiff_t>(number);
    const auto in = raw(first);
    const auto out = raw(result);
    policy.each(count, [=](std::ptrdiff_t i) { out[i] = in[i]; });
    return result + count;
  }
  // Nobody says who runs it: between host and device it is a copy of memory.
  template <class In, class Size, class Out>
  static Out run_between(In first, Size number, Out result) {
    const auto count = static_cast<std::ptrdiff_t>(number);
    using T = value_of<Out>;
    constexpr bool from_device = is_of_device<In>::value, to_device = is_of_device<Out>::value;
    if constexpr (is_block<In> && is_block<Out> && std::is_same_v<value_of<In>, T> && (from_device || to_device)) {
      if (count > 0)
        cudaMemcpy(raw(result), raw(first), static_cast<std::size_t>(count) * sizeof(T), cudaMemcpyDefault);
      return result + count;
    } else if constexpr (to_device && !from_device) {
      const vector_base<T, device_space<T>> all(first, first + count);
      return run(device_policy(), all.begin(), count, result);
    } else if constexpr (from_device && !to_device) {
      const vector_base<value_of<In>, device_space<value_of<In>>> all(first, first + count);
      const std::vector<value_of<In>> there(all.begin(), all.end());
      for (const value_of<In>& value : there) {
        *result = value;
        ++result;
      }
      return result;
    } else if constexpr (to_device) {
      return run(device_policy(), first, count, result);
    } else {
      for (std::ptrdiff_t i = 0; i < count; ++i, ++first, ++result)
        *result = *first;
      return result;
    }
  }
};
struct copy {
  template <class Policy, class In, class Out>
  static Out run(const Policy& policy, In first, In last, Out result) {
    return copy_n::run(policy, first, last - first, result);
  }
};

// Elements that are wanted, in their order.
struct copy_if {
  template <class Policy, class In, class Stencil, class Out, class IsWanted>
  static Out run(const Policy& policy, In first, In last, Stencil stencils, Out result, IsWanted is_wanted) {
    const auto in = raw(first);
    const auto stencil = raw(stencils);
    const auto out = raw(result);
    const std::ptrdiff_t count = last - first;
    std::ptrdiff_t all = 0;
    std::ptrdiff_t* const kept = &all;
    policy.once([=] {
      IsWanted ask = is_wanted;
      for (std::ptrdiff_t i = 0; i < count; ++i)
        if (ask(stencil[i]))
          out[(*kept)++] = in[i];
    });
    return result + all;
  }
  template <class Policy, class In, class Out, class IsWanted>
  static Out run(const Policy& policy, In first, In last, Out result, IsWanted is_wanted) {
    return run(policy, first, last, first, result, is_wanted);
  }
};

}  // namespace detail

template <class... Arguments>
auto copy_if(const Arguments&... arguments) {
  return detail::call<detail::copy_if>(arguments...);
}
template <class Policy, class In, class Out, class = std::enable_if_t<detail::is_policy<Policy>>>
Out copy(const Policy& policy, In first, In last, Out result) {
  return detail::copy::run(policy, first, last, result);
}
template <class In, class Out>
Out copy(In first, In last, Out result) {
  return detail::copy_n::run_between(first, std::distance(first, last), result);
}
template <class Policy, class In, class Size, class Out, class = std::enable_if_t<detail::is_policy<Policy>>>
Out copy_n(const Policy& policy, In first, Size count, Out result) {
  return detail::copy_n::run(policy, first, count, result);
}
template <class In, class Size, class Out>
Out copy_n(In first, Size count, Out result) {
  return detail::copy_n::run_between(first, count, result);
}

}  // namespace thrust
