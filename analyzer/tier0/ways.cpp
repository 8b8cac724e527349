// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/tier0/ways.h"

#include <algorithm>
#include <utility>
#include <variant>

#include "analyzer/infer/records.h"

namespace detrain::tier0 {

namespace {

using flow::Flow;
using flow::ScopeId;

bool IsSameLevel(const Level& a, const Level& b) {
  return a.op == b.op;
}

// Whether the nest goes through the operation: by one of its levels, or by a branch around one.
bool GoesThrough(const Nest& nest, const rir::Op& op) {
  return std::ranges::any_of(nest, [&](const Level& level) {
    return std::ranges::any_of(StopsAt(*level.function, *level.op), [&](const Stop& stop) {
      return &level.function->blocks[stop.block].ops[stop.index] == &op;
    });
  });
}

// One nest for each way of the row; nothing where one is left, or two go one way. The row knows calls through pointers
// by their types alone, and may have ways on which the flow graph, `is_whole`, leads to no loop.
std::vector<Way> Matched(const plan::Row& row, const std::vector<Nest>& nests, bool is_whole) {
  std::vector<Way> ways;
  for (const plan::Way& via : row.ways) {
    const auto goes = [&](const Nest& nest) { return GoesThrough(nest, *via.via); };
    const auto nest = std::ranges::find_if(nests, goes);
    if (nest == nests.end() && is_whole)
      continue;
    if (nest == nests.end() || std::ranges::count_if(nests, goes) > 1)
      return {};
    ways.push_back({*nest, via.row});
  }
  return ways.size() == nests.size() ? ways : std::vector<Way>();
}

}  // namespace

WayFinder::WayFinder(const Flow& flow, const infer::Callees& callees) : flow_(flow), callees_(callees) {
  for (ScopeId scope = 0; scope < flow.scopes.size(); ++scope)
    if (IsLoop(flow.scopes[scope]))
      scopes_[flow.scopes[scope].op].push_back(scope);
}

const std::vector<Way>& WayFinder::To(ScopeId loop) {
  const rir::Op* op = flow_.scopes[loop].op;
  const auto [known, is_new] = ways_.try_emplace(op);
  if (is_new)
    known->second = Find(loop, scopes_.at(op));
  return known->second;
}

std::vector<Way> WayFinder::Find(ScopeId loop, const std::vector<ScopeId>& scopes) {
  std::vector<Nest> nests = NestsOf(loop, scopes);
  if (nests.empty())
    return {};
  if (nests.size() == 1)
    return {Way{std::move(nests.front())}};
  infer::LoopRecord record;
  record.function = flow_.FunctionOf(flow_.scopes[loop].instance);
  record.loop = &std::get<rir::LoopOp>(flow_.scopes[loop].op->data);
  const auto row = plan::RowOf(*flow_.module, callees_, {&record});
  return row ? Matched(*row, nests, !flow_.is_truncated) : std::vector<Way>();
}

// From the flow graph, which follows calls through pointers; where it has one instance of a function for several calls,
// from the calls that name their function.
std::vector<Nest> WayFinder::NestsOf(ScopeId loop, const std::vector<ScopeId>& scopes) {
  std::vector<Nest> nests;
  for (const ScopeId scope : scopes) {
    std::optional<Nest> nest = NestOf(flow_, scope);
    if (!nest) {
      nests.clear();
      break;
    }
    const auto is_same = [&](const Nest& known) { return std::ranges::equal(known, *nest, IsSameLevel); };
    if (std::ranges::none_of(nests, is_same))
      nests.push_back(std::move(*nest));
  }
  if (!nests.empty() && (scopes.size() == 1 || !flow_.is_truncated))
    return nests;
  const rir::Function* function = flow_.FunctionOf(flow_.scopes[loop].instance);
  if (function == nullptr)
    return {};  // it initialises a static, before main
  if (!calls_)
    calls_.emplace(*flow_.module);
  return calls_->NestsOf(*function, *flow_.scopes[loop].op);
}

}  // namespace detrain::tier0
