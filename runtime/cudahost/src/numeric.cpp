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

uint4 PhiloxOutput(uint4 counter, uint2 key) {
  const kernels::Words4 words = kernels::Philox({{counter.x, counter.y, counter.z, counter.w}}, key.x, key.y);
  return {words.word[0], words.word[1], words.word[2], words.word[3]};
}

float2 BoxMuller(unsigned a, unsigned b) {
  const float u = _curand_uniform(a);
  const float v = static_cast<float>(b) * (2.3283064365386963e-10F * 6.2831855F) + 1.1641532182693481e-10F * 6.2831855F;
  const float s = std::sqrt(-2.0F * std::log(u));
  return {std::sin(v) * s, std::cos(v) * s};
}

double2 BoxMullerDouble(unsigned a, unsigned b, unsigned c, unsigned d) {
  constexpr double kPi = 3.1415926535897932;
  const double s = std::sqrt(-2.0 * std::log(_curand_uniform_double_hq(a, b)));
  const double v = 2.0 * _curand_uniform_double_hq(c, d) * kPi;
  return {std::sin(v) * s, std::cos(v) * s};
}

}  // namespace detrain::cudahost
