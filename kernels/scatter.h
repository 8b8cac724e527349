// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Additions to places that data choose, where a plain kernel would add floats atomically. Same bits for any grid, block
// order and run, on every GPU and on the CPU: sums are PreroundedSum, within (n-1) * u * sum|x|, n the addends of a
// place with its first value.
#pragma once

#include "kernels/run.h"
#include "kernels/unit_sum.h"

namespace detrain::kernels {

inline std::size_t IndexAddWorkspace(Size rows, Size columns) {
  return static_cast<std::size_t>(rows * columns) * sizeof(PreroundedSum);
}

// out[index[i]][c] += source[i][c] for i < count, c < out's columns. An index outside 0..out's rows - 1 adds
// nothing and is counted in *skipped, which starts from what it holds; null: it is not counted. Rows that no index
// names keep their bits. Index: std::int32_t or std::int64_t.
template <class Run, class T, class Index>
void IndexAdd(Run& run, const T* source, const Index* index, Size count, T* out, Extent extent, std::uint32_t* skipped,
              void* workspace) {
  const Size rows = extent.rows, columns = extent.columns;
  auto* const sums = static_cast<PreroundedSum*>(workspace);
  const Size addends = count + 1;
  run.Zero(workspace, IndexAddWorkspace(rows, columns));
  run(count * columns, [=] DETRAIN_HD(Size item) {
    const Size to = static_cast<Size>(index[item / columns]);
    if (to < rows)
      sums[to * columns + item % columns].Announce(ToFloat(source[item]));
    else if (item % columns == 0 && skipped != nullptr)
      AtomicAdd(skipped, 1);
  });
  run(rows * columns, [=] DETRAIN_HD(Size at) {
    if (sums[at].Announced())
      sums[at].Announce(ToFloat(out[at]));
  });
  run(count * columns, [=] DETRAIN_HD(Size item) {
    const Size to = static_cast<Size>(index[item / columns]);
    if (to < rows)
      sums[to * columns + item % columns].Add(ToFloat(source[item]), addends);
  });
  run(rows * columns, [=] DETRAIN_HD(Size at) {
    if (!sums[at].Announced())
      return;
    sums[at].Add(ToFloat(out[at]), addends);
    out[at] = sums[at].Round<T>(addends);
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

// Of a lookup out[b][t] = tokens[token[b][t]] + positions[t], each of `channels`: adds to the gradients of both tables.
// out: batch * time * channels; workspace: IndexAddWorkspace(vocabulary, channels).
template <class Run, class T, class Index>
void EmbeddingBackward(Run& run, const T* out, const Index* token, Embedding of, T* tokens, T* positions,
                       std::uint32_t* skipped, void* workspace) {
  const Size batch = of.batch, time = of.time, channels = of.channels;
  IndexAdd(run, out, token, batch * time, tokens, {of.vocabulary, channels}, skipped, workspace);
  run(time * channels, [=] DETRAIN_HD(Size at) {
    double sum = ToFloat(positions[at]);
    for (Size b = 0; b < batch; ++b)
      sum += ToFloat(out[b * time * channels + at]);
    positions[at] = Finish<T>(sum);
  });
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
