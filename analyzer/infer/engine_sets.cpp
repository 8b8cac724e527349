// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sets over the iterations of a loop: what one iteration writes and reads is generalised over the iteration number.
#include <algorithm>
#include <utility>

#include "analyzer/infer/engine.h"
#include "analyzer/infer/pieces.h"

namespace detrain::infer {

// How often the body runs, where the test alone decides it: one comparison that is linear in the iteration number.
std::optional<ExprId> Engine::TripCount(AtomId iteration, const Iteration& ran) {
  if (!ran.breaks.empty() || !ran.rest.returns.empty() || !ran.rest.breaks.empty() || !ran.rest.continues.empty())
    return std::nullopt;
  const auto test = ran.truth == kNoExpr ? std::nullopt : pool.AsAtom(ran.truth);
  if (!test)
    return std::nullopt;
  const Atom info = pool.At(*test);
  if (info.op == AtomOp::Ge0) {  // rest - slope * k >= 0
    const auto linear = pool.LinearIn(info.args[0], iteration);
    if (!linear || pool.IsZero(linear->slope))
      return std::nullopt;
    const ExprId slope = pool.Scale(linear->slope, -1);
    const auto constant = pool.AsConstant(slope);
    if (constant && *constant <= 0)
      return std::nullopt;
    if (constant && *constant == 1)
      return pool.Add(linear->rest, pool.One());
    return pool.CeilDiv(pool.Add(linear->rest, pool.One()), slope);
  }
  if (info.op != AtomOp::Not)  // `i != n` counts as `i < n`
    return std::nullopt;
  const auto inner = pool.AsAtom(info.args[0]);
  if (!inner || pool.At(*inner).op != AtomOp::Eq0)
    return std::nullopt;
  const auto linear = pool.LinearIn(pool.At(*inner).args[0], iteration);
  const auto slope = linear ? pool.AsConstant(linear->slope) : std::nullopt;
  if (!slope || *slope == 0)
    return std::nullopt;
  return pool.DivideExactly(pool.Scale(linear->rest, -1), linear->slope);
}

// `assert(0 <= a[i] && a[i] < n)` in a loop over i says so of all elements afterwards.
void Engine::LearnRanges(const State& end, State& out, AtomId iteration, ExprId trips) {
  for (ExprId f : end.facts.at_least_zero) {
    for (AtomId m : pool.TopAtoms(f)) {
      const Atom info = pool.At(m);
      if (info.op != AtomOp::Memory || !pool.Mentions(info.args[0], iteration))
        continue;
      const auto id = static_cast<ObjectId>(info.detail[0]);
      auto linear = pool.LinearIn(f, m);
      auto slope = linear ? pool.AsConstant(linear->slope) : std::nullopt;
      if (!slope || (*slope != 1 && *slope != -1) || pool.Mentions(linear->rest, iteration))
        continue;
      if (!out.memory.contains(id))
        out.memory[id] = std::make_shared<Contents>(DefaultOf(id));
      if (out.Of(id).version != info.detail[1] || !out.Of(id).clobbers.empty())
        continue;
      auto where =
          Generalize(pool, out.facts, {info.args[0], pool.Constant(static_cast<std::int64_t>(info.detail[2])), {}, {}},
                     iteration, trips);
      if (!where || !where->guards.empty())
        continue;
      Contents& c = out.Change(id);
      auto same = std::find_if(c.ranges.begin(), c.ranges.end(), [&](const auto& r) { return r.where == *where; });
      if (same == c.ranges.end()) {
        c.ranges.push_back({*where, kNoExpr, kNoExpr});
        same = c.ranges.end() - 1;
      }
      if (*slope == 1)
        same->low = pool.Scale(linear->rest, -1);
      else
        same->high = linear->rest;
    }
  }
}

// Whether a read of the same bytes, under no more conditions, is on the list.
bool Engine::Implied(const Read& read, const std::vector<Read>& list) {
  return std::any_of(list.rbegin(), list.rend(), [&](const Read& r) {
    return r.object == read.object && r.offset == read.offset && r.length == read.length && r.use == read.use &&
           Includes(read.control, r.control) && (r.unless.empty() || r.unless == read.unless) &&
           std::includes(read.facts->truths.begin(), read.facts->truths.end(), r.facts->truths.begin(),
                         r.facts->truths.end()) &&
           r.facts->zero.size() <= read.facts->zero.size();
  });
}

// A number that the run never changes: known before the loops around the boundary, or content from before them.
bool Engine::IsFixed(AtomId atom) const {
  const Atom& info = pool.At(atom);
  if (info.op == AtomOp::Symbol || atom < boundary.outer_atoms)
    return atom < boundary.outer_atoms;
  if (info.op == AtomOp::Memory && info.detail[1] >= boundary.outer_versions)
    return false;
  return std::all_of(info.args.begin(), info.args.end(), [&](ExprId arg) {
    const auto& atoms = pool.AllAtoms(arg);
    return std::all_of(atoms.begin(), atoms.end(), [&](AtomId a) { return IsFixed(a); });
  });
}

void Engine::FindConditions(Read& read, const std::vector<Piece>& pieces) {
  if (boundary.outer_atoms == 0 || !read.unless.empty() || pieces.empty() || objects[read.object].many)
    return;
  const auto is_fixed = [&](AtomId a) { return IsFixed(a); };
  std::optional<Conditions> found;
  if (read.length != kNoExpr)
    found = WhatCovers(pool, *read.facts, pieces, read.offset, read.length, is_fixed);
  if (const ExprId extent = objects[read.object].extent; !found && extent != kNoExpr)
    found = WhatCovers(pool, *read.facts, pieces, pool.Zero(), extent, is_fixed);
  if (found)
    read.unless = std::move(*found);
}

void Engine::Finish(const rir::Op& op, const rir::LoopOp& data, const State& entry, Iteration& ran, Level level,
                    AtomId iteration, Flow& flow, std::optional<State>& next) {
  const ExprId k = pool.OfAtom(iteration);
  if (options_.step_loop == nullptr)
    RecordLoop(op, data, level, iteration);
  std::optional<ExprId> trips;
  if (data.kind == rir::LoopKind::TestFirst && ran.inside)
    trips = TripCount(iteration, ran);
  // What certainly was written by the iterations before number k, or before the loop: the two may adjoin.
  std::map<ObjectId, std::vector<Piece>> earlier;
  const auto earlier_in = [&](ObjectId id) -> const std::vector<Piece>& {
    auto [it, fresh] = earlier.try_emplace(id);
    if (!fresh)
      return it->second;
    it->second = entry.Of(id).written;
    if (ran.end)
      for (const Piece& p : ran.end->Of(id).written)
        if (auto g = Generalize(pool, ran.end->facts, p, iteration, k))
          AddPiece(pool, it->second, std::move(*g));
    return it->second;
  };
  const auto covered = [&](const Read& r) {
    const Object& o = objects[r.object];
    if (o.many)
      return false;
    const std::vector<Piece>& pieces = earlier_in(r.object);
    if (pieces.empty())
      return false;
    if (r.length != kNoExpr && Covers(pool, *r.facts, pieces, r.offset, r.length))
      return true;
    if (o.extent != kNoExpr && Covers(pool, *r.facts, pieces, pool.Zero(), o.extent))
      return true;
    return r.low != kNoExpr && Covers(pool, *r.facts, pieces, r.low, pool.Sub(r.high, r.low));
  };
  Level& outer = levels_.back();
  for (Read& r : level.pending) {
    if (Implied(r, outer.pending) || covered(r))
      continue;
    FindConditions(r, earlier_in(r.object));
    if (!Implied(r, outer.pending))
      outer.pending.push_back(std::move(r));
  }
  for (Write& w : level.writes)
    outer.writes.push_back(std::move(w));
  std::vector<State> exits;
  static const State kNowhere;
  auto leave = [&](State s, const ExprId* count) {
    RisingWritten first(entry), repeated(ran.end && count != nullptr ? *ran.end : kNowhere);
    for (auto& [id, contents] : s.memory) {
      const std::vector<Piece>&before = first.Of(id), &again = repeated.Of(id);
      if (before.empty() && again.empty())
        continue;  // it has what it wrote last
      std::vector<Piece> all = before;
      for (const Piece& p : again)
        if (auto g = Generalize(pool, s.facts, p, iteration, *count))
          AddPiece(pool, all, std::move(*g));
      if (all.empty())
        continue;
      for (const Piece& p : contents->written)
        AddPiece(pool, all, p);
      s.Change(id).written = std::move(all);
    }
    exits.push_back(std::move(s));
  };
  if (ran.exit) {
    ExprId count = k;
    State out = std::move(*ran.exit);
    if (trips) {
      count = *trips;
      if (Prover(pool, entry.facts).AtLeastZero(*trips))
        Substitute(out, iteration, *trips);
      if (ran.end)
        LearnRanges(*ran.end, out, iteration, *trips);
    } else if (data.kind == rir::LoopKind::TestLast) {
      count = k;  // iterations 0..k-1, and the last one, whose sets `out` holds
    }
    leave(std::move(out), &count);
  }
  for (State& s : ran.breaks)
    leave(std::move(s), &k);
  auto with_writes = [&](State& s) {
    RisingWritten first(entry);
    for (auto& [id, contents] : s.memory) {
      std::vector<Piece> all = first.Of(id);
      if (all.empty())
        continue;
      for (const Piece& p : contents->written)
        AddPiece(pool, all, p);
      s.Change(id).written = std::move(all);
    }
  };
  for (auto& [loop, s] : ran.rest.breaks)
    with_writes(s);
  for (auto& [loop, s] : ran.rest.continues)
    with_writes(s);
  for (auto& [s, v] : ran.rest.returns)
    with_writes(s);
  flow.TakeExits(ran.rest);
  next = JoinAll(std::move(exits));
  if (next)
    next->control = entry.control;
}

}  // namespace detrain::infer
