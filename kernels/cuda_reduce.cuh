// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The trees of reduce.h on a GPU. A thread has the lanes whose elements it loads together, a block adds up its lanes.
#pragma once

#include "cuda_block.cuh"
#include "cuda_pass.cuh"
#include "reduce.h"

namespace detrain::kernels {

// partial[b]: the sum of the lanes of block b. value(0) is 0.
template <bool kAligned, class T, class Value>
__global__ void __launch_bounds__(kBlockLanes / 4)
    SumOfBlocks(const T* x, Size n, Size lanes, double* partial, Value value) {
  constexpr Size kRounds = 8;  // whose loads are on their way at a time
  for (Size block = blockIdx.x; block < lanes / kBlockLanes; block += gridDim.x) {
    double lane[4] = {};
    for (Size i = block * kBlockLanes + 4 * threadIdx.x; i < n; i += kRounds * lanes) {
      Four<T> four[kRounds];
#pragma unroll
      for (unsigned round = 0; round < kRounds; ++round)
        four[round] = LoadFour<kAligned>(x, i + round * lanes, n);
      for (const Four<T>& of_round : four)
        for (int k = 0; k < 4; ++k)
          lane[k] += value(static_cast<double>(ToFloat(of_round.at[k])));
    }
    double sum[1] = {(lane[0] + lane[1]) + (lane[2] + lane[3])};
    BlockSum(sum);
    if (threadIdx.x == 0)
      partial[block] = sum[0];
  }
}

template <class Done>
__global__ void __launch_bounds__(kBlock) SumOfPartial(const double* partial, Size count, Done done) {
  double sum[1] = {threadIdx.x < count ? partial[threadIdx.x] : 0};
  BlockSum(sum);
  if (threadIdx.x == 0)
    done(sum[0]);
}

template <class T, class Value, class Done>
void SumAll(CudaRun& run, const T* x, Size n, double* partial, Value value, Done done) {
  const Size lanes = Lanes(n), blocks = lanes / kBlockLanes;
  const auto sum = IsAligned(x) ? SumOfBlocks<true, T, Value> : SumOfBlocks<false, T, Value>;
  sum<<<run.Blocks(blocks), kBlockLanes / 4, 0, run.stream()>>>(x, n, lanes, partial, value);
  SumOfPartial<<<1, kBlock, 0, run.stream()>>>(partial, blocks, done);
}

// A warp takes a segment.
template <class T, class To>
__global__ void __launch_bounds__(kBlock) SumOfSegments(const T* x, const Size* offset, Size segments, To* sum) {
  constexpr Size kRounds = 8;
  const Size lane = threadIdx.x % 32, warps = gridDim.x * (kBlock / 32);
  for (Size s = blockIdx.x * (kBlock / 32) + threadIdx.x / 32; s < segments; s += warps) {
    const T* const from = x + offset[s];
    const Size n = offset[s + 1] - offset[s];
    double own = 0;
    for (Size i = lane; i < n; i += 32 * kRounds) {
      T element[kRounds];
#pragma unroll
      for (Size round = 0; round < kRounds; ++round)
        element[round] = i + 32 * round < n ? from[i + 32 * round] : T{};
      for (const T& of_round : element)
        own += static_cast<double>(ToFloat(of_round));
    }
    own = WarpSum(own);
    if (lane == 0)
      sum[s] = Finish<To>(own);
  }
}

template <class T, class To>
void SegmentedReduce(CudaRun& run, const T* x, const Size* offset, Size segments, To* sum) {
  static_assert(kSegmentLanes == 32, "a warp's");
  SumOfSegments<<<run.Blocks(segments / (kBlock / 32) + 1), kBlock, 0, run.stream()>>>(x, offset, segments, sum);
}

// ---- Sums down columns: a block of 32 x 8 threads has 128 columns and a group of lanes.

constexpr unsigned kTile = 128;

// Which of the tile's columns are a thread's: neighbours, which it loads together, or those 32 apart.
template <bool kAdjacent>
__device__ unsigned ColumnOfTile(unsigned k) {
  return kAdjacent ? 4 * threadIdx.x + k : threadIdx.x + 32 * k;
}

__device__ inline double WideOf(double x) {
  return x;
}
template <class T>
__device__ double WideOf(T x) {
  return ToFloat(x);
}

// values(row, tile): what the thread's columns have in the row, 0 beyond the last.
template <bool kAdjacent, class Values>
__global__ void __launch_bounds__(32 * kRowGroup)
    SumOfRowGroups(Size rows, Size columns, double* partial, Values values) {
  constexpr Size kRounds = Values::kRounds;
  __shared__ double parts[kRowGroup][kTile];
  const Size lanes = RowLanes(rows), tiles = (columns + kTile - 1) / kTile;
  for (Size item = blockIdx.x; item < lanes / kRowGroup * tiles; item += gridDim.x) {
    const Size group = item / tiles, tile = item % tiles;
    double sum[4] = {};
    Size row = group * kRowGroup + threadIdx.y;
    for (; row + (kRounds - 1) * lanes < rows; row += kRounds * lanes) {
      decltype(values(row, tile)) four[kRounds];
#pragma unroll
      for (unsigned round = 0; round < kRounds; ++round)
        four[round] = values(row + round * lanes, tile);
#pragma unroll
      for (unsigned round = 0; round < kRounds; ++round)
        for (int k = 0; k < 4; ++k)
          sum[k] += WideOf(four[round].at[k]);
    }
    for (; row < rows; row += lanes) {
      const auto four = values(row, tile);
      for (int k = 0; k < 4; ++k)
        sum[k] += WideOf(four.at[k]);
    }
    __syncthreads();  // the last item's parts are read
    for (unsigned k = 0; k < 4; ++k)
      parts[threadIdx.y][ColumnOfTile<kAdjacent>(k)] = sum[k];
    __syncthreads();
    const unsigned own = threadIdx.y * 32 + threadIdx.x;
    if (own < kTile && tile * kTile + own < columns)
      partial[group * columns + tile * kTile + own] =
          ((parts[0][own] + parts[1][own]) + (parts[2][own] + parts[3][own])) +
          ((parts[4][own] + parts[5][own]) + (parts[6][own] + parts[7][own]));
  }
}

// The tree over partial[g * columns + c], g < groups, a power of two up to 32 * kEach, into done(c, sum).
template <unsigned kEach, class Done>
__global__ void __launch_bounds__(1024) SumOfGroups(const double* partial, Size groups, Size columns, Done done) {
  __shared__ double parts[32][33];
  const Size each = groups < 32 ? 1 : groups / 32;
  for (Size tile = blockIdx.x; tile < (columns + 31) / 32; tile += gridDim.x) {
    const Size column = tile * 32 + threadIdx.x;
    double own[kEach];
#pragma unroll
    for (unsigned k = 0; k < kEach; ++k) {
      const Size group = threadIdx.y * each + k;
      own[k] = k < each && group < groups && column < columns ? partial[group * columns + column] : 0;
    }
#pragma unroll
    for (unsigned left = kEach / 2; left != 0; left /= 2)
#pragma unroll
      for (unsigned k = 0; k < left; ++k)
        own[k] = own[2 * k] + own[2 * k + 1];
    __syncthreads();
    parts[threadIdx.y][threadIdx.x] = own[0];
    __syncthreads();
    const double sum = WarpSum(parts[threadIdx.x][threadIdx.y]);
    if (threadIdx.x == 0 && tile * 32 + threadIdx.y < columns)
      done(tile * 32 + threadIdx.y, sum);
  }
}

template <class Done>
void SumGroups(CudaRun& run, const double* partial, Size groups, Size columns, Done done) {
  static_assert(kRowGroup * 64 <= 32 * 16, "as many lanes as SumOfGroups adds up");
  const auto sum = groups <= 64 ? SumOfGroups<2, Done> : SumOfGroups<16, Done>;
  if (columns != 0)
    sum<<<run.Blocks((columns + 31) / 32), dim3(32, 32), 0, run.stream()>>>(partial, groups, columns, done);
}

template <bool kAdjacent, class Values, class Done>
void SumTiles(CudaRun& run, Size rows, Size columns, double* partial, Values values, Done done) {
  static_assert(kRowGroup == 8, "what SumOfRowGroups adds up");
  const Size groups = RowLanes(rows) / kRowGroup;
  if (columns == 0)
    return;
  SumOfRowGroups<kAdjacent>
      <<<run.Blocks(groups * ((columns + kTile - 1) / kTile)), dim3(32, kRowGroup), 0, run.stream()>>>(rows, columns,
                                                                                                       partial, values);
  SumGroups(run, partial, groups, columns, done);
}

template <class Value>
struct ValuesOfTile {
  static constexpr Size kRounds = 4;  // whose loads are on their way at a time
  Size columns;
  Value value;

  __device__ Four<double> operator()(Size row, Size tile) const {
    Four<double> four;
    for (unsigned k = 0; k < 4; ++k) {
      const Size column = tile * kTile + ColumnOfTile<false>(k);
      four.at[k] = column < columns ? value(row, column) : 0;
    }
    return four;
  }
};

template <class T>
struct FoursOfTile {
  static constexpr Size kRounds = 8;
  const T* x;
  Size columns;

  __device__ Four<T> operator()(Size row, Size tile) const {
    return LoadWhole<true>(x + row * columns, tile * kTile + ColumnOfTile<true>(0), columns);
  }
};

template <class Value, class Done>
void SumRows(CudaRun& run, Size rows, Size columns, double* partial, Value value, Done done) {
  SumTiles<false>(run, rows, columns, partial, ValuesOfTile<Value>{columns, value}, done);
}

template <class T>
void BiasGradient(CudaRun& run, const T* out, Size rows, Size columns, T* bias, void* workspace) {
  if (columns % 4 != 0 || !IsAligned(out))
    return BiasGradient<CudaRun, T>(run, out, rows, columns, bias, workspace);
  SumTiles<true>(run, rows, columns, static_cast<double*>(workspace), FoursOfTile<T>{out, columns},
                 [=] DETRAIN_HD(Size c, double sum) { bias[c] = Finish<T>(ToFloat(bias[c]) + sum); });
}

}  // namespace detrain::kernels
