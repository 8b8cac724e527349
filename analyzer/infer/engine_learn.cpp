// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What an iteration changes in one object.
#include <algorithm>
#include <utility>

#include "analyzer/infer/engine.h"

namespace detrain::infer {

namespace {

constexpr int kMaxWraps = 3;

}  // namespace

class Engine::ObjectLearner {
 public:
  ObjectLearner(Engine& engine, ObjectId id, const Contents& start, const Contents& end, const Lesson& lesson)
      : engine_(engine),
        pool_(engine.pool),
        id_(id),
        start_(start),
        end_(end),
        known_(lesson.known),
        iteration_(lesson.iteration),
        same_loop_(lesson.same_loop) {}

  bool Learn() {
    if (start_.is_zero && !end_.is_zero)
      learned_ = known_.stained.insert(id_).second;
    LearnLost();
    for (const Cell& cell : end_.cells) {
      if (const Cell* old = start_.CellAt(cell.offset, cell.size))
        LearnChanged(*old, cell);
      else if (pool_.AsConstant(cell.offset))
        LearnAdded(cell);
    }
    for (const Cell& cell : start_.cells)
      if (end_.CellAt(cell.offset, cell.size) == nullptr && pool_.AsConstant(cell.offset))
        LearnGone(cell);
    return learned_;
  }

 private:
  using Change = LoopMemory::Change;

  Change* Find(const Cell& cell) {
    const auto it = known_.changed.find({id_, {cell.offset, cell.size}});
    return it == known_.changed.end() ? nullptr : &it->second;
  }

  // Whether `more` depends on nothing new that matters.
  [[nodiscard]] bool Knows(const Deps& deps, const Deps& more) const {
    return !engine_.follows_dependences_ || Includes(deps, more);
  }

  [[nodiscard]] bool Knows(const StoredDeps& deps, const StoredDeps& more) const {
    return !engine_.follows_dependences_ || deps.Includes(more);
  }

  [[nodiscard]] bool AddsAny() const {
    return std::any_of(end_.any.begin(), end_.any.end(), [&](const auto& e) {
      const auto old = start_.any.find(e.first);
      return old == start_.any.end() || !engine_.Subsumes(old->second, e.second);
    });
  }

  // Contents that no cell tells: a new version of the whole, ranges, pointers stored somewhere.
  void LearnLost() {
    bool whole = start_.version != end_.version || start_.zeroed != end_.zeroed;
    std::set<std::pair<ExprId, ExprId>> ranges;
    for (const auto& x : end_.clobbers) {
      if (std::find(start_.clobbers.begin(), start_.clobbers.end(), x) != start_.clobbers.end())
        continue;
      if (pool_.AsConstant(x.low) && pool_.AsConstant(x.high))
        ranges.insert({x.low, x.high});
      else
        whole = true;  // another range in each iteration
    }
    const bool adds_any = AddsAny();
    if (!whole && ranges.empty() && !adds_any && Knows(start_.deps, end_.deps))
      return;
    const auto [it, is_new] = known_.lost.try_emplace(id_);
    auto& lost = it->second;
    learned_ = learned_ || is_new || (whole && !lost.whole) || adds_any || !Knows(lost.deps, end_.deps);
    lost.whole = lost.whole || whole;
    lost.deps.Merge(end_.deps);
    for (const auto& r : ranges)
      learned_ = lost.ranges.insert(r).second || learned_;
    for (const auto& [leaf, value] : end_.any)
      engine_.AddAny(lost.any, leaf, value);
  }

  void LearnChanged(const Cell& old, const Cell& cell) {
    if (old.value.SameAs(cell.value) && Knows(old.value.deps, cell.value.deps))
      return;
    Change* change = Find(cell);
    if (change == nullptr)
      return Begin(known_.changed[{id_, {cell.offset, cell.size}}], old.value, cell.value);
    const bool is_free = !change->delta && !change->wrap && engine_.Subsumes(change->joined, cell.value);
    if (!is_free || !Knows(change->joined.deps, cell.value.deps))
      Revise(*change, cell.value, DeltaOf(old.value, cell.value));
  }

  // A cell that the start of the iteration did not tell.
  void LearnAdded(const Cell& cell) {
    const auto implied = engine_.Implicit(id_, start_, cell);
    if ((implied && implied->SameAs(cell.value)) || Find(cell) != nullptr)
      return;
    known_.changed[{id_, {cell.offset, cell.size}}].joined =
        implied ? engine_.JoinValues(*implied, cell.value, kNoExpr) : cell.value;
    learned_ = true;
  }

  // A cell that the end of the iteration does not tell any more: what was stored over it, it may hold in the next one.
  void LearnGone(const Cell& cell) {
    const ExprId size = pool_.Constant(static_cast<std::int64_t>(cell.size));
    const Deps stored = end_.deps.At(engine_.LeafOfStored({id_, cell.offset, kNoExpr, kNoExpr}, size));
    Change* change = Find(cell);
    const bool tells_float = change != nullptr && change->joined.IsToldFromZero();
    if (change != nullptr && !change->delta && !change->wrap && !tells_float && Knows(change->joined.deps, stored))
      return;
    if (change == nullptr) {
      change = &known_.changed[{id_, {cell.offset, cell.size}}];
      change->joined = cell.value;
    }
    Merge(change->joined.deps, stored);
    if (change->joined.kind == Value::Kind::Other)
      change->joined.number = kNoExpr;
    change->delta.reset();
    change->wrap.reset();
    learned_ = true;
  }

  // A pointer that is null under some condition: it is not moved there, as null has no elements.
  [[nodiscard]] static bool IsNullAlike(const Value& before, const Value& after) {
    return std::ranges::all_of(after.alternatives, [&](const Alternative& a) {
      return std::ranges::any_of(before.alternatives,
                                 [&](const Alternative& b) { return a.is_null == b.is_null && a.guards == b.guards; });
    });
  }

  // By how much one iteration moves the value, where that is the same in every iteration.
  [[nodiscard]] std::optional<ExprId> DeltaOf(const Value& before, const Value& after) const {
    if (!same_loop_)
      return std::nullopt;
    const Target *from = before.OnlyPlaceOrNull(), *to = after.OnlyPlaceOrNull();
    std::optional<ExprId> delta;
    if (before.HasNumber() && after.HasNumber())
      delta = pool_.Sub(after.number, before.number);
    else if (from != nullptr && to != nullptr && from->object == to->object && IsNullAlike(before, after))
      delta = pool_.Sub(to->offset, from->offset);
    return delta && !VariesHere(*delta) ? delta : std::nullopt;
  }

  // Whether it is another number in each iteration of this loop.
  [[nodiscard]] bool VariesHere(ExprId e) const {
    const std::string name = "k" + std::to_string(engine_.symbolic_depth_ + 1);
    const auto& atoms = pool_.AllAtoms(e);
    return std::any_of(atoms.begin(), atoms.end(),
                       [&](AtomId a) { return pool_.At(a).is_iteration && pool_.At(a).name == name; });
  }

  void Begin(Change& change, const Value& before, const Value& after) {
    const auto delta = DeltaOf(before, after);
    if (delta && !pool_.IsZero(*delta))
      change.delta = delta;
    else
      TryWrap(change, after);
    change.joined = engine_.JoinValues(before, after, kNoExpr);
    learned_ = true;
  }

  void Revise(Change& change, const Value& after, std::optional<ExprId> delta) {
    if (change.delta && change.delta != delta) {
      change.delta.reset();
      TryWrap(change, after);
      learned_ = true;
    } else if (change.wrap && !IsWrapped(change, after)) {
      change.wrap.reset();
      TryWrap(change, after);
      learned_ = true;
    }
    Value joined = engine_.JoinValues(change.joined, after, kNoExpr);
    if (!engine_.Subsumes(change.joined, after) || !Knows(change.joined.deps, joined.deps)) {
      change.joined = std::move(joined);
      learned_ = true;
    }
  }

  [[nodiscard]] bool IsWrapped(const Change& change, const Value& after) const {
    if (!same_loop_)
      return false;
    Value expected = change.wrap->value;
    engine_.Substitute(expected, change.wrap->atom, iteration_);
    return after.alternatives == expected.alternatives;
  }

  void TryWrap(Change& change, const Value& after) const {
    if (same_loop_ && after.OnlyPlace() != nullptr && after.alternatives[0].guards.empty() &&
        change.wraps++ < kMaxWraps)
      change.wrap = {*pool_.AsAtom(iteration_), after};
  }

  Engine& engine_;
  ExprPool& pool_;
  const ObjectId id_;
  const Contents &start_, &end_;
  LoopMemory& known_;
  const ExprId iteration_;
  const bool same_loop_;
  bool learned_ = false;
};

bool Engine::LearnObject(ObjectId id, const Contents& start, const Contents& end, const Lesson& lesson) {
  return ObjectLearner(*this, id, start, end, lesson).Learn();
}

}  // namespace detrain::infer
