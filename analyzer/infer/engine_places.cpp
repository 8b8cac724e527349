// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Offsets that are not known but for a grid that they lie on: element k of an array of records, whichever k.
// Arithmetical congruences in the manner of Granger ("Static analysis of arithmetical congruences", 1989).
#include <algorithm>
#include <numeric>

#include "analyzer/infer/engine.h"

namespace detrain::infer {

namespace {

constexpr const char* kPlace = "place";
constexpr const char* kAnyPlace = "any place";  // another one each time that it is loaded

}  // namespace

// rest + stride * atom, where the atom is a place of ours.
std::optional<Engine::Grid> Engine::GridOf(ExprId offset) const {
  Grid grid;
  for (const Term& t : pool.Terms(offset)) {
    if (t.monomial == 0) {
      grid.rest = t.coefficient;
      continue;
    }
    const auto& factors = pool.MonomialOf(t).atoms;
    if (grid.atom != kNoAtom || factors.size() != 1 || pool.At(factors[0]).op != AtomOp::Symbol ||
        (pool.At(factors[0]).name != kPlace && pool.At(factors[0]).name != kAnyPlace))
      return std::nullopt;
    grid.atom = factors[0];
    grid.stride = t.coefficient;
  }
  return grid.atom == kNoAtom ? std::nullopt : std::optional(grid);
}

// One symbol for all of them: it stands in memory only, and what is loaded gets another one.
ExprId Engine::AnyPlace() {
  if (any_place_ == kNoExpr)
    any_place_ = pool.Fresh(kAnyPlace);
  return any_place_;
}

bool Engine::IsAnyPlace(ExprId offset) const {
  const auto grid = GridOf(offset);
  return grid && pool.At(grid->atom).name == kAnyPlace;
}

// What is loaded from where it is not known which of several pointers stands. It leads to one of the objects, so that
// one symbol does for all.
void Engine::MoveAnyPlaces(Value& pointer) {
  ExprId another = kNoExpr;
  for (Alternative& a : pointer.alternatives) {
    if (a.is_null || !IsAnyPlace(a.target.offset))
      continue;
    const Grid grid = *GridOf(a.target.offset);
    another = another == kNoExpr ? pool.Fresh(kAnyPlace) : another;
    MoveTo(a.target, grid.rest == 0 && grid.stride == 1
                         ? another
                         : pool.Add(pool.Constant(grid.rest), pool.Scale(another, grid.stride)));
  }
}

// What it points to is at another place of its grid, and so is the member that it stays in, where that is told from it.
void Engine::MoveTo(Target& target, ExprId place) {
  const AtomId atom = GridOf(target.offset)->atom;
  const ExprId moved = pool.Sub(place, target.offset);
  for (ExprId* bound : {&target.low, &target.high}) {
    const auto hangs_on_it = [&](const Term& t) {
      return t.monomial != 0 && std::ranges::find(pool.MonomialOf(t).atoms, atom) != pool.MonomialOf(t).atoms.end();
    };
    if (*bound != kNoExpr && std::ranges::any_of(pool.Terms(*bound), hangs_on_it))
      *bound = pool.Add(*bound, moved);
  }
  target.offset = place;
}

// Whether both stay in a member that begins and ends equally far from where they point to: that of two elements.
bool Engine::HaveWindowsAlike(const Target& a, const Target& b) {
  return a.low != kNoExpr && a.high != kNoExpr && b.low != kNoExpr && b.high != kNoExpr &&
         pool.Sub(a.low, a.offset) == pool.Sub(b.low, b.offset) &&
         pool.Sub(a.high, a.offset) == pool.Sub(b.high, b.offset);
}

// Any offset on the finest grid that holds both.
ExprId Engine::SomePlace(ExprId a, ExprId b) {
  const char* const name = IsAnyPlace(a) || IsAnyPlace(b) ? kAnyPlace : kPlace;
  std::int64_t stride = 0;
  for (const ExprId e : {a, b})
    for (const Term& t : pool.Terms(e))
      if (t.monomial != 0)
        stride = std::gcd(stride, t.coefficient);
  const auto constant = [&](ExprId e) {
    for (const Term& t : pool.Terms(e))
      if (t.monomial == 0)
        return t.coefficient;
    return std::int64_t{0};
  };
  stride = std::gcd(stride, constant(a) - constant(b));
  if (stride <= 1)
    return pool.Fresh(name);
  const std::int64_t rest = ((constant(a) % stride) + stride) % stride;
  return pool.Add(pool.Constant(rest), pool.Scale(pool.Fresh(name), stride));
}

// Where a pointer to one of two places in an object may lead. In an object that stands for several nothing tells two
// places apart, so that one that stands for both may be taken again.
ExprId Engine::PlaceOfBoth(const Target& a, const Target& b) {
  const auto holds = [&](ExprId place, ExprId other) {
    const auto grid = GridOf(place);
    return grid && LiesOn(*grid, other);
  };
  if (objects[a.object].IsSeveral()) {
    if (holds(a.offset, b.offset))
      return a.offset;
    if (holds(b.offset, a.offset))
      return b.offset;
  }
  return SomePlace(a.offset, b.offset);
}

ExprId Engine::AnotherPlace(const Grid& grid) {
  return pool.Add(pool.Constant(grid.rest), pool.Scale(pool.Fresh(pool.At(grid.atom).name), grid.stride));
}

bool Engine::LiesOn(const Grid& grid, ExprId offset) const {
  const std::int64_t stride = grid.stride < 0 ? -grid.stride : grid.stride;
  for (const Term& t : pool.Terms(offset))
    if ((t.monomial == 0 ? t.coefficient - grid.rest : t.coefficient) % stride != 0)
      return false;
  const bool has_rest = std::ranges::any_of(pool.Terms(offset), [](const Term& t) { return t.monomial == 0; });
  return has_rest || grid.rest % stride == 0;
}

}  // namespace detrain::infer
