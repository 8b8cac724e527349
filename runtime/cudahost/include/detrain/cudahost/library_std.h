// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cuda::std of CUDA's C++ library: the C++ library of the host compiler, which has its names.
#pragma once

namespace cuda {
namespace std {
using namespace ::std;
}  // namespace std
}  // namespace cuda
