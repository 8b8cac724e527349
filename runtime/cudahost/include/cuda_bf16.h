// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// bfloat16.
#pragma once

#include "cuda_runtime.h"
#include "detrain/cudahost/narrow.h"

#define DETRAIN_NARROW __nv_bfloat16
#define DETRAIN_NARROW_RAW __nv_bfloat16_raw
#define DETRAIN_NARROW_PAIR __nv_bfloat162
#define DETRAIN_NARROW_FORMAT Bfloat
#define DETRAIN_NARROW_CALLED(before, after) before##bfloat16##after
#include "detrain/cudahost/narrow_float.inc"

using nv_bfloat16 = __nv_bfloat16;
using nv_bfloat162 = __nv_bfloat162;
inline __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 a) {
  return {a, a};
}
