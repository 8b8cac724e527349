// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What objects hold where paths meet.
#include <algorithm>
#include <iterator>

#include "analyzer/infer/engine.h"
#include "analyzer/infer/pieces.h"

namespace detrain::infer {

namespace {

constexpr std::size_t kMaxPieceGuards = 8;

}  // namespace

Contents Engine::DefaultOf(ObjectId id) const {
  Contents c;
  c.zeroed = c.is_zero = objects[id].zeroed;
  return c;
}

// One of the pointers that were stored somewhere in such places, as LoadFrom has it. In memory of the outside it may
// also be the one that stood there before.
std::optional<Value> Engine::PointerIn(ObjectId id, const Contents& c, ExprId offset) {
  if (objects[id].kind == ObjectKind::External)
    return std::nullopt;
  const auto element = std::max<std::uint64_t>(SizeOf(objects[id].element), 1);
  const auto at = LeafAt(id, offset, kNoExpr);
  const auto leaf = at == kAnywhere ? at : at % element;
  std::optional<Value> v;
  if (c.zeroed)
    v = NullPointer();
  for (const auto& [key, value] : c.any)
    if (key == leaf || leaf == kAnywhere || key == kAnywhere)
      v = v ? JoinValues(*v, value, kNoExpr) : value;
  if (v)
    Merge(v->deps, c.deps.At(LeafOfStored({id, offset, kNoExpr, kNoExpr}, pool.Constant(sizeof(void*)))));
  return v;
}

// What a state without the cell `like` holds in its place, where that can be said.
std::optional<Value> Engine::Implicit(ObjectId id, const Contents& c, const Cell& like) {
  const State anywhere;
  const auto size_of = [&](const Cell& cell) { return pool.Constant(static_cast<std::int64_t>(cell.size)); };
  const auto misses = [&](ExprId offset, ExprId size) {
    return Disjoint(offset, size, like.offset, size_of(like), anywhere);
  };
  for (const auto& x : c.clobbers)
    if (!misses(x.low, pool.Sub(x.high, x.low)))
      return std::nullopt;
  for (const Cell& cell : c.cells)
    if (!misses(cell.offset, size_of(cell)))
      return std::nullopt;
  Value v;
  v.kind = like.value.kind;
  if (v.kind == Value::Kind::Pointer)
    return PointerIn(id, c, like.offset);
  v.deps = c.deps.At(LeafOfStored({id, like.offset, kNoExpr, kNoExpr}, size_of(like)));
  if (v.kind == Value::Kind::Int) {
    v.number = c.zeroed ? pool.Zero() : pool.Apply(AtomOp::Memory, {like.offset}, {id, c.version, like.size});
    return v;
  }
  return v.kind == Value::Kind::Other ? std::optional(v) : std::nullopt;
}

std::optional<Value> Engine::ValueAt(const State& state, ObjectId id, const Cell& like) {
  const auto* known = state.memory.Find(id);
  const Contents untouched = known == nullptr ? DefaultOf(id) : Contents{};
  const Contents& contents = known == nullptr ? untouched : **known;
  if (const Cell* cell = contents.CellAt(like.offset, like.size))
    return cell->value;
  return Implicit(id, contents, like);
}

bool Engine::IsZero(const State& state, ObjectId id) const {
  const auto* known = state.memory.Find(id);
  const bool is_automatic = objects[id].kind == ObjectKind::Variable && IsAutomatic(objects[id].region);
  if (objects[id].IsSeveral() || (known == nullptr && (IsMadeByOp(id) || is_automatic)))
    return false;
  return known == nullptr ? objects[id].zeroed : (*known)->is_zero;
}

// One object's contents of two paths, as one.
class Engine::ContentsJoin {
 public:
  ContentsJoin(Engine& engine, ObjectId id, const Contents& a, const Contents& b, ExprId condition)
      : engine_(engine), pool_(engine.pool), id_(id), a_(a), b_(b), condition_(condition) {}

  Contents Take(const Facts& facts_a, const Facts& facts_b) {
    out_.version = a_.version == b_.version ? a_.version : engine_.next_version_++;
    out_.zeroed = a_.zeroed && b_.zeroed;
    out_.deps = a_.deps;
    out_.deps.Merge(b_.deps);
    out_.any = a_.any;
    for (const auto& [leaf, value] : b_.any)
      engine_.AddAny(out_.any, leaf, value);
    JoinZeros(facts_a, facts_b);
    JoinClobbers();
    JoinCells(a_, b_);
    JoinCells(b_, a_);
    if (a_.zeroed != b_.zeroed)
      engine_.AddNulls(out_.any);
    JoinRanges();
    JoinPieces(a_.written, b_.written, facts_a, facts_b, out_.written);
    return std::move(out_);
  }

 private:
  void JoinZeros(const Facts& facts_a, const Facts& facts_b) {
    out_.is_zero = a_.is_zero && b_.is_zero;
    out_.stained = std::max(a_.stained, b_.stained);
    // Of one that is all zeros, what the other has.
    const auto all_of = [](const Contents& c, const Contents& other) -> const std::vector<Piece>& {
      return c.is_zero ? other.zeros : c.zeros;
    };
    JoinPieces(all_of(a_, b_), all_of(b_, a_), facts_a, facts_b, out_.zeros);
  }

  void JoinClobbers() {
    for (const auto& x : a_.clobbers) {
      const bool in_both = std::find(b_.clobbers.begin(), b_.clobbers.end(), x) != b_.clobbers.end();
      out_.clobbers.push_back(in_both ? x : Contents::Clobber{x.low, x.high, engine_.next_version_++});
    }
    for (const auto& y : b_.clobbers)
      if (std::none_of(a_.clobbers.begin(), a_.clobbers.end(), [&](const auto& x) { return x.IsSameRange(y); }))
        out_.clobbers.push_back({y.low, y.high, engine_.next_version_++});
  }

  // The condition holds on the side of `a`.
  [[nodiscard]] Value JoinFrom(const Contents& mine, const Value& here, const Value& there) const {
    return &mine == &a_ ? engine_.JoinValues(here, there, condition_) : engine_.JoinValues(there, here, condition_);
  }

  void JoinCells(const Contents& mine, const Contents& other) {
    for (const Cell& cell : mine.cells) {
      if (const Cell* match = other.CellAt(cell.offset, cell.size)) {
        if (&mine == &a_)
          out_.cells.push_back({cell.offset, cell.size, JoinFrom(mine, cell.value, match->value)});
      } else if (auto implied = engine_.Implicit(id_, other, cell)) {
        out_.cells.push_back({cell.offset, cell.size, JoinFrom(mine, cell.value, *implied)});
      } else {
        Lose(cell);
      }
    }
  }

  // A cell that the other path tells nothing of.
  void Lose(const Cell& cell) {
    if (cell.value.IsPointerLike())
      engine_.AddAny(out_.any, engine_.LeafAt(id_, cell.offset, kNoExpr), cell.value);
    const ExprId end = pool_.Add(cell.offset, pool_.Constant(static_cast<std::int64_t>(cell.size)));
    out_.clobbers.push_back({cell.offset, end, engine_.next_version_++});
  }

  void JoinRanges() {
    for (const auto& r : a_.ranges)
      for (const auto& s : b_.ranges)
        if (r.where == s.where && r.low == s.low && r.high == s.high)
          out_.ranges.push_back(r);
  }

  // Bytes that both paths have among their pieces stay there, the others under the guard that tells the paths apart.
  void JoinPieces(const std::vector<Piece>& of_a, const std::vector<Piece>& of_b, const Facts& facts_a,
                  const Facts& facts_b, std::vector<Piece>& out) {
    KeepPieces(of_a, of_b, facts_b, condition_, out);
    KeepPieces(of_b, of_a, facts_a, condition_ == kNoExpr ? kNoExpr : pool_.Not(condition_), out);
  }

  void KeepPieces(const std::vector<Piece>& mine, const std::vector<Piece>& other, const Facts& facts, ExprId guard,
                  std::vector<Piece>& out) {
    for (const Piece& p : mine) {
      if (std::find(out.begin(), out.end(), p) != out.end())
        continue;
      if (std::find(other.begin(), other.end(), p) != other.end() || CoversPiece(pool_, facts, other, p)) {
        out.push_back(p);
      } else if (guard != kNoExpr && p.guards.size() < kMaxPieceGuards) {
        Piece guarded = p;
        AddGuard(guarded.guards, guard);
        out.push_back(std::move(guarded));
      }
    }
  }

  Engine& engine_;
  ExprPool& pool_;
  const ObjectId id_;
  const Contents &a_, &b_;
  const ExprId condition_;
  Contents out_;
};

// `in_a`, `in_b`: null where the state knows nothing of the object.
SharedContents Engine::JoinContents(ObjectId id, const SharedContents* in_a, const SharedContents* in_b, const State& a,
                                    const State& b, ExprId condition) {
  if (IsMadeByOp(id) && (in_a == nullptr || in_b == nullptr))  // so nothing of it can be read on that path
    return in_a != nullptr ? *in_a : *in_b;
  const Contents untouched = DefaultOf(id);
  ContentsJoin join(*this, id, in_a != nullptr ? **in_a : untouched, in_b != nullptr ? **in_b : untouched, condition);
  return std::make_shared<Contents>(join.Take(a.facts, b.facts));
}

}  // namespace detrain::infer
