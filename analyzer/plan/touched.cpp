// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/plan/touched.h"

#include <algorithm>

namespace detrain::plan {

namespace {

using infer::kAnywhere;

// Whether [begin, end) meets one of the leaf's runs: its bytes, repeated along the arrays of records around it and, in
// a heap block, along the elements.
bool Meets(const NamedObject& object, const NamedLeaf& n, std::uint64_t size, std::uint64_t begin, std::uint64_t end) {
  if (object.is_heap && object.element_size != 0 && end > object.element_size) {
    if (end - begin >= object.element_size)
      return true;
    return Meets(object, n, size, begin, object.element_size) || Meets(object, n, size, 0, end - object.element_size);
  }
  const auto& count = n.leaf.outer_count;
  const auto& stride = n.leaf.outer_stride;
  for (std::uint64_t i = 0; i < count[0]; ++i)
    for (std::uint64_t j = 0; j < count[1]; ++j) {
      const std::uint64_t at = n.leaf.offset + i * stride[0] + j * stride[1];
      if (at < end && begin < at + size)
        return true;
    }
  return false;
}

// The same of a record with a tail: the tail where the access lies behind the record, else all that it may meet.
std::vector<std::uint64_t> TouchedWithTail(infer::Engine& engine, const NamedObject& object, infer::ExprId offset,
                                           infer::ExprId length) {
  auto& pool = engine.pool;
  const auto size = static_cast<std::int64_t>(object.element_size);
  const infer::Facts none;
  if (infer::Prover(pool, none).AtLeastZero(pool.Sub(offset, pool.Constant(size))))
    return {object.element_size};
  const auto start = pool.AsConstant(offset);
  const auto bytes = length == infer::kNoExpr ? std::nullopt : pool.AsConstant(length);
  std::vector<std::uint64_t> out;
  if (start && bytes && *start >= 0 && *start + *bytes <= size)
    return {engine.LeafAt(object.object, offset, infer::kNoExpr)};
  for (const NamedLeaf& n : object.leaves)
    out.push_back(n.key);
  return out;
}

}  // namespace

std::vector<std::uint64_t> Touched(infer::Engine& engine, const NamedObject& object, infer::ExprId offset,
                                   infer::ExprId length, infer::ExprId low, infer::ExprId high) {
  if (object.has_tail)
    return TouchedWithTail(engine, object, offset, length);
  std::vector<std::uint64_t> out;
  const auto add = [&](std::uint64_t key) {
    if (std::find(out.begin(), out.end(), key) == out.end())
      out.push_back(key);
  };
  const auto size_of = [&](const NamedLeaf& n) {
    const std::uint64_t scalar =
        n.type == rir::kNone ? 1 : std::max<std::uint64_t>(engine.Program().types[n.type].size, 1);
    return std::max<std::uint64_t>(n.leaf.count, 1) * scalar;
  };
  const std::uint64_t first = engine.LeafAt(object.object, offset, low, high);
  std::optional<std::int64_t> bytes;
  if (length != infer::kNoExpr)
    bytes = engine.pool.AsConstant(length);
  const auto start = engine.pool.AsConstant(offset);
  // Anywhere in an array, but in no other.
  const auto constant = [&](infer::ExprId e) { return e == infer::kNoExpr ? std::nullopt : engine.pool.AsConstant(e); };
  const auto window_begin = constant(low), window_end = constant(high);
  const bool is_bounded = window_begin && window_end && !object.is_heap;
  const bool is_run = low != infer::kNoExpr || object.leaves.size() == 1;  // stays within one leaf
  for (const NamedLeaf& n : object.leaves) {
    bool touched = n.key == first;
    if (first == kAnywhere || (!bytes && !is_run)) {
      touched = !is_bounded || Meets(object, n, size_of(n), static_cast<std::uint64_t>(*window_begin),
                                     static_cast<std::uint64_t>(*window_end));
    } else if (bytes && start && !object.is_heap) {
      const auto begin = static_cast<std::uint64_t>(*start);
      touched = Meets(object, n, size_of(n), begin, begin + static_cast<std::uint64_t>(*bytes));
    } else if (bytes && object.leaves.size() > 1) {  // a record, small as it may be, has several leaves
      touched = Meets(object, n, size_of(n), first, first + static_cast<std::uint64_t>(*bytes));
    }
    if (touched)
      add(n.key);
  }
  if (out.empty())
    add(first);
  return out;
}

}  // namespace detrain::plan
