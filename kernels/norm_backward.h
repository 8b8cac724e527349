// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Gradients of layer norm (Ba, Kiros, Hinton 2016) and of group norm (Wu, He 2018). Same bits for any grid, block order
// and run, on every GPU and on the CPU: fixed trees (reduce.h), no atomics.
#pragma once

#include "kernels/reduce.h"

namespace detrain::kernels {

// Input of both: an image is `batch` samples of `channels` rows of `space` elements (layer norm: space 1), in groups of
// channels / groups channels. mean and rstd (1 / standard deviation) are those of the forward pass, one of each for
// each group of each sample. Output: all three are added to. All gradients are of the format T; weight, mean, rstd too.
template <class T>
struct NormShape {
  const T* out;     // gradient of the output [batch][channels][space]
  const T* x;       // input of the forward pass, likewise
  const T* weight;  // [channels]
  const T *mean, *rstd;
  Size batch, channels, space, groups;

  DETRAIN_HD Size GroupSize() const { return channels / groups * space; }
  DETRAIN_HD double Normed(Size at, Size group) const {
    return (static_cast<double>(ToFloat(x[at])) - ToFloat(mean[group])) * ToFloat(rstd[group]);
  }
  DETRAIN_HD double Weighted(Size at) const {
    return static_cast<double>(ToFloat(weight[at / space % channels])) * ToFloat(out[at]);
  }
};

template <class T>
std::size_t NormBackwardWorkspace(const NormShape<T>& s) {
  Workspace space(nullptr);
  space.Take<double>(2 * s.batch * s.groups * (kSegmentLanes + 1));
  space.Take<double>(RowLanes(s.batch * s.space) * s.channels);
  return space.used();
}

// dx += rstd * (w*g - mean(w*g) - norm * mean(w*g * norm)), means over a group; dw += sum g * norm; db += sum g.
template <class Run, class T>
void GroupNormBackward(Run& run, const NormShape<T>& shape, T* input, T* weight, T* bias, void* workspace) {
  const NormShape<T> s = shape;
  const Size groups = s.batch * s.groups, size = s.GroupSize(), rows = s.batch * s.space;
  Workspace space(workspace);
  double* const sums = space.Take<double>(2 * groups * (kSegmentLanes + 1));
  double* const partial = space.Take<double>(RowLanes(rows) * s.channels);
  // Segment 2g: the sum of w*g over group g. 2g + 1: the one times norm.
  SumSegments(
      run, 2 * groups, kSegmentLanes, sums + 2 * groups, [=] DETRAIN_HD(Size) { return size; },
      [=] DETRAIN_HD(Size segment, Size i) {
        const Size group = segment / 2, at = group * size + i;
        return s.Weighted(at) * (segment % 2 == 0 ? 1.0 : s.Normed(at, group));
      },
      [=] DETRAIN_HD(Size segment, double sum) { sums[segment] = sum / static_cast<double>(size); });
  run(groups * size, [=] DETRAIN_HD(Size at) {
    const Size group = at / size;
    const double all = s.Weighted(at) - sums[2 * group] - s.Normed(at, group) * sums[2 * group + 1];
    input[at] = Finish<T>(ToFloat(input[at]) + ToFloat(s.rstd[group]) * all);
  });
  const auto place = [=] DETRAIN_HD(Size row, Size c) {
    return (row / s.space * s.channels + c) * s.space + row % s.space;
  };
  SumRows(
      run, rows, s.channels, partial,
      [=] DETRAIN_HD(Size row, Size c) {
        const Size at = place(row, c);
        return static_cast<double>(ToFloat(s.out[at])) * s.Normed(at, at / size);
      },
      [=] DETRAIN_HD(Size c, double sum) { weight[c] = Finish<T>(ToFloat(weight[c]) + sum); });
  SumRows(
      run, rows, s.channels, partial,
      [=] DETRAIN_HD(Size row, Size c) { return static_cast<double>(ToFloat(s.out[place(row, c)])); },
      [=] DETRAIN_HD(Size c, double sum) { bias[c] = Finish<T>(ToFloat(bias[c]) + sum); });
}

// Layer norm over rows of `channels`: group norm with one group and space 1.
template <class Run, class T>
void LayerNormBackward(Run& run, const NormShape<T>& shape, T* input, T* weight, T* bias, void* workspace) {
  NormShape<T> s = shape;
  s.space = s.groups = 1;
  GroupNormBackward(run, s, input, weight, bias, workspace);
}

}  // namespace detrain::kernels
