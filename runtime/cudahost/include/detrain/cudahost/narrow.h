// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The 16-bit floating-point formats of CUDA.
#pragma once

namespace detrain::cudahost {

enum class NarrowFormat : unsigned char { Half, Bfloat };

unsigned short NarrowFromFloat(NarrowFormat format, float x);  // to nearest even
float NarrowToFloat(NarrowFormat format, unsigned short bits);

}  // namespace detrain::cudahost
