// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Softmax cross-entropy, loss and gradient. Same bits for any grid, block order and run, on every GPU and on the CPU:
// fixed trees, and exp and log of exp_log.h. For CudaRun see cuda_softmax.cuh.
#pragma once

#include "exp_log.h"
#include "reduce.h"

namespace detrain::kernels {

DETRAIN_HD inline Size SoftmaxLanes(Size classes) {
  return LanesFor(classes, 16, 32, 1024);
}

// What a row's elements are computed from.
struct SoftmaxRow {
  double top, factor;  // the largest logit; scale / sum of exp(logit - top)
};

inline std::size_t SoftmaxWorkspace(Size rows) {
  return static_cast<std::size_t>(rows) * sizeof(SoftmaxRow);
}

// A NaN is above all; the larger otherwise.
DETRAIN_HD inline float MaxOrNan(float a, float b) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  float larger;
  asm("max.NaN.f32 %0, %1, %2;" : "=f"(larger) : "f"(a), "f"(b));
  return larger;
#endif
  return a != a || a > b ? a : b;
}

DETRAIN_HD inline double SoftmaxShare(float logit, double top) {
  return Exp(logit - top);
}
DETRAIN_HD inline float SoftmaxLoss(float logit, double top, double sum) {
  return Finish<float>(Log(sum) + top - logit);
}
// `scale` where it is the target, else 0.
template <class T>
DETRAIN_HD inline T SoftmaxGradient(float logit, const SoftmaxRow& row, float scale) {
  return Finish<T>(SoftmaxShare(logit, row.top) * row.factor - scale);
}

// loss[r] = log(sum exp(logits[r])) - logits[r][target[r]], and where gradient is not null
// gradient[r][c] = (softmax(logits[r])[c] - (c == target[r])) * scale. Both are written, not added to. logits and
// gradient: `extent`, rows * classes, may be the same memory. A target outside 0..classes-1 is left out: loss +0,
// gradient +0. A row with NaN, +infinity or nothing but -infinity gives NaN.
template <class Run, class T, class Index>
void SoftmaxCrossEntropy(Run& run, const T* logits, const Index* target, Extent extent, float scale, float* loss,
                         T* gradient, void* workspace) {
  const Size rows = extent.rows, classes = extent.columns, lanes = SoftmaxLanes(classes);
  auto* const of_rows = static_cast<SoftmaxRow*>(workspace);
  run(rows, [=] DETRAIN_HD(Size row) {
    const T* const x = logits + row * classes;
    float top = -Infinity<float>(false);
    for (Size c = 0; c < classes; ++c)
      top = MaxOrNan(ToFloat(x[c]), top);
    const double sum = SumTree(lanes, classes, [=](Size c) { return SoftmaxShare(ToFloat(x[c]), top); });
    const Size at = static_cast<Size>(target[row]);
    loss[row] = at < classes ? SoftmaxLoss(ToFloat(x[at]), top, sum) : 0;
    of_rows[row] = {top, scale / sum};
  });
  if (gradient == nullptr)
    return;
  run(rows * classes, [=] DETRAIN_HD(Size item) {
    const Size row = item / classes, c = item % classes, at = static_cast<Size>(target[row]);
    gradient[item] =
        at < classes ? SoftmaxGradient<T>(ToFloat(logits[item]), of_rows[row], at == c ? scale : 0) : Finish<T>(0);
  });
}

}  // namespace detrain::kernels
