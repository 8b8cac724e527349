// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// address_keys.hpp: what std::less and std::hash of a pointer are in a rewritten program, so that a container whose
// keys are addresses has the same order in every run, and after a restore. Within one block the order is that of `<`.
#ifndef DETRAIN_ADDRESS_KEYS_HPP
#define DETRAIN_ADDRESS_KEYS_HPP

#include <cstddef>
#include <functional>

#include "detrain/detrain.h"

namespace detrain {

template <typename T>
struct AddressLess {
  typedef T* first_argument_type;
  typedef T* second_argument_type;
  typedef bool result_type;

  bool operator()(T* a, T* b) const noexcept { return detrain_address_before(a, b) != 0; }
};

template <typename T>
struct AddressHash {
  typedef T* argument_type;
  typedef std::size_t result_type;

  std::size_t operator()(T* address) const noexcept { return detrain_address_hash(address); }
};

}  // namespace detrain

#endif
