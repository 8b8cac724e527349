// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Additions to places that data choose, where a plain kernel would add floats atomically. Same bits for any grid, block
// order and run, on every GPU and on the CPU: sums are PreroundedSum, within (n-1) * u * sum|x|, n the addends of a
// place with its first value. For CudaRun see cuda_scatter.cuh.
#pragma once

#include "run.h"
#include "unit_sum.h"

namespace detrain::kernels {

// Of rows this wide a GPU adds up what names a row in turn; of narrower ones it adds atomically, in memory of its own
// for every element of the output.
constexpr Size kWideRow = 32;
// Additions to a row that one block of a GPU makes.
constexpr Size kRowPart = 32;

// What the parts of rows that are named often add up to: a GPU's.
struct RowPart {
  double sum;  // NaN where it is not exact
  std::uint32_t most, least;
};

inline bool IsWide(Size count, Extent extent) {
  return extent.columns >= kWideRow && count < Size{1} << 31 && extent.rows < Size{1} << 31;
}

// 32 bytes for every addend and 16 for every row; for wide rows one at most for every element of the source
// besides, for narrow ones 16 bytes for every element of the output.
inline std::size_t IndexAddWorkspace(Size count, Extent extent) {
  Workspace space(nullptr);
  space.Take<Size>(4 * count + 16);
  space.Take<Size>(2 * extent.rows + 8);
  if (IsWide(count, extent))
    space.Take<RowPart>(2 * (count / kRowPart) * extent.columns);
  else
    space.Take<PreroundedSum>(extent.rows * extent.columns);
  return space.used();
}

// What one thread makes of an element of the output: value(next), where next(previous) names an addend, none is 0.
template <class T, class Value, class Next>
DETRAIN_HD inline T AddPrerounded(T before, Size first, Size addends, Value value, Next next) {
  PreroundedSum sum{};
  sum.AnnounceAlone(ToFloat(before));
  for (Size i = first; i != 0; i = next(i))
    sum.AnnounceAlone(value(i));
  sum.AddAlone(ToFloat(before), addends);
  for (Size i = first; i != 0; i = next(i))
    sum.AddAlone(value(i), addends);
  return sum.Round<T>(addends);
}

// out[index[i]][c] += source[i][c] for i < count, c < out's columns. An index outside 0..out's rows - 1 adds
// nothing and is counted in *skipped, which starts from what it holds; null: it is not counted. Rows that no index
// names keep their bits. Index: std::int32_t or std::int64_t. Each row has a list of what names it, in an order that
// depends on threads, but integers do not.
template <class Run, class T, class Index>
void IndexAdd(Run& run, const T* source, const Index* index, Size count, T* out, Extent extent, std::uint32_t* skipped,
              void* workspace) {
  const Size rows = extent.rows, columns = extent.columns, addends = count + 1;
  Workspace space(workspace);
  Size* const next = space.Take<Size>(count);
  Size* const first = space.Take<Size>(rows);  // an element of the list is its index plus one; 0 ends it
  run.Zero(first, static_cast<std::size_t>(rows) * sizeof(Size));
  run(count, [=] DETRAIN_HD(Size i) {
    const Size to = static_cast<Size>(index[i]);
    if (to < rows)
      next[i] = AtomicExchange(&first[to], i + 1);
    else if (skipped != nullptr)
      AtomicAdd(skipped, 1);
  });
  run(rows * columns, [=] DETRAIN_HD(Size at) {
    const Size row = at / columns, column = at % columns;
    if (first[row] != 0)
      out[at] = AddPrerounded(
          out[at], first[row], addends, [=](Size i) { return ToFloat(source[(i - 1) * columns + column]); },
          [=](Size i) { return next[i - 1]; });
  });
}

// out[index[i]] += source[i]: IndexAdd with one column.
template <class Run, class T, class Index>
void ScatterAdd(Run& run, const T* source, const Index* index, Size count, T* out, Size rows, std::uint32_t* skipped,
                void* workspace) {
  IndexAdd(run, source, index, count, out, {rows, 1}, skipped, workspace);
}

struct Embedding {
  Size batch, time, channels, vocabulary;
};

inline std::size_t EmbeddingWorkspace(Embedding of) {
  return IndexAddWorkspace(of.batch * of.time, {of.vocabulary, of.channels});
}

// Of a lookup out[b][t] = tokens[token[b][t]] + positions[t], each of `channels`: adds to the gradients of both tables.
// out: batch * time * channels.
template <class Run, class T, class Index>
void EmbeddingBackward(Run& run, const T* out, const Index* token, Embedding of, T* tokens, T* positions,
                       std::uint32_t* skipped, void* workspace) {
  const Size batch = of.batch, time = of.time, channels = of.channels;
  run(time * channels, [=] DETRAIN_HD(Size at) {
    double sum = ToFloat(positions[at]);
    for (Size b = 0; b < batch; ++b)
      sum += ToFloat(out[b * time * channels + at]);
    positions[at] = Finish<T>(sum);
  });
  IndexAdd(run, out, token, batch * time, tokens, {of.vocabulary, channels}, skipped, workspace);
}

// bins[key[i]] += 1. A key outside 0..bin_count-1 is counted in *skipped. Exact up to 2^32 - 1 each.
template <class Run, class Key>
void Histogram(Run& run, const Key* key, Size count, std::uint32_t* bins, Size bin_count, std::uint32_t* skipped) {
  run(count, [=] DETRAIN_HD(Size i) {
    const Size bin = static_cast<Size>(key[i]);
    if (bin < bin_count)
      AtomicAdd(&bins[bin], 1);
    else if (skipped != nullptr)
      AtomicAdd(skipped, 1);
  });
}

}  // namespace detrain::kernels
