// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums along fixed trees. Same bits for any grid, block order and run, on every GPU and on the CPU: the tree is a
// function of the sizes alone, all nodes are double, and the result is rounded once.
//
// Tree of n values: L lanes, lane l sums l, l + L, l + 2L, ... in this order (neighbouring threads read neighbouring
// elements); then groups of 64 lanes are summed in order until one is left. Any such tree is within (n-1) * u * sum|x|
// with u = 2^-53, before the one rounding to T. NaNs become one quiet NaN, as do infinities of both signs; an exact
// zero is +0.
#pragma once

#include <cmath>

#include "kernels/numbers.h"
#include "kernels/run.h"

namespace detrain::kernels {

constexpr Size kFold = 64;

// Enough lanes to fill a GPU, few enough that a lane has work: a power of two, at most 2^16.
DETRAIN_HD inline Size Lanes(Size length) {
  const Size lanes = NextPowerOfTwo(length / 16 + 1);
  return lanes > 65536 ? 65536 : lanes;
}

// Sums value(segment, i) over i < length(segment) into finish(segment, sum), for each segment. `partial`: room for
// segments * lanes doubles. Called by the functions below; a building block for sums of computed values.
template <class Run, class Length, class Value, class Done>
void SumSegments(Run& run, Size segments, Size lanes, double* partial, Length length, Value value, Done done) {
  run(segments * lanes, [=] DETRAIN_HD(Size item) {
    const Size segment = item / lanes;
    const Size n = length(segment);
    double sum = 0;
    for (Size i = item % lanes; i < n; i += lanes)
      sum += value(segment, i);
    partial[item] = sum;
  });
  // Each group is left in its first place; groups of a later round are kFold times as far apart.
  Size apart = 1;
  for (Size left = lanes; left > 1; left = (left + kFold - 1) / kFold) {
    const Size groups = (left + kFold - 1) / kFold, step = apart;
    run(segments * groups, [=] DETRAIN_HD(Size item) {
      const Size segment = item / groups, group = item % groups;
      const Size from = group * kFold, to = from + kFold < left ? from + kFold : left;
      double* const lane = partial + segment * lanes;
      double sum = lane[from * step];
      for (Size i = from + 1; i < to; ++i)
        sum += lane[i * step];
      lane[from * step] = sum;
    });
    apart *= kFold;
  }
  run(segments, [=] DETRAIN_HD(Size segment) { done(segment, partial[segment * lanes]); });
}

inline std::size_t ReduceWorkspace(Size n) {
  return static_cast<std::size_t>(Lanes(n)) * sizeof(double);
}

// *sum = x[0] + ... + x[n-1], each of x and *sum float, Bf16 or Half. n = 0 gives +0.
template <class Run, class T, class To>
void Reduce(Run& run, const T* x, Size n, To* sum, void* workspace) {
  SumSegments(
      run, 1, Lanes(n), static_cast<double*>(workspace), [=] DETRAIN_HD(Size) { return n; },
      [=] DETRAIN_HD(Size, Size i) { return static_cast<double>(ToFloat(x[i])); },
      [=] DETRAIN_HD(Size, double total) { *sum = Finish<To>(total); });
}

// *norm = sqrt(sum of x[i]^2): the squares of floats are exact in double, nothing overflows on the way. Whole bound:
// (n + 1) * 2^-53 relative before the rounding to float.
template <class Run, class T>
void GlobalNorm(Run& run, const T* x, Size n, float* norm, void* workspace) {
  SumSegments(
      run, 1, Lanes(n), static_cast<double*>(workspace), [=] DETRAIN_HD(Size) { return n; },
      [=] DETRAIN_HD(Size, Size i) {
        const double value = ToFloat(x[i]);
        return value * value;
      },
      [=] DETRAIN_HD(Size, double total) { *norm = Finish<float>(std::sqrt(total)); });
}

// A segment's tree depends on its own length only through the order of its lanes, whose number is fixed.
constexpr Size kSegmentLanes = 32;

inline std::size_t SegmentedReduceWorkspace(Size segments) {
  return static_cast<std::size_t>(segments * kSegmentLanes) * sizeof(double);
}

// sum[s] = sum of x[offset[s]] .. x[offset[s+1]-1] for s < segments. `offset` has segments + 1 elements and never
// falls.
template <class Run, class T, class To>
void SegmentedReduce(Run& run, const T* x, const Size* offset, Size segments, To* sum, void* workspace) {
  SumSegments(
      run, segments, kSegmentLanes, static_cast<double*>(workspace),
      [=] DETRAIN_HD(Size s) { return offset[s + 1] - offset[s]; },
      [=] DETRAIN_HD(Size s, Size i) { return static_cast<double>(ToFloat(x[offset[s] + i])); },
      [=] DETRAIN_HD(Size s, double total) { sum[s] = Finish<To>(total); });
}

// Lanes of a sum down a column of `rows` rows.
DETRAIN_HD inline Size RowLanes(Size rows) {
  const Size lanes = Lanes(rows);
  return lanes > 64 ? 64 : lanes;
}

// Sums value(row, column) over the rows into done(column, sum). As SumSegments, with neighbouring threads in
// neighbouring columns. `partial`: RowLanes(rows) * columns doubles.
template <class Run, class Value, class Done>
void SumRows(Run& run, Size rows, Size columns, double* partial, Value value, Done done) {
  const Size lanes = RowLanes(rows);
  run(lanes * columns, [=] DETRAIN_HD(Size item) {
    const Size column = item % columns;
    double sum = 0;
    for (Size row = item / columns; row < rows; row += lanes)
      sum += value(row, column);
    partial[item] = sum;
  });
  run(columns, [=] DETRAIN_HD(Size column) {
    double sum = 0;
    for (Size lane = 0; lane < lanes; ++lane)
      sum += partial[lane * columns + column];
    done(column, sum);
  });
}

inline std::size_t BiasGradientWorkspace(Size rows, Size columns) {
  return static_cast<std::size_t>(RowLanes(rows) * columns) * sizeof(double);
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
