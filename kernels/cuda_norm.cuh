// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// norm_backward.h on a GPU: layer norm in one pass over its input, group norm in two.
#pragma once

#include "cuda_block.cuh"
#include "cuda_pass.cuh"
#include "cuda_reduce.cuh"
#include "norm_backward.h"

namespace detrain::kernels {

// ---- Layer norm: a block takes the rows of one lane of the sums down columns, a thread up to kEach of a row's
// channels.

template <unsigned kEach, class T>
__global__ void __launch_bounds__(512) LayerNormRows(NormShape<T> s, Size lanes, T* input, double* partial) {
  const unsigned channels = static_cast<unsigned>(s.channels);
  const double share = 1 / static_cast<double>(s.channels);
  float weight[kEach];
  for (unsigned k = 0; k < kEach; ++k) {
    const unsigned c = threadIdx.x + k * blockDim.x;
    weight[k] = c < channels ? ToFloat(s.weight[c]) : 0;
  }
  for (Size lane = blockIdx.x; lane < lanes; lane += gridDim.x) {
    double of_bias[kEach] = {}, of_weight[kEach] = {};
    for (Size row = lane; row < s.batch; row += lanes) {
      T g[kEach], x[kEach], before[kEach];
      for (unsigned k = 0; k < kEach; ++k) {
        const unsigned c = threadIdx.x + k * blockDim.x;
        const bool inside = c < channels;
        const Size at = row * channels + c;
        g[k] = inside ? s.out[at] : T{};
        x[k] = inside ? s.x[at] : T{};
        before[k] = inside ? input[at] : T{};
      }
      const double mean = ToFloat(s.mean[row]), rstd = ToFloat(s.rstd[row]);
      double norm[kEach], sum[2] = {};
      for (unsigned k = 0; k < kEach; ++k) {
        norm[k] = Normed(ToFloat(x[k]), mean, rstd);
        if (threadIdx.x + k * blockDim.x >= channels)
          continue;
        const double own = ToFloat(g[k]), normed = own * norm[k];
        sum[0] += weight[k] * own;
        sum[1] += weight[k] * normed;
        of_bias[k] += own;
        of_weight[k] += normed;
      }
      BlockSum(sum);
      const double means[2] = {share * sum[0], share * sum[1]};
      for (unsigned k = 0; k < kEach; ++k) {
        const unsigned c = threadIdx.x + k * blockDim.x;
        const double weighted = static_cast<double>(weight[k]) * ToFloat(g[k]);
        if (c < channels)
          input[row * channels + c] = Finish<T>(ToFloat(before[k]) + NormInputGradient(weighted, norm[k], rstd, means));
      }
    }
    double* const of_lane = partial + lane * 2 * channels;
    for (unsigned k = 0; k < kEach; ++k) {
      const unsigned c = threadIdx.x + k * blockDim.x;
      if (c >= channels)
        continue;
      of_lane[c] = of_bias[k];
      of_lane[channels + c] = of_weight[k];
    }
  }
}

template <class T>
using LayerNormKernel = void (*)(NormShape<T>, Size, T*, double*);

// Null: there are none, or a thread would have too many.
template <class T>
LayerNormKernel<T> LayerNormFor(Size channels) {
  const Size each = (channels + ChannelLanes(channels) - 1) / ChannelLanes(channels);
  if (each == 0 || each > 16)
    return nullptr;
  return each <= 3   ? LayerNormRows<3, T>
         : each <= 4 ? LayerNormRows<4, T>
         : each <= 8 ? LayerNormRows<8, T>
                     : LayerNormRows<16, T>;
}

template <class T>
void GroupNormBackward(CudaRun& run, const NormShape<T>& s, T* input, T* weight, T* bias, void* workspace) {
  const LayerNormKernel<T> rows = s.space == 1 && s.groups == 1 ? LayerNormFor<T>(s.channels) : nullptr;
  if (rows == nullptr)
    return GroupNormBackward<CudaRun, T>(run, s, input, weight, bias, workspace);
  NormWorkspace at{};
  NormWorkspace::Lay(s, workspace, &at);
  const Size lanes = RowLanes(s.batch), channels = s.channels;
  rows<<<run.Blocks(lanes), static_cast<unsigned>(ChannelLanes(channels)), 0, run.stream()>>>(s, lanes, input,
                                                                                              at.partial);
  SumGroups(run, at.partial, lanes, 2 * channels,
            [=] DETRAIN_HD(Size column, double sum) { AddToParameter(weight, bias, channels, column, sum); });
}

// ---- Group norm

// A block takes a channel of a sample, a thread four lanes of its sums.
template <bool kAligned, class T>
__global__ void __launch_bounds__(1024) SumsOfSpace(ChannelSums<T> sums) {
  constexpr Size kRounds = 2;
  const NormShape<T>& s = sums.s;
  const Size lanes = 4 * blockDim.x;
  for (Size row = blockIdx.x; row < s.batch * s.channels; row += gridDim.x) {
    const Size group = row / s.GroupChannels();
    const double mean = ToFloat(s.mean[group]), rstd = ToFloat(s.rstd[group]);
    const T *const out = s.out + row * s.space, *const x = s.x + row * s.space;
    double of_g[4] = {}, of_normed[4] = {};
    for (Size i = 4 * threadIdx.x; i < s.space; i += kRounds * lanes) {
      Four<T> g[kRounds], v[kRounds];
      for (Size round = 0; round < kRounds; ++round) {
        g[round] = LoadWhole<kAligned>(out, i + round * lanes, s.space);
        v[round] = LoadWhole<kAligned>(x, i + round * lanes, s.space);
      }
      for (Size round = 0; round < kRounds; ++round)
        for (Size k = 0; k < 4; ++k) {
          if (i + round * lanes + (kAligned ? 0 : k) >= s.space)  // the end is that of a four
            continue;
          const double own = ToFloat(g[round].at[k]);
          of_g[k] += own;
          of_normed[k] += own * Normed(ToFloat(v[round].at[k]), mean, rstd);
        }
    }
    double sum[2] = {(of_g[0] + of_g[1]) + (of_g[2] + of_g[3]),
                     (of_normed[0] + of_normed[1]) + (of_normed[2] + of_normed[3])};
    BlockSum(sum);
    if (threadIdx.x == 0) {
      sums.kept[2 * row] = sum[0];
      sums.kept[2 * row + 1] = sum[1];
    }
  }
}

template <class T>
bool AreFours(const NormShape<T>& s) {
  return s.space % 4 == 0 && IsAligned(s.out) && IsAligned(s.x);
}

template <class T>
void SumSpace(CudaRun& run, const ChannelSums<T>& sums) {
  const auto kernel = AreFours(sums.s) ? SumsOfSpace<true, T> : SumsOfSpace<false, T>;
  const unsigned threads = static_cast<unsigned>(SpaceLanes(sums.s.space) / 4);
  kernel<<<run.Blocks(sums.s.batch * sums.s.channels), threads, 0, run.stream()>>>(sums);
}

// A block takes a group of a sample, a thread one lane.
template <class T>
__global__ void __launch_bounds__(512) MeansOfGroups(ChannelSums<T> sums, double* means) {
  const NormShape<T>& s = sums.s;
  const Size channels = s.GroupChannels();
  const double share = 1 / static_cast<double>(s.GroupSize());
  for (Size group = blockIdx.x; group < s.batch * s.groups; group += gridDim.x) {
    const Size first = group * channels;
    double sum[2] = {};
    for (Size c = threadIdx.x; c < channels; c += blockDim.x) {
      const double weight = ToFloat(s.weight[(first + c) % s.channels]);
      sum[0] += weight * sums(first + c, 0);
      sum[1] += weight * sums(first + c, 1);
    }
    BlockSum(sum);
    if (threadIdx.x == 0) {
      means[2 * group] = share * sum[0];
      means[2 * group + 1] = share * sum[1];
    }
  }
}

template <class T>
void MeanOfGroups(CudaRun& run, const ChannelSums<T>& sums, double* means) {
  const unsigned threads = static_cast<unsigned>(ChannelLanes(sums.s.GroupChannels()));
  MeansOfGroups<<<run.Blocks(sums.s.batch * sums.s.groups), threads, 0, run.stream()>>>(sums, means);
}

// Fours of one channel each; their number fits into 32 bits, as division is slow.
template <class T>
__global__ void __launch_bounds__(kBlock) AddFours(NormShape<T> s, const double* means, T* input) {
  const unsigned fours = static_cast<unsigned>(s.batch * s.channels * s.space / 4),
                 of_row = static_cast<unsigned>(s.space / 4), of_group = static_cast<unsigned>(s.GroupChannels());
  for (Size item = Size{blockIdx.x} * kBlock + threadIdx.x; item < fours; item += Size{gridDim.x} * kBlock) {
    const Four<T> g = LoadAligned(s.out + 4 * item), x = LoadAligned(s.x + 4 * item);
    Four<T> to = LoadAligned(input + 4 * item);
    const unsigned row = static_cast<unsigned>(item) / of_row, group = row / of_group;
    const double rstd = ToFloat(s.rstd[group]), mean = ToFloat(s.mean[group]);
    const double weight = ToFloat(s.weight[row % static_cast<unsigned>(s.channels)]);
    for (int k = 0; k < 4; ++k) {
      const double norm = Normed(ToFloat(x.at[k]), mean, rstd);
      to.at[k] =
          Finish<T>(ToFloat(to.at[k]) + NormInputGradient(weight * ToFloat(g.at[k]), norm, rstd, means + 2 * group));
    }
    StoreAligned(input + 4 * item, to);
  }
}

template <class T>
void AddInputGradient(CudaRun& run, const NormShape<T>& s, const double* means, T* input) {
  const Size fours = s.batch * s.channels * s.space / 4;
  if (!AreFours(s) || !IsAligned(input) || fours >= Size{1} << 32)
    return AddInputGradient<CudaRun, T>(run, s, means, input);
  AddFours<<<run.Blocks((fours + kBlock - 1) / kBlock), kBlock, 0, run.stream()>>>(s, means, input);
}

}  // namespace detrain::kernels
