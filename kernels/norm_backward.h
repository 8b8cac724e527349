// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Gradients of layer norm (Ba, Kiros, Hinton 2016) and of group norm (Wu, He 2018). Same bits for any grid, block order
// and run, on every GPU and on the CPU: fixed trees (reduce.h), no atomics. For CudaRun see cuda_norm.cuh.
#pragma once

#include "reduce.h"

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

  DETRAIN_HD Size GroupChannels() const { return channels / groups; }
  DETRAIN_HD Size GroupSize() const { return GroupChannels() * space; }
};

// One element: gradient g of the output, and the normalised input.
DETRAIN_HD inline double Normed(float x, double mean, double rstd) {
  return (x - mean) * rstd;
}

// What is added to the gradient of the input: of_group are the means over the group of w*g and of w*g * norm.
DETRAIN_HD inline double NormInputGradient(double weighted, double norm, double rstd, const double* of_group) {
  return rstd * (weighted - of_group[0] - norm * of_group[1]);
}

// Lanes of the sums over the space of a channel, and over the channels of a group.
DETRAIN_HD inline Size SpaceLanes(Size space) {
  return LanesFor(space, 32, 128, 4096);
}
DETRAIN_HD inline Size ChannelLanes(Size channels) {
  return LanesFor(channels, 4, 32, 512);
}

// The two sums over the space of a channel of a sample, row = sample * channels + channel: of g, and of g * norm. Kept
// in memory but where the space is a single element.
template <class T>
struct ChannelSums {
  NormShape<T> s;
  double* kept;

  DETRAIN_HD double Element(Size row, Size i, Size which) const {
    const Size at = row * s.space + i, group = row / s.GroupChannels();
    const double g = ToFloat(s.out[at]);
    return which == 0 ? g : g * Normed(ToFloat(s.x[at]), ToFloat(s.mean[group]), ToFloat(s.rstd[group]));
  }
  DETRAIN_HD double operator()(Size row, Size which) const {
    return s.space == 1 ? Element(row, 0, which) : kept[2 * row + which];
  }
};

// What lies in the workspace. `partial` has room for what a CPU keeps of sums down columns, and a GPU of layer norm.
struct NormWorkspace {
  double *kept, *means, *partial;

  template <class T>
  static std::size_t Lay(const NormShape<T>& s, void* base, NormWorkspace* at) {
    Workspace space(base);
    at->kept = space.Take<double>(s.space == 1 ? 0 : 2 * s.batch * s.channels);
    at->means = space.Take<double>(2 * s.batch * s.groups);
    at->partial = space.Take<double>(2 * RowLanes(s.batch) * s.channels);
    return space.used();
  }
};

template <class T>
std::size_t NormBackwardWorkspace(const NormShape<T>& s) {
  NormWorkspace at{};
  return NormWorkspace::Lay(s, nullptr, &at);
}

// kept[2 * row], kept[2 * row + 1]: the sums of ChannelSums.
template <class Run, class T>
void SumSpace(Run& run, const ChannelSums<T>& sums) {
  const Size space = sums.s.space, lanes = SpaceLanes(space);
  run(2 * sums.s.batch * sums.s.channels, [=] DETRAIN_HD(Size item) {
    sums.kept[item] = SumTree(lanes, space, [=](Size i) { return sums.Element(item / 2, i, item % 2); });
  });
}

// means[2 * group], means[2 * group + 1]: the means over the group of w*g, and of w*g * norm.
template <class Run, class T>
void MeanOfGroups(Run& run, const ChannelSums<T>& sums, double* means) {
  const NormShape<T> s = sums.s;
  const Size channels = s.GroupChannels(), lanes = ChannelLanes(channels);
  const double share = 1 / static_cast<double>(s.GroupSize());
  run(2 * s.batch * s.groups, [=] DETRAIN_HD(Size item) {
    const Size first = item / 2 * channels;
    means[item] = share * SumTree(lanes, channels, [=](Size c) {
                    return ToFloat(s.weight[(first + c) % s.channels]) * sums(first + c, item % 2);
                  });
  });
}

template <class Run, class T>
void AddInputGradient(Run& run, const NormShape<T>& s, const double* means, T* input) {
  run(s.batch * s.channels * s.space, [=] DETRAIN_HD(Size at) {
    const Size row = at / s.space, group = row / s.GroupChannels();
    const double rstd = ToFloat(s.rstd[group]), norm = Normed(ToFloat(s.x[at]), ToFloat(s.mean[group]), rstd);
    const double weighted = static_cast<double>(ToFloat(s.weight[row % s.channels])) * ToFloat(s.out[at]);
    input[at] = Finish<T>(ToFloat(input[at]) + NormInputGradient(weighted, norm, rstd, means + 2 * group));
  });
}

// Column c of 2 * channels: the sum of g for bias[c], then that of g * norm for weight[c - channels].
template <class T>
DETRAIN_HD inline void AddToParameter(T* weight, T* bias, Size channels, Size column, double sum) {
  T* const to = column < channels ? bias + column : weight + (column - channels);
  *to = Finish<T>(ToFloat(*to) + sum);
}

template <class Run, class T>
void AddParameterGradients(Run& run, const ChannelSums<T>& sums, T* weight, T* bias, double* partial) {
  const Size channels = sums.s.channels;
  SumRows(
      run, sums.s.batch, 2 * channels, partial,
      [=] DETRAIN_HD(Size sample, Size column) {
        const Size which = column < channels ? 0 : 1;
        return sums(sample * channels + column - which * channels, which);
      },
      [=] DETRAIN_HD(Size column, double sum) { AddToParameter(weight, bias, channels, column, sum); });
}

// dx += rstd * (w*g - mean(w*g) - norm * mean(w*g * norm)), means over a group; dw += sum g * norm; db += sum g. Sums
// over the space of a channel come first, and serve both the means and the gradients of the parameters.
template <class Run, class T>
void GroupNormBackward(Run& run, const NormShape<T>& s, T* input, T* weight, T* bias, void* workspace) {
  NormWorkspace at{};
  NormWorkspace::Lay(s, workspace, &at);
  const ChannelSums<T> sums{s, at.kept};
  if (s.space != 1)
    SumSpace(run, sums);
  MeanOfGroups(run, sums, at.means);
  AddInputGradient(run, s, at.means, input);
  AddParameterGradients(run, sums, weight, bias, at.partial);
}

// Layer norm over rows of `channels`: group norm with one group and space 1.
template <class Run, class T>
void LayerNormBackward(Run& run, const NormShape<T>& shape, T* input, T* weight, T* bias, void* workspace) {
  NormShape<T> s = shape;
  s.space = s.groups = 1;
  GroupNormBackward(run, s, input, weight, bias, workspace);
}

}  // namespace detrain::kernels
