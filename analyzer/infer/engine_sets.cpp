// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sets over the iterations of a loop: what one iteration writes and reads is generalised over the iteration number.
#include <algorithm>
#include <utility>

#include "analyzer/infer/engine_threads.h"
#include "analyzer/infer/pieces.h"

namespace detrain::infer {

// How often the body runs, where the test alone decides it: one comparison that is linear in the iteration number. What
// else the test asks must be the same in each iteration, and fail only where the comparison fails at once.
std::optional<ExprId> Engine::TripCount(AtomId iteration, const Iteration& ran, const Facts& facts) {
  if (!ran.enters)  // the test is last, or never holds
    return std::nullopt;
  if (!ran.breaks.empty() || !ran.rest.returns.empty() || !ran.rest.breaks.empty() || !ran.rest.continues.empty())
    return std::nullopt;
  return ran.truth == kNoExpr ? std::nullopt : TripsOfTest(iteration, ran.truth, facts);
}

std::optional<ExprId> Engine::TripsOfTest(AtomId iteration, ExprId truth, const Facts& facts) {
  const auto test = pool.AsAtom(truth);
  if (!test)
    return std::nullopt;
  const Atom info = pool.At(*test);
  if (info.op == AtomOp::And) {
    const bool is_first = pool.Mentions(info.args[0], iteration);
    const ExprId fixed = info.args[is_first ? 1 : 0];
    if (pool.Mentions(fixed, iteration))
      return std::nullopt;
    const auto trips = TripsOfTest(iteration, info.args[is_first ? 0 : 1], facts);
    Facts otherwise = facts;
    const bool is_possible = otherwise.Assume(pool, pool.Not(fixed));
    return trips && (!is_possible || Prover(pool, otherwise).Holds(pool.Eq0(*trips))) ? trips : std::nullopt;
  }
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

// What the facts at the end of an iteration say of the element that it looked at: slope * element + rest >= 0.
struct Engine::ElementFact {
  ObjectId object = 0;
  std::uint64_t version = 0;
  Piece where;  // of the element
  bool is_lower = false;
  ExprId bound = kNoExpr;
};

std::optional<Engine::ElementFact> Engine::ElementFactOf(ExprId fact, AtomId element, AtomId iteration) {
  const Atom info = pool.At(element);
  if (info.op != AtomOp::Memory || !pool.Mentions(info.args[0], iteration))
    return std::nullopt;
  const auto linear = pool.LinearIn(fact, element);
  const auto slope = linear ? pool.AsConstant(linear->slope) : std::nullopt;
  if (!slope || (*slope != 1 && *slope != -1) || pool.Mentions(linear->rest, iteration))
    return std::nullopt;
  const ExprId size = pool.Constant(static_cast<std::int64_t>(info.detail[2]));
  const bool is_lower = *slope == 1;
  return ElementFact{static_cast<ObjectId>(info.detail[0]),
                     info.detail[1],
                     {info.args[0], size, {}, {}},
                     is_lower,
                     is_lower ? pool.Scale(linear->rest, -1) : linear->rest};
}

void Engine::LearnRange(const ElementFact& fact, State& out, AtomId iteration, ExprId trips) {
  if (!out.memory.contains(fact.object))
    out.memory[fact.object] = std::make_shared<Contents>(DefaultOf(fact.object));
  if (out.Of(fact.object).version != fact.version || !out.Of(fact.object).clobbers.empty())
    return;
  const auto where = Generalize(pool, out.facts, fact.where, iteration, trips);
  if (!where || !where->guards.empty())
    return;
  auto& ranges = out.Change(fact.object).ranges;
  auto same = std::find_if(ranges.begin(), ranges.end(), [&](const auto& r) { return r.where == *where; });
  if (same == ranges.end())
    same = ranges.insert(same, {*where, kNoExpr, kNoExpr});
  (fact.is_lower ? same->low : same->high) = fact.bound;
}

// `assert(0 <= a[i] && a[i] < n)` in a loop over i says so of all elements afterwards.
void Engine::LearnRanges(const State& end, State& out, AtomId iteration, ExprId trips) {
  for (ExprId f : end.facts.at_least_zero)
    for (AtomId m : pool.TopAtoms(f))
      if (const auto fact = ElementFactOf(f, m, iteration))
        LearnRange(*fact, out, iteration, trips);
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
  if (boundary.outer_atoms == 0 || !read.unless.empty() || pieces.empty() || objects[read.object].IsSeveral())
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

// What certainly was written in an object by the iterations before this one, or before the loop: the two may adjoin.
std::vector<Piece> Engine::WrittenBefore(ObjectId id, const State& entry, const Iteration& ran, AtomId iteration) {
  std::vector<Piece> out = entry.Of(id).written;
  if (ran.end)
    for (const Piece& p : ran.end->Of(id).written)
      if (auto all = Generalize(pool, ran.end->facts, p, iteration, pool.OfAtom(iteration)))
        AddPiece(pool, out, std::move(*all));
  return out;
}

// The bytes read; or the whole object; or the member or array that the pointer is kept in.
bool Engine::IsCovered(const Read& r, const std::vector<Piece>& pieces) {
  const Object& o = objects[r.object];
  if (pieces.empty() || o.IsSeveral())
    return false;
  if (r.length != kNoExpr && Covers(pool, *r.facts, pieces, r.offset, r.length))
    return true;
  if (o.extent != kNoExpr && Covers(pool, *r.facts, pieces, pool.Zero(), o.extent))
    return true;
  return r.low != kNoExpr && Covers(pool, *r.facts, pieces, r.low, pool.Sub(r.high, r.low));
}

// What an iteration reads that neither the iterations before it nor the code before the loop have written belongs to
// the code around the loop; and so does what it writes.
void Engine::HandOn(Level& level, const State& entry, const Iteration& ran, AtomId iteration) {
  std::map<ObjectId, std::vector<Piece>> earlier;
  Level& outer = levels_.back();
  for (Read& r : level.pending) {
    if (Implied(r, outer.pending))
      continue;
    if (threads_->LivesAcrossWait(r.object, levels_.size())) {
      outer.pending.push_back(std::move(r));
      continue;
    }
    const auto [it, is_new] = earlier.try_emplace(r.object);
    if (is_new && !objects[r.object].IsSeveral())
      it->second = WrittenBefore(r.object, entry, ran, iteration);
    if (IsCovered(r, it->second))
      continue;
    for (Read& part : LeftOf(std::move(r), it->second))
      if (!Implied(part, outer.pending))
        outer.pending.push_back(std::move(part));
  }
  std::move(level.writes.begin(), level.writes.end(), std::back_inserter(outer.writes));
}

// Puts what was written before in front of what the state has written.
void Engine::WroteBefore(State& state, ObjectId id, std::vector<Piece> before) {
  if (before.empty())
    return;
  for (const Piece& p : state.Of(id).written)
    AddPiece(pool, before, p);
  state.Change(id).written = std::move(before);
}

// A state that leaves the loop after `count` whole iterations, each of which wrote what `end` has written.
void Engine::WroteInLoop(State& state, const State& entry, const State* end, AtomId iteration, ExprId count) {
  static const State kNowhere;
  for (const auto& [id, contents] : state.memory) {
    const std::vector<Piece>&before = entry.Of(id).written, &again = (end != nullptr ? *end : kNowhere).Of(id).written;
    if ((before.empty() && again.empty()) || threads_->LivesAcrossWait(id, levels_.size()))
      continue;  // it has what it wrote last
    std::vector<Piece> all = before;
    for (const Piece& p : again)
      if (auto g = Generalize(pool, state.facts, p, iteration, count))
        AddPiece(pool, all, std::move(*g));
    WroteBefore(state, id, std::move(all));
  }
}

// A state that leaves the loop after `count` whole iterations, where that is known: zeros that all of them have stored
// are zeros, where they have stored nothing else there.
void Engine::ZeroedInLoop(State& state, const State& entry, const Pass& pass, std::optional<ExprId> count) {
  if (!pass.ran.end)
    return;
  const auto visit = [&](ObjectId id, const SharedContents* before, const SharedContents* again) {
    if (again == nullptr || !state.memory.contains(id))
      return;
    if ((*again)->stained >= pass.began) {
      if (state.Of(id).stained < (*again)->stained)
        state.Change(id).stained = (*again)->stained;
      return;
    }
    if (state.Of(id).stained >= pass.began)
      return;
    std::vector<Piece> all = before != nullptr ? (*before)->zeros : std::vector<Piece>{};
    for (const Piece& p : count ? (*again)->zeros : std::vector<Piece>{})
      if (auto g = Generalize(pool, state.facts, p, pass.iteration, *count); g && g->guards.empty())
        AddPiece(pool, all, std::move(*g));
    if (!all.empty())
      KeepZeros(state, id, std::move(all));
  };
  Memory::ForEachDifference(entry.memory, pass.ran.end->memory, visit);
}

// Puts runs of zeros to those that the state knows.
void Engine::KeepZeros(State& state, ObjectId id, std::vector<Piece> zeros) {
  Contents& c = state.Change(id);
  for (const Piece& p : c.zeros)
    AddPiece(pool, zeros, p);
  const ExprId extent = objects[id].extent;
  c.is_zero = c.is_zero || (extent != kNoExpr && Covers(pool, state.facts, zeros, pool.Zero(), extent));
  c.zeros = c.is_zero ? std::vector<Piece>{} : std::move(zeros);
}

// After the loop, whose iteration number `pass.iteration` has been run with its invariant.
void Engine::Finish(const rir::Op& op, const rir::LoopOp& data, const State& entry, Pass& pass, Flow& flow,
                    std::optional<State>& next) {
  Iteration& ran = pass.ran;
  const AtomId iteration = pass.iteration;
  const ExprId k = pool.OfAtom(iteration);
  if (options_.step_loop == nullptr)
    RecordLoop(op, data, entry, pass);
  const std::optional<ExprId> trips = TripCount(iteration, ran, pass.head.facts);
  HandOn(pass.level, entry, ran, iteration);
  if (ran.exit && trips) {
    if (Prover(pool, entry.facts).AtLeastZero(*trips))
      Substitute(*ran.exit, iteration, *trips);
    if (ran.end)
      LearnRanges(*ran.end, *ran.exit, iteration, *trips);
  }
  // Where the test is last, what the last iteration has written is in the state that leaves, on top of k others.
  const State* end = ran.end ? &*ran.end : nullptr;
  if (ran.exit)
    WroteInLoop(*ran.exit, entry, end, iteration, trips ? *trips : k);
  for (State& s : ran.breaks)
    WroteInLoop(s, entry, end, iteration, k);
  ran.rest.ForEachExit([&](State& s) { WroteInLoop(s, entry, nullptr, iteration, k); });
  if (ran.exit)
    ZeroedInLoop(*ran.exit, entry, pass, trips);
  for (State& s : ran.breaks)
    ZeroedInLoop(s, entry, pass, std::nullopt);
  ran.rest.ForEachExit([&](State& s) { ZeroedInLoop(s, entry, pass, std::nullopt); });
  threads_->LeaveLoop(levels_.size());
  next = JoinAll(ran.TakeExits(flow));
  if (next)
    next->control = entry.control;
}

}  // namespace detrain::infer
