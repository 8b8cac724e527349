// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Draws keyed by (seed, stream, element): element i takes draw offset + i of the stream, whoever computes it. Same bits
// for any grid, block order and run, on every GPU and on the CPU. For CudaRun see cuda_random.cuh.
#pragma once

#include "numbers.h"
#include "philox.h"
#include "run.h"

namespace detrain::kernels {

// A range of a stream's draws, as a user of detrain_stream or of curand_init(seed, stream, offset) names it.
struct Draws {
  std::uint64_t seed, stream, offset;
};

// In place of x, where nothing but the draw is read.
struct Nothing {
  DETRAIN_HD Nothing operator[](Size) const { return {}; }
};

// out[i] = make(x[i], draw offset + i) for i < n; an item computes one block of four.
template <class Run, class X, class T, class Make>
void ForEachDraw(Run& run, Draws draws, X x, T* out, Size n, Make make) {
  const Size first = draws.offset / 4, last = n == 0 ? first : (draws.offset + n - 1) / 4 + 1;
  run(last - first, [=] DETRAIN_HD(Size item) {
    const Words4 words = PhiloxBlock(draws.seed, draws.stream, first + item);
    for (Size w = 0; w < 4; ++w) {
      const Size i = 4 * (first + item) + w - draws.offset;
      if (i < n)  // those below the offset are large
        out[i] = make(x[i], words.word[w]);
    }
  });
}

template <class Run>
void FillBits(Run& run, Draws draws, std::uint32_t* out, Size n) {
  ForEachDraw(run, draws, Nothing{}, out, n, [=] DETRAIN_HD(Nothing, std::uint32_t word) { return word; });
}

// In [0,1), a multiple of 2^-24: detrain_stream_f32.
template <class Run>
void FillUniform(Run& run, Draws draws, float* out, Size n) {
  ForEachDraw(run, draws, Nothing{}, out, n, [=] DETRAIN_HD(Nothing, std::uint32_t word) {
    return static_cast<float>(word >> 8) * 5.9604644775390625e-8F;
  });
}

// In (0,1]: what curand_uniform makes of the same draw.
template <class Run>
void FillUniformAsCurand(Run& run, Draws draws, float* out, Size n) {
  ForEachDraw(run, draws, Nothing{}, out, n, [=] DETRAIN_HD(Nothing, std::uint32_t word) {
    return static_cast<float>(word) * 2.3283064365386963e-10F + 1.1641532182693481e-10F;
  });
}

// out[i] = x[i] / (1 - p) with probability 1 - p, else +0. `p` in [0,1). The gradient is the same call on the gradient
// of out, with the same draws. out may be x.
template <class Run, class T>
void Dropout(Run& run, Draws draws, float p, const T* x, T* out, Size n) {
  const auto threshold = static_cast<std::uint32_t>(static_cast<double>(p) * 4294967296.0);
  const double scale = 1 / (1 - static_cast<double>(p));
  ForEachDraw(run, draws, x, out, n, [=] DETRAIN_HD(T value, std::uint32_t word) {
    return Convert<T>(word >= threshold ? ToFloat(value) * scale : 0.0);
  });
}

// To one of the two neighbours in bf16, the nearer the likelier, so that the expected value is x (up to the 16 bits of
// the draw). What bf16 holds stays; NaN becomes the quiet NaN; above the largest number the upper neighbour is
// infinity.
DETRAIN_HD inline Bf16 StochasticRound(float x, std::uint32_t word) {
  const auto bits = BitCast<std::uint32_t>(x);
  if ((bits & 0x7f800000) == 0x7f800000)
    return Convert<Bf16>(x);
  return {static_cast<std::uint16_t>((bits + (word & 0xffff)) >> 16)};
}

template <class Run>
void StochasticRounding(Run& run, Draws draws, const float* x, Bf16* out, Size n) {
  ForEachDraw(run, draws, x, out, n,
              [=] DETRAIN_HD(float value, std::uint32_t word) { return StochasticRound(value, word); });
}

}  // namespace detrain::kernels
