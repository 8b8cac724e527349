// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where paths meet.
#include <algorithm>

#include "analyzer/infer/engine.h"
#include "analyzer/infer/pieces.h"

namespace detrain::infer {

namespace {

constexpr std::size_t kMaxAlternatives = 12;

void AddGuard(std::vector<ExprId>& guards, ExprId g) {
  auto at = std::lower_bound(guards.begin(), guards.end(), g);
  if (at == guards.end() || *at != g)
    guards.insert(at, g);
}

std::vector<ExprId> Common(std::vector<ExprId> a, std::vector<ExprId> b) {
  std::sort(a.begin(), a.end());
  std::sort(b.begin(), b.end());
  std::vector<ExprId> out;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(out));
  return out;
}

}  // namespace

Value Engine::JoinValues(const Value& a, const Value& b, ExprId condition) {
  if (a.kind == Value::Kind::None)
    return b;
  if (b.kind == Value::Kind::None)
    return a;
  Value out = a;
  Merge(out.deps, b.deps);
  if (a.SameAs(b))
    return out;
  if (a.kind == Value::Kind::Int && b.kind == Value::Kind::Int) {
    out.number = condition != kNoExpr && a.number != kNoExpr && b.number != kNoExpr
                     ? pool.Select(condition, a.number, b.number)
                     : pool.Fresh("joined");
    return out;
  }
  if (a.kind != b.kind) {
    const bool pointers = a.kind == Value::Kind::Pointer || b.kind == Value::Kind::Pointer;
    if (pointers && (a.kind == Value::Kind::Other || b.kind == Value::Kind::Other))
      return a.kind == Value::Kind::Pointer ? a : b;
    if (a.kind == Value::Kind::Function || b.kind == Value::Kind::Function) {
      out.kind = Value::Kind::Function;
      out.functions.Merge(b.functions);
      out.alternatives.insert(out.alternatives.end(), b.alternatives.begin(), b.alternatives.end());
      return out;
    }
    out = Value{};
    out.kind = Value::Kind::Other;
    Merge(out.deps, a.deps);
    Merge(out.deps, b.deps);
    return out;
  }
  out.functions.Merge(b.functions);
  std::vector<Alternative> all;
  auto add = [&](Alternative x, ExprId guard) {
    if (guard == kNoExpr)
      x.guards.clear();
    else
      AddGuard(x.guards, guard);
    Facts together;
    if (!std::all_of(x.guards.begin(), x.guards.end(), [&](ExprId g) { return together.Assume(pool, g); }))
      return;  // impossible on that path
    for (Alternative& y : all) {
      if (y.is_null != x.is_null || y.target != x.target)
        continue;
      if (y.guards == x.guards)
        return;
      if (y.guards.size() == 1 && x.guards.size() == 1 && y.guards[0] == pool.Not(x.guards[0])) {
        y.guards.clear();
        return;
      }
      if (y.guards.empty())
        return;
    }
    all.push_back(std::move(x));
  };
  for (const Alternative& x : a.alternatives)
    add(x, condition);
  for (const Alternative& x : b.alternatives)
    add(x, condition == kNoExpr ? kNoExpr : pool.Not(condition));
  // The alternatives are all that there are: where one place is left, it is sure.
  if (std::all_of(all.begin(), all.end(),
                  [&](const Alternative& x) { return x.is_null == all[0].is_null && x.target == all[0].target; }))
    for (Alternative& x : all)
      x.guards.clear();
  all.erase(std::unique(all.begin(), all.end()), all.end());
  // One object at two places: some place in it.
  if (condition == kNoExpr || all.size() > kMaxAlternatives) {
    std::vector<Alternative> merged;
    for (Alternative& x : all) {
      x.guards.clear();
      auto same = std::find_if(merged.begin(), merged.end(), [&](const Alternative& y) {
        return y.is_null == x.is_null && (x.is_null || y.target.object == x.target.object || AreExternal(x, y));
      });
      if (same != merged.end() && !x.is_null && same->target.object != x.target.object) {
        objects[same->target.object].stands_for_many = true;
        continue;
      }
      if (same == merged.end()) {
        merged.push_back(std::move(x));
        continue;
      }
      if (x.is_null || same->target.offset == x.target.offset)
        continue;
      same->target.offset = pool.Fresh("place");
      if (same->target.low != x.target.low || same->target.high != x.target.high)
        same->target.low = same->target.high = kNoExpr;
    }
    all = std::move(merged);
  }
  out.alternatives = std::move(all);
  return out;
}

// An offset that is not known: some place in the object.
bool Engine::IsPlace(ExprId offset) const {
  auto atom = pool.AsAtom(offset);
  return atom && pool.At(*atom).op == AtomOp::Symbol && pool.At(*atom).name == "place";
}

// Memory of the outside, of one type: where paths or iterations meet it is not told apart.
bool Engine::AreExternal(const Alternative& x, const Alternative& y) const {
  const Object &a = objects[x.target.object], &b = objects[y.target.object];
  return !x.is_null && !y.is_null && a.kind == ObjectKind::External && b.kind == ObjectKind::External &&
         a.element == b.element;
}

// Whether `wide` stands for all that `narrow` may be.
bool Engine::Subsumes(const Value& wide, const Value& narrow) const {
  if (!std::includes(wide.functions.begin(), wide.functions.end(), narrow.functions.begin(), narrow.functions.end()))
    return false;
  return std::all_of(narrow.alternatives.begin(), narrow.alternatives.end(), [&](const Alternative& x) {
    return std::any_of(wide.alternatives.begin(), wide.alternatives.end(), [&](const Alternative& y) {
      if (x.is_null || y.is_null)
        return x.is_null == y.is_null;
      if (AreExternal(x, y))
        return objects[y.target.object].stands_for_many || x.target.object == y.target.object;
      return x.target.object == y.target.object && (x.target.offset == y.target.offset || IsPlace(y.target.offset));
    });
  });
}

Contents Engine::DefaultOf(ObjectId id) const {
  Contents c;
  c.zeroed = objects[id].zeroed;
  return c;
}

// What a state without the cell `like` holds in its place, where that can be said.
std::optional<Value> Engine::Implicit(ObjectId id, const Contents& c, const Cell& like) {
  for (const auto& x : c.clobbers) {
    State none;
    if (!Disjoint(x.low, pool.Sub(x.high, x.low), like.offset, pool.Constant(static_cast<std::int64_t>(like.size)),
                  none))
      return std::nullopt;
  }
  for (const Cell& cell : c.cells) {
    State none;
    if (!Disjoint(cell.offset, pool.Constant(static_cast<std::int64_t>(cell.size)), like.offset,
                  pool.Constant(static_cast<std::int64_t>(like.size)), none))
      return std::nullopt;
  }
  Value v;
  v.kind = like.value.kind;
  v.deps = c.deps;
  if (v.kind == Value::Kind::Int) {
    v.number = c.zeroed ? pool.Zero() : pool.Apply(AtomOp::Memory, {like.offset}, {id, c.version, like.size});
    return v;
  }
  if (v.kind == Value::Kind::Other)
    return v;
  if (v.kind == Value::Kind::Pointer && c.zeroed && c.any.empty()) {
    v.alternatives.push_back({{}, true, {}});
    return v;
  }
  return std::nullopt;
}

std::optional<Value> Engine::ValueAt(const State& state, ObjectId id, const Cell& like) {
  const auto it = state.memory.find(id);
  const Contents contents = it == state.memory.end() ? DefaultOf(id) : *it->second;
  for (const Cell& cell : contents.cells)
    if (cell.offset == like.offset && cell.size == like.size)
      return cell.value;
  return Implicit(id, contents, like);
}

std::shared_ptr<const Contents> Engine::JoinContents(ObjectId id, const State& sa, const State& sb, ExprId condition,
                                                     const Facts& fa, const Facts& fb) {
  auto find = [&](const State& s) {
    auto it = s.memory.find(id);
    return it == s.memory.end() ? nullptr : it->second;
  };
  auto pa = find(sa), pb = find(sb);
  if (pa == pb)
    return pa;
  const ObjectKind kind = objects[id].kind;
  const bool unborn = kind == ObjectKind::Heap || kind == ObjectKind::Handle;
  if (!pa && unborn)
    return pb;  // not allocated on that path, so nothing there can be read
  if (!pb && unborn)
    return pa;
  const Contents a = pa ? *pa : DefaultOf(id), b = pb ? *pb : DefaultOf(id);
  auto out = std::make_shared<Contents>();
  out->version = a.version == b.version ? a.version : next_version_++;
  out->zeroed = a.zeroed && b.zeroed;
  out->deps = a.deps;
  Merge(out->deps, b.deps);
  out->any = a.any;
  for (const auto& [key, value] : b.any) {
    auto [it, fresh] = out->any.try_emplace(key, value);
    if (!fresh)
      it->second = JoinValues(it->second, value, kNoExpr);
  }
  auto same_range = [](const Contents::Clobber& x, const Contents::Clobber& y) {
    return x.low == y.low && x.high == y.high && x.version == y.version;
  };
  for (const auto& x : a.clobbers) {
    const bool both =
        std::any_of(b.clobbers.begin(), b.clobbers.end(), [&](const auto& y) { return same_range(x, y); });
    out->clobbers.push_back(both ? x : Contents::Clobber{x.low, x.high, next_version_++});
  }
  for (const auto& y : b.clobbers)
    if (std::none_of(a.clobbers.begin(), a.clobbers.end(),
                     [&](const auto& x) { return x.low == y.low && x.high == y.high; }))
      out->clobbers.push_back({y.low, y.high, next_version_++});
  auto meet = [&](const Contents& mine, const Contents& other, bool mine_is_a) {
    for (const Cell& cell : mine.cells) {
      auto match = std::find_if(other.cells.begin(), other.cells.end(),
                                [&](const Cell& x) { return x.offset == cell.offset && x.size == cell.size; });
      if (match != other.cells.end()) {
        if (mine_is_a)
          out->cells.push_back({cell.offset, cell.size, JoinValues(cell.value, match->value, condition)});
        continue;
      }
      if (auto implied = Implicit(id, other, cell)) {
        out->cells.push_back(
            {cell.offset, cell.size,
             mine_is_a ? JoinValues(cell.value, *implied, condition) : JoinValues(*implied, cell.value, condition)});
        continue;
      }
      if (cell.value.kind == Value::Kind::Pointer || cell.value.kind == Value::Kind::Function) {
        auto [it, fresh] = out->any.try_emplace(LeafAt(id, cell.offset, kNoExpr), cell.value);
        if (!fresh)
          it->second = JoinValues(it->second, cell.value, kNoExpr);
      }
      out->clobbers.push_back(
          {cell.offset, pool.Add(cell.offset, pool.Constant(static_cast<std::int64_t>(cell.size))), next_version_++});
    }
  };
  meet(a, b, true);
  meet(b, a, false);
  for (const auto& r : a.ranges)
    for (const auto& s : b.ranges)
      if (r.where == s.where && r.low == s.low && r.high == s.high)
        out->ranges.push_back(r);
  auto keep = [&](const std::vector<Piece>& mine, const std::vector<Piece>& other, const Facts& facts, ExprId guard) {
    for (const Piece& p : mine) {
      if (std::find(out->written.begin(), out->written.end(), p) != out->written.end())
        continue;
      if (std::find(other.begin(), other.end(), p) != other.end() || CoversPiece(pool, facts, other, p)) {
        out->written.push_back(p);
      } else if (guard != kNoExpr && p.guards.size() < 4) {
        Piece guarded = p;
        AddGuard(guarded.guards, guard);
        out->written.push_back(std::move(guarded));
      }
    }
  };
  keep(a.written, b.written, fb, condition);
  keep(b.written, a.written, fa, condition == kNoExpr ? kNoExpr : pool.Not(condition));
  return out;
}

State Engine::Join(const State& a, const State& b, ExprId condition) {
  if (condition == kNoExpr)  // a truth that tells the two apart
    for (ExprId t : a.facts.truths)
      if (b.facts.Knows(pool.Not(t))) {
        condition = t;
        break;
      }
  State out;
  out.facts.truths = Common(a.facts.truths, b.facts.truths);
  out.facts.at_least_zero = Common(a.facts.at_least_zero, b.facts.at_least_zero);
  out.facts.zero = Common(a.facts.zero, b.facts.zero);
  out.control = a.control;
  Merge(out.control, b.control);
  out.since_boundary = a.since_boundary || b.since_boundary;
  auto ia = a.memory.begin(), ib = b.memory.begin();
  while (ia != a.memory.end() || ib != b.memory.end()) {
    ObjectId id = 0;
    if (ib == b.memory.end() || (ia != a.memory.end() && ia->first <= ib->first)) {
      id = ia->first;
      if (ib != b.memory.end() && ib->first == id)
        ++ib;
      ++ia;
    } else {
      id = ib->first;
      ++ib;
    }
    out.memory.emplace_hint(out.memory.end(), id, JoinContents(id, a, b, condition, a.facts, b.facts));
  }
  return out;
}

std::optional<State> Engine::JoinAll(std::vector<State> states) {
  if (states.empty())
    return std::nullopt;
  // A state that has passed the boundary makes those that have not irrelevant for what follows it.
  if (std::any_of(states.begin(), states.end(), [](const State& s) { return s.since_boundary; }))
    std::erase_if(states, [](const State& s) { return !s.since_boundary; });
  State out = std::move(states[0]);
  for (std::size_t i = 1; i < states.size(); ++i)
    out = Join(out, states[i], kNoExpr);
  return out;
}

}  // namespace detrain::infer
