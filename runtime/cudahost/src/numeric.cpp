// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// 16-bit formats and draws, over the definitions of kernels/.
#include <cmath>

#include "curand_kernel.h"
#include "detrain/cudahost/narrow.h"
#include "kernels/numbers.h"
#include "kernels/philox.h"

namespace detrain::cudahost {

unsigned short NarrowFromFloat(NarrowFormat format, float x) {
  return format == NarrowFormat::Half ? kernels::Convert<kernels::Half>(x).bits
                                      : kernels::Convert<kernels::Bf16>(x).bits;
}
float NarrowToFloat(NarrowFormat format, unsigned short bits) {
  return format == NarrowFormat::Half ? kernels::ToFloat(kernels::Half{bits}) : kernels::ToFloat(kernels::Bf16{bits});
}

uint4 PhiloxDraws(unsigned long long seed, unsigned long long stream, unsigned long long from) {
  return {kernels::PhiloxDraw(seed, stream, from), kernels::PhiloxDraw(seed, stream, from + 1),
          kernels::PhiloxDraw(seed, stream, from + 2), kernels::PhiloxDraw(seed, stream, from + 3)};
}

float2 BoxMuller(unsigned a, unsigned b) {
  const float u = _curand_uniform(a);
  const float v = static_cast<float>(b) * (2.3283064365386963e-10F * 6.2831855F) + 1.1641532182693481e-10F * 6.2831855F;
  const float s = std::sqrt(-2.0F * std::log(u));
  return {std::sin(v) * s, std::cos(v) * s};
}

}  // namespace detrain::cudahost
