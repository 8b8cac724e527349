// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A function of several arguments as one of a tuple.
#pragma once

#include "thrust/tuple.h"

namespace thrust {

template <class Function>
struct zip_function {
  Function function;

  explicit zip_function(Function of) : function(of) {}
  template <class Tuple>
  decltype(auto) operator()(Tuple&& arguments) const {
    return std::apply(function, std::forward<Tuple>(arguments));
  }
};

template <class Function>
zip_function<Function> make_zip_function(Function function) {
  return zip_function<Function>(function);
}

}  // namespace thrust
