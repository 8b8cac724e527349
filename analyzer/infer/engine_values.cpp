// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Values where paths meet.
#include <algorithm>
#include <optional>

#include "analyzer/infer/engine.h"

namespace detrain::infer {

namespace {

constexpr std::size_t kMaxAlternatives = 12;
constexpr std::size_t kMaxMembers = 24;

bool LeadToOnePlace(const Alternative& x, const Alternative& y) {
  return x.is_null == y.is_null && x.target == y.target;
}

// Many alternatives, by what those that may be one have in common: the object, or the type of memory of the outside.
class AlternativeIndex {
 public:
  explicit AlternativeIndex(const std::deque<Object>& objects) : objects_(objects) {}

  // The next number, from 0 on, is that of this one.
  void Add(const Alternative& a) {
    const std::uint64_t key = KeyOf(a);
    const std::uint32_t* last = last_.Find(key);
    before_.push_back(last != nullptr ? *last : kNone);
    last_.Set(key, static_cast<std::uint32_t>(before_.size() - 1));
  }
  // The last one that has it in common with `a` and for which `accept` holds.
  template <typename F>
  [[nodiscard]] std::optional<std::size_t> Find(const Alternative& a, F accept) const {
    const std::uint32_t* last = last_.Find(KeyOf(a));
    for (std::uint32_t at = last != nullptr ? *last : kNone; at != kNone; at = before_[at])
      if (accept(at))
        return at;
    return std::nullopt;
  }

 private:
  [[nodiscard]] std::uint64_t KeyOf(const Alternative& a) const {
    if (a.is_null)
      return PairKey(2, 0);
    const Object& o = objects_[a.target.object];
    return o.kind == ObjectKind::External ? PairKey(1, o.element) : PairKey(0, a.target.object);
  }
  const std::deque<Object>& objects_;
  static constexpr std::uint32_t kNone = 0xffffffffU;
  Memo<std::uint32_t> last_;
  std::vector<std::uint32_t> before_;  // of each: the one before it that has the same in common
};

bool IsOfKind(const Value& a, const Value& b, Value::Kind kind) {
  return a.kind == kind || b.kind == kind;
}

}  // namespace

// Whether `e` is 0 wherever `truth` holds, because that says it of a factor: n <= 0 does, of an n that is never
// negative.
bool Engine::VanishesUnder(ExprId e, ExprId truth) {
  const auto atom = pool.AsAtom(truth);
  if (!atom || (pool.At(*atom).op != AtomOp::Ge0 && pool.At(*atom).op != AtomOp::Eq0))
    return false;
  const ExprId x = pool.At(*atom).args[0];
  if (pool.Terms(e).empty() || pool.Terms(x).empty())
    return false;
  const std::int64_t factor = pool.Terms(e)[0].coefficient / pool.Terms(x)[0].coefficient;
  if (pool.Scale(x, factor) != e)
    return false;
  return pool.At(*atom).op == AtomOp::Eq0 || Prover(pool, Facts{}).AtLeastZero(pool.Scale(x, -1));
}

// What the value is on both sides of the condition, where one side's number is the other's as it is there: n, and 0
// where n is 0. `condition` holds where it is `a`.
std::optional<ExprId> Engine::AgreedNumber(ExprId a, ExprId b, ExprId condition) {
  if (a == b || VanishesUnder(pool.Sub(a, b), pool.Not(condition)))
    return a;
  return VanishesUnder(pool.Sub(b, a), condition) ? std::optional(b) : std::nullopt;
}

// `condition`: holds where the value is `a`; kNoExpr where nothing tells.
Value Engine::JoinValues(const Value& a, const Value& b, ExprId condition) {
  if (a.kind == Value::Kind::None)
    return b;
  if (b.kind == Value::Kind::None)
    return a;
  Value out = a.kind == b.kind ? a : JoinKinds(a, b);
  Merge(out.deps, b.deps);
  if (a.kind != b.kind || a.SameAs(b))
    return out;
  if (a.kind == Value::Kind::Int) {
    const bool is_told = condition != kNoExpr && a.HasNumber() && b.HasNumber();
    const auto agreed = is_told ? AgreedNumber(a.number, b.number, condition) : std::nullopt;
    out.number = agreed ? *agreed : is_told ? pool.Select(condition, a.number, b.number) : pool.Fresh("joined");
    return out;
  }
  if (a.kind == Value::Kind::Other)
    out.number = JoinTruths(a, b, condition);
  out.functions.Merge(b.functions);
  out.alternatives = JoinAlternatives(a.alternatives, b.alternatives, condition);
  work += out.alternatives.size() / kMaxAlternatives;
  return out;
}

// Whether a float that is one of the two is other than zero; kNoExpr where nothing tells.
ExprId Engine::JoinTruths(const Value& a, const Value& b, ExprId condition) {
  if (a.number == b.number || a.number == kNoExpr || b.number == kNoExpr || condition == kNoExpr)
    return a.number == b.number ? a.number : kNoExpr;
  return pool.Or(pool.And(condition, a.number), pool.And(pool.Not(condition), b.number));
}

// Values of two kinds, with the dependences of `a`.
Value Engine::JoinKinds(const Value& a, const Value& b) {
  Value out = a;
  if (IsOfKind(a, b, Value::Kind::Pointer) && IsOfKind(a, b, Value::Kind::Other)) {
    out = a.kind == Value::Kind::Pointer ? a : b;
  } else if (IsOfKind(a, b, Value::Kind::Pointer) && IsOfKind(a, b, Value::Kind::Int)) {
    const auto as_pointer = [&](const Value& v) { return v.kind == Value::Kind::Int ? PointerFrom(v) : v; };
    out = as_pointer(a);
    out.alternatives = JoinAlternatives(out.alternatives, as_pointer(b).alternatives, kNoExpr);
  } else if (IsOfKind(a, b, Value::Kind::Function)) {
    out.kind = Value::Kind::Function;
    out.functions.Merge(b.functions);
    for (const Alternative& x : b.alternatives)
      if (a.alternatives.size() > kMaxMembers || std::ranges::find(a.alternatives, x) == a.alternatives.end())
        out.alternatives.push_back(x);
    if (out.alternatives.size() > kMaxMembers)
      out.alternatives = JoinAlternatives(a.alternatives, b.alternatives, kNoExpr);
  } else {
    out = Value{};
    out.kind = Value::Kind::Other;
  }
  Merge(out.deps, a.deps);
  return out;
}

// Alternatives that are the same places on both sides of the condition.
std::optional<std::vector<Alternative>> Engine::AgreedPlaces(const std::vector<Alternative>& a,
                                                             const std::vector<Alternative>& b, ExprId condition) {
  if (condition == kNoExpr || a.size() != b.size())
    return std::nullopt;
  std::vector<Alternative> out = a;
  for (std::size_t i = 0; i < a.size(); ++i) {
    Target& place = out[i].target;
    const Target& other = b[i].target;
    if (a[i].guards != b[i].guards || a[i].is_null != b[i].is_null)
      return std::nullopt;
    if (a[i].is_null)
      continue;
    const bool is_comparable = place.object == other.object && place.low == other.low && place.high == other.high &&
                               !objects[place.object].IsSeveral();
    const auto offset = is_comparable ? AgreedNumber(place.offset, other.offset, condition) : std::nullopt;
    if (!offset)
      return std::nullopt;
    place.offset = *offset;
  }
  return out;
}

// Whether it is known when a pointer is this one of its alternatives: where its guards hold. What is not told apart by
// guards yet is not told by those that all of them share either.
bool Engine::IsTold(const std::vector<Alternative>& all, const Alternative& x) {
  return all.size() == 1 || !x.guards.empty();
}

// The alternatives of both, each under the side of the condition that it comes from.
std::vector<Alternative> Engine::JoinAlternatives(const std::vector<Alternative>& a, const std::vector<Alternative>& b,
                                                  ExprId condition) {
  if (auto agreed = AgreedPlaces(a, b, condition))
    return *std::move(agreed);
  if (condition == kNoExpr && a.size() + b.size() > kMaxMembers)
    return MergedByObject(Untold(a, b));
  std::vector<Alternative> all;
  for (const Alternative& x : a)
    AddAlternative(all, x, IsTold(a, x) ? condition : kNoExpr);
  for (const Alternative& x : b)
    AddAlternative(all, x, IsTold(b, x) && condition != kNoExpr ? pool.Not(condition) : kNoExpr);
  // The alternatives are all that there are: where one place is left, it is sure.
  if (std::all_of(all.begin(), all.end(), [&](const Alternative& x) { return LeadToOnePlace(x, all[0]); }))
    for (Alternative& x : all)
      x.guards.clear();
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return condition == kNoExpr || all.size() > kMaxAlternatives ? MergedByObject(all) : all;
}

// The different places of both.
std::vector<Alternative> Engine::Untold(const std::vector<Alternative>& a, const std::vector<Alternative>& b) {
  std::vector<Alternative> all;
  all.reserve(a.size() + b.size());
  IdTable known;
  for (const auto* list : {&a, &b})
    for (const Alternative& x : *list) {
      const Target& t = x.target;
      const std::uint64_t hash = Combine(PairKey(x.is_null ? 1 : 0, t.object), PairKey(t.offset, t.low));
      if (known.Find(hash, [&](std::uint32_t at) { return LeadToOnePlace(x, all[at]); }) != IdTable::kNone)
        continue;
      known.Add(hash, static_cast<std::uint32_t>(all.size()));
      all.push_back({{}, x.is_null, x.target});
    }
  return all;
}

void Engine::AddAlternative(std::vector<Alternative>& all, Alternative x, ExprId guard) {
  if (guard == kNoExpr)
    x.guards.clear();
  else
    AddGuard(x.guards, guard);
  Facts together;
  if (!std::all_of(x.guards.begin(), x.guards.end(), [&](ExprId g) { return together.Assume(pool, g); }))
    return;  // impossible on that path
  for (Alternative& y : all) {
    if (!LeadToOnePlace(x, y))
      continue;
    if (y.guards.empty() || y.guards == x.guards)
      return;
    if (y.guards.size() == 1 && x.guards.size() == 1 && y.guards[0] == pool.Not(x.guards[0])) {
      y.guards.clear();
      return;
    }
  }
  all.push_back(std::move(x));
}

// Whether they are certainly not at one place of a record, such as addresses of two members.
bool Engine::AreApart(const Target& a, const Target& b) {
  const Object& o = objects[a.object];
  if (o.IsSeveral() || !pool.AsConstant(a.offset) || !pool.AsConstant(b.offset))
    return false;
  return LeafAt(a.object, a.offset, kNoExpr) != LeafAt(b.object, b.offset, kNoExpr);
}

// One alternative for each object, or each of a few members of one: one object at two places is at some place in it.
std::vector<Alternative> Engine::MergedByObject(const std::vector<Alternative>& all) {
  std::vector<Alternative> merged;
  AlternativeIndex index(objects);
  const bool tells_members = all.size() <= kMaxMembers;
  for (const Alternative& x : all) {
    const auto is_same = [&](const Alternative& y) {
      if (x.is_null || y.is_null)
        return x.is_null == y.is_null;
      return AreExternal(x, y) ||
             (y.target.object == x.target.object && !(tells_members && AreApart(y.target, x.target)));
    };
    auto same = merged.end();
    if (tells_members)
      same = std::ranges::find_if(merged, is_same);
    else if (const auto at = index.Find(x, [&](std::size_t i) { return is_same(merged[i]); }))
      same = merged.begin() + static_cast<std::ptrdiff_t>(*at);
    if (same != merged.end() && !x.is_null) {
      MergeInto(*same, x);
    } else if (same == merged.end()) {
      if (!tells_members)
        index.Add(x);
      merged.push_back({{}, x.is_null, x.target});
    }
  }
  return merged;
}

void Engine::MergeInto(Alternative& same, const Alternative& x) {
  if (same.target.object != x.target.object) {
    objects[same.target.object].stands_for_many = true;
  } else if (same.target.offset != x.target.offset) {
    const bool keeps_window = same.target.low == x.target.low && same.target.high == x.target.high;
    const bool moves_window = !keeps_window && HaveWindowsAlike(same.target, x.target);
    const Target old = same.target;
    same.target.offset = PlaceOfBoth(same.target, x.target);
    if (moves_window) {
      const ExprId moved = pool.Sub(same.target.offset, old.offset);
      same.target.low = pool.Add(old.low, moved);
      same.target.high = pool.Add(old.high, moved);
    } else if (!keeps_window) {
      same.target.low = same.target.high = kNoExpr;
    }
  }
}

// Memory of the outside, of one type: where paths or iterations meet it is not told apart.
bool Engine::AreExternal(const Alternative& x, const Alternative& y) const {
  const Object &a = objects[x.target.object], &b = objects[y.target.object];
  return !x.is_null && !y.is_null && a.kind == ObjectKind::External && b.kind == ObjectKind::External &&
         a.element == b.element;
}

// Whether `wide` stands for all that `narrow` may be.
bool Engine::Subsumes(const Value& wide, const Value& narrow) {
  if (wide.IsToldFromZero() && (narrow.kind != wide.kind || narrow.number != wide.number))
    return false;
  if (!std::includes(wide.functions.begin(), wide.functions.end(), narrow.functions.begin(), narrow.functions.end()))
    return false;
  if (wide.alternatives.size() <= kMaxMembers)
    return std::ranges::all_of(narrow.alternatives, [&](const Alternative& x) {
      return std::ranges::any_of(wide.alternatives, [&](const Alternative& y) { return Subsumes(y, x); });
    });
  AlternativeIndex index(objects);
  for (const Alternative& y : wide.alternatives)
    index.Add(y);
  return std::ranges::all_of(narrow.alternatives, [&](const Alternative& x) {
    return index.Find(x, [&](std::size_t at) { return Subsumes(wide.alternatives[at], x); }).has_value();
  });
}

bool Engine::Subsumes(const Alternative& wide, const Alternative& narrow) {
  const Target &all = wide.target, &one = narrow.target;
  if (narrow.is_null || wide.is_null)
    return narrow.is_null == wide.is_null;
  if (AreExternal(narrow, wide))
    return objects[all.object].stands_for_many || one.object == all.object;
  if (one.object != all.object)
    return false;
  if (one.offset == all.offset)
    return true;
  const auto grid = GridOf(all.offset);
  const bool is_wide = all.low == kNoExpr || (all.low == one.low && all.high == one.high) || HaveWindowsAlike(all, one);
  return grid && is_wide && LiesOn(*grid, one.offset);
}

// Adds a value that is stored at some offset of a leaf to those that may stand there.
void Engine::AddAny(std::map<std::uint64_t, Value>& any, std::uint64_t leaf, const Value& value) {
  auto [it, is_new] = any.try_emplace(leaf, value);
  if (is_new)
    return;
  Value& known = it->second;
  const auto stands_for = [&](const Alternative& wide, const Alternative& x) {
    const bool has_window = wide.target.low != kNoExpr || wide.target.high != kNoExpr;
    const bool is_wide = !has_window || (wide.target.low == x.target.low && wide.target.high == x.target.high) ||
                         HaveWindowsAlike(wide.target, x.target);
    return wide.guards.empty() && is_wide && Subsumes(wide, x);
  };
  if (known.kind != value.kind || known.alternatives.size() <= kMaxMembers) {
    known = JoinValues(known, value, kNoExpr);
    return;
  }
  // Of many, most are there already.
  AlternativeIndex index(objects);
  for (const Alternative& y : known.alternatives)
    index.Add(y);
  Value news = value;
  std::erase_if(news.alternatives, [&](const Alternative& x) {
    return index.Find(x, [&](std::size_t at) { return stands_for(known.alternatives[at], x); }).has_value();
  });
  if (news.alternatives.empty()) {
    known.functions.Merge(value.functions);
    Merge(known.deps, value.deps);
  } else {
    known = JoinValues(known, news, kNoExpr);
  }
}

}  // namespace detrain::infer
