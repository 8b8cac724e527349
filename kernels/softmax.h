// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Softmax cross-entropy, loss and gradient. Same bits for any grid, block order and run, on every GPU and on the CPU:
// fixed trees, and exp and log of math.h.
#pragma once

#include "kernels/math.h"
#include "kernels/reduce.h"

namespace detrain::kernels {

DETRAIN_HD inline Size SoftmaxLanes(Size classes) {
  const Size lanes = Lanes(classes);
  return lanes > 256 ? 256 : lanes;
}

inline std::size_t SoftmaxWorkspace(Size rows, Size classes) {
  return static_cast<std::size_t>(rows * (SoftmaxLanes(classes) + 2)) * sizeof(double);
}

// A NaN is above all; the larger otherwise.
DETRAIN_HD inline double MaxOrNan(double a, double b) {
  return a != a || a > b ? a : b;
}

// loss[r] = log(sum exp(logits[r])) - logits[r][target[r]], and where gradient is not null
// gradient[r][c] = (softmax(logits[r])[c] - (c == target[r])) * scale. Both are written, not added to. logits and
// gradient: `extent`, rows * classes, may be the same memory. A target outside 0..classes-1 is left out: loss +0,
// gradient +0. A row with NaN, +infinity or nothing but -infinity gives NaN.
template <class Run, class T, class Index>
void SoftmaxCrossEntropy(Run& run, const T* logits, const Index* target, Extent extent, float scale, float* loss,
                         T* gradient, void* workspace) {
  const Size rows = extent.rows, classes = extent.columns, lanes = SoftmaxLanes(classes);
  auto* const top = static_cast<double*>(workspace);
  double *const sums = top + rows, *const partial = sums + rows;
  const double least = -static_cast<double>(Infinity<float>(false));
  run(rows * lanes, [=] DETRAIN_HD(Size item) {
    double max = least;
    for (Size c = item % lanes; c < classes; c += lanes)
      max = MaxOrNan(ToFloat(logits[item / lanes * classes + c]), max);
    partial[item] = max;
  });
  run(rows, [=] DETRAIN_HD(Size row) {
    double max = least;
    for (Size lane = 0; lane < lanes; ++lane)
      max = MaxOrNan(partial[row * lanes + lane], max);
    top[row] = max;
  });
  SumSegments(
      run, rows, lanes, partial, [=] DETRAIN_HD(Size) { return classes; },
      [=] DETRAIN_HD(Size row, Size c) { return Exp(ToFloat(logits[row * classes + c]) - top[row]); },
      [=] DETRAIN_HD(Size row, double sum) {
        sums[row] = sum;
        const Size at = static_cast<Size>(target[row]);
        loss[row] = at < classes ? Finish<float>(Log(sum) + top[row] - ToFloat(logits[row * classes + at])) : 0;
      });
  if (gradient == nullptr)
    return;
  run(rows * classes, [=] DETRAIN_HD(Size item) {
    const Size row = item / classes, at = static_cast<Size>(target[row]);
    const double share = Exp(ToFloat(logits[item]) - top[row]) / sums[row];
    gradient[item] = at < classes ? Finish<T>((share - (at == item % classes ? 1 : 0)) * scale) : Finish<T>(0);
  });
}

}  // namespace detrain::kernels
