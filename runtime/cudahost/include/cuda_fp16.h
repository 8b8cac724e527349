// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// IEEE half precision.
#pragma once

#include "cuda_runtime.h"
#include "detrain/cudahost/narrow.h"

#define DETRAIN_NARROW __half
#define DETRAIN_NARROW_RAW __half_raw
#define DETRAIN_NARROW_PAIR __half2
#define DETRAIN_NARROW_FORMAT Half
#define DETRAIN_NARROW_CALLED(before, after) before##half##after
#include "detrain/cudahost/narrow_float.inc"

using __nv_half = __half;
using half = __half;
using half2 = __half2;
inline __half2 __half2half2(__half a) {
  return {a, a};
}
