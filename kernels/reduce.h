// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums along fixed trees. Same bits for any grid, block order and run, on every GPU and on the CPU: the tree is a
// function of the sizes alone, all nodes are double, and the result is rounded once.
//
// Tree of n values: L lanes, a power of two; lane l sums l, l + L, l + 2L, ... in this order (neighbouring threads read
// neighbouring elements); then neighbours are added in pairs, pairs in pairs, until one sum is left (which a GPU does
// by shuffles, and blocks of it by themselves). Any such tree is within (n-1) * u * sum|x| with u = 2^-53, before the
// one rounding to T. A lane begins with +0, so that lanes without elements change nothing. NaNs become one quiet NaN,
// as do infinities of both signs; an exact zero is +0.
//
// This file says what is computed, and is how a CPU does it; cuda_reduce.cuh has the same trees for CudaRun.
#pragma once

#include <cmath>

#include "numbers.h"
#include "run.h"

namespace detrain::kernels {

// The part of the tree over the lanes first .. first + count - 1 of `lanes`: count is a power of two that divides
// first. Pairs are added as a binary counter carries.
template <class Value>
DETRAIN_HD double SumLanes(Size first, Size count, Size lanes, Size n, Value value) {
  double level[64];
  double sum = 0;
  for (Size lane = 0; lane < count; ++lane) {
    sum = 0;
    for (Size i = first + lane; i < n; i += lanes)
      sum += value(i);
    int depth = 0;
    for (Size rest = lane; rest % 2 != 0; rest /= 2)
      sum = level[depth++] + sum;
    level[depth] = sum;
  }
  return sum;
}

template <class Value>
DETRAIN_HD double SumTree(Size lanes, Size n, Value value) {
  return SumLanes(0, lanes, lanes, n, value);
}

// A power of two near length / each, from least to most, which are powers of two.
DETRAIN_HD inline Size LanesFor(Size length, Size each, Size least, Size most) {
  const Size lanes = NextPowerOfTwo(length / each);
  return lanes < least ? least : lanes > most ? most : lanes;
}

// ---- One sum: enough lanes to fill a GPU.

constexpr Size kBlockLanes = 1024;  // whose sum one item, or one block of a GPU, computes

DETRAIN_HD inline Size Lanes(Size n) {
  return LanesFor(n, 16, kBlockLanes, kBlockLanes * 256);
}

inline std::size_t ReduceWorkspace(Size n) {
  return static_cast<std::size_t>(Lanes(n) / kBlockLanes) * sizeof(double);
}

// value(x[i]) summed over i < n into done(sum).
template <class Run, class T, class Value, class Done>
void SumAll(Run& run, const T* x, Size n, double* partial, Value value, Done done) {
  const Size lanes = Lanes(n), blocks = lanes / kBlockLanes;
  run(blocks, [=] DETRAIN_HD(Size block) {
    partial[block] = SumLanes(block * kBlockLanes, kBlockLanes, lanes, n,
                              [=](Size i) { return value(static_cast<double>(ToFloat(x[i]))); });
  });
  run(1, [=] DETRAIN_HD(Size) { done(SumTree(blocks, blocks, [=](Size i) { return partial[i]; })); });
}

// *sum = x[0] + ... + x[n-1], each of x and *sum float, Bf16 or Half. n = 0 gives +0.
template <class Run, class T, class To>
void Reduce(Run& run, const T* x, Size n, To* sum, void* workspace) {
  SumAll(
      run, x, n, static_cast<double*>(workspace), [=] DETRAIN_HD(double value) { return value; },
      [=] DETRAIN_HD(double total) { *sum = Finish<To>(total); });
}

// *norm = sqrt(sum of x[i]^2): the squares of floats are exact in double, nothing overflows on the way. Whole bound:
// (n + 1) * 2^-53 relative before the rounding to float.
template <class Run, class T>
void GlobalNorm(Run& run, const T* x, Size n, float* norm, void* workspace) {
  SumAll(
      run, x, n, static_cast<double*>(workspace), [=] DETRAIN_HD(double value) { return value * value; },
      [=] DETRAIN_HD(double total) { *norm = Finish<float>(std::sqrt(total)); });
}

// ---- Many sums

constexpr Size kSegmentLanes = 32;

// sum[s] = sum of x[offset[s]] .. x[offset[s+1]-1] for s < segments. `offset` has segments + 1 elements and never
// falls.
template <class Run, class T, class To>
void SegmentedReduce(Run& run, const T* x, const Size* offset, Size segments, To* sum) {
  run(segments, [=] DETRAIN_HD(Size s) {
    const T* const from = x + offset[s];
    sum[s] = Finish<To>(SumTree(kSegmentLanes, offset[s + 1] - offset[s],
                                [=](Size i) { return static_cast<double>(ToFloat(from[i])); }));
  });
}

// ---- Sums down columns

constexpr Size kRowGroup = 8;  // lanes whose sum one item, or one block of a GPU, computes

// Lanes of a sum down a column of `rows` rows.
DETRAIN_HD inline Size RowLanes(Size rows) {
  return LanesFor(rows, 16, kRowGroup, kRowGroup * 64);
}

inline std::size_t SumRowsWorkspace(Size rows, Size columns) {
  return static_cast<std::size_t>(RowLanes(rows) / kRowGroup * columns) * sizeof(double);
}

// Sums value(row, column) over the rows into done(column, sum).
template <class Run, class Value, class Done>
void SumRows(Run& run, Size rows, Size columns, double* partial, Value value, Done done) {
  const Size lanes = RowLanes(rows), groups = lanes / kRowGroup;
  run(groups * columns, [=] DETRAIN_HD(Size item) {
    const Size column = item % columns;
    partial[item] =
        SumLanes(item / columns * kRowGroup, kRowGroup, lanes, rows, [=](Size row) { return value(row, column); });
  });
  run(columns, [=] DETRAIN_HD(Size column) {
    done(column, SumTree(groups, groups, [=](Size group) { return partial[group * columns + column]; }));
  });
}

inline std::size_t BiasGradientWorkspace(Size rows, Size columns) {
  return SumRowsWorkspace(rows, columns);
}

// bias[c] += sum over r of out[r * columns + c]: the gradient of a bias that is added to each row.
template <class Run, class T>
void BiasGradient(Run& run, const T* out, Size rows, Size columns, T* bias, void* workspace) {
  SumRows(
      run, rows, columns, static_cast<double*>(workspace),
      [=] DETRAIN_HD(Size r, Size c) { return static_cast<double>(ToFloat(out[r * columns + c])); },
      [=] DETRAIN_HD(Size c, double sum) { bias[c] = Finish<T>(ToFloat(bias[c]) + sum); });
}

}  // namespace detrain::kernels
