// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/infer/premises.h"

#include <algorithm>
#include <iterator>

#include "analyzer/infer/prove.h"

namespace detrain::infer {

namespace {

std::vector<ExprId> Sorted(std::vector<ExprId> list) {
  std::sort(list.begin(), list.end());
  list.erase(std::unique(list.begin(), list.end()), list.end());
  return list;
}

template <typename Lists>  // Claims or Facts
std::uint64_t HashOf(const Lists& lists) {
  std::uint64_t hash = lists.at_least_zero.size();
  for (const auto* list : {&lists.at_least_zero, &lists.zero})
    for (ExprId e : *list)
      hash = Combine(hash, e);
  return hash;
}

}  // namespace

Premises::Premises(ExprPool& pool, Claims claims)
    : pool_(pool), claims_(std::move(claims)), revision_(pool.Revision()) {
  // The strongest first, so that it is the one found.
  std::vector<ExprId> sorted = claims_.at_least_zero;
  std::sort(sorted.begin(), sorted.end(),
            [&](ExprId a, ExprId b) { return pool_.ConstantIn(a) < pool_.ConstantIn(b); });
  for (ExprId f : sorted)
    if (!Say(f))
      by_shape_.Add(pool_.ShapeOf(f), f);
}

void Premises::Forget() {
  bounds_.clear();
  witnesses_.clear();
  known_.Clear();
  revision_ = pool_.Revision();
}

bool Premises::Say(ExprId e) const {
  const auto fact = by_shape_.Find(pool_.ShapeOf(e), [&](ExprId f) { return pool_.HaveSameShape(e, f); });
  return fact != IdTable::kNone && pool_.ConstantIn(e) >= pool_.ConstantIn(fact);
}

const Premises::Bounds& Premises::BoundsOf(AtomId atom) {
  if (auto it = bounds_.find(atom); it != bounds_.end())
    return it->second;
  Bounds bounds{pool_.At(atom).lower, pool_.At(atom).upper};
  auto consider = [&](ExprId f) {
    if (!pool_.Mentions(f, atom))
      return;
    auto linear = pool_.OpenlyLinearIn(f, atom);
    auto slope = linear ? pool_.AsConstant(linear->slope) : std::nullopt;
    if (!slope || *slope == 0)
      return;  // slope * atom + rest >= 0  ->  |slope| * atom >= -rest, or <= rest
    if (*slope > 0)
      bounds.lower.push_back({*slope, pool_.Scale(linear->rest, -1), kNoExpr});
    else
      bounds.upper.push_back({-*slope, linear->rest, kNoExpr});
  };
  for (ExprId f : claims_.at_least_zero)
    consider(f);
  for (ExprId z : claims_.zero) {
    consider(z);
    consider(pool_.Scale(z, -1));
  }
  return bounds_.emplace(atom, std::move(bounds)).first->second;
}

bool Premises::Refute(ExprId e) {
  for (int start = 0; start < Witness::kStarts; ++start) {
    if (start == static_cast<int>(witnesses_.size())) {
      auto witness = std::make_unique<Witness>(pool_, start);
      const bool holds = witness->Satisfy(claims_.at_least_zero, claims_.zero);
      witnesses_.push_back(holds ? std::move(witness) : nullptr);
    }
    Witness* witness = witnesses_[static_cast<std::size_t>(start)].get();
    if (witness != nullptr && witness->MakesNegative(e))
      return true;
  }
  return false;
}

ExprId Premises::Reduce(ExprId e) {
  for (ExprId z : claims_.zero) {
    const AtomList atoms = pool_.TopAtoms(z);
    if (atoms.empty() || !pool_.Mentions(e, atoms.back()))
      continue;
    const AtomId newest = atoms.back();
    auto linear = pool_.LinearIn(z, newest);
    auto slope = linear ? pool_.AsConstant(linear->slope) : std::nullopt;
    if (slope && (*slope == 1 || *slope == -1))
      e = pool_.Replace(e, newest, pool_.Scale(linear->rest, -*slope));
  }
  return e;
}

PathFacts::PathFacts(const ExprPool& pool, const Facts& facts)
    : given_{facts.at_least_zero, facts.zero}, claims_{Sorted(facts.at_least_zero), Sorted(facts.zero)} {
  Divide(pool);
}

void PathFacts::Divide(const ExprPool& pool) {
  parents_.clear();
  part_of_.clear();
  slices_.clear();
  revision_ = pool.Revision();
  for (const auto* list : {&claims_.at_least_zero, &claims_.zero})
    for (ExprId e : *list) {
      auto part = static_cast<PartId>(parents_.size());
      parents_.push_back(part);
      for (AtomId a : pool.AllAtoms(e))
        Join(pool, a, part);
    }
}

PathFacts::PartId PathFacts::Root(PartId part) {
  while (parents_[part] != part)
    part = parents_[part] = parents_[parents_[part]];
  return part;
}

// Puts the atom, and what its axioms mention, in the part.
void PathFacts::Join(const ExprPool& pool, AtomId atom, PartId& part) {
  auto [it, fresh] = part_of_.try_emplace(atom, part);
  if (!fresh) {
    const PartId other = Root(it->second);
    parents_[Root(part)] = other;
    part = other;
    return;
  }
  const Atom& info = pool.At(atom);
  for (const auto* bounds : {&info.lower, &info.upper})
    for (const Bound& b : *bounds)
      for (AtomId a : pool.AllAtoms(b.expr))
        Join(pool, a, part);
}

PremisesTable& ExprPool::KnownPremises() {
  if (!premises_)
    premises_ = std::make_shared<PremisesTable>();
  return *premises_;
}

PathFacts& PremisesTable::Of(ExprPool& pool, const Facts& facts) {
  const std::uint64_t hash = HashOf(facts);
  auto id = path_ids_.Find(hash, [&](std::uint32_t other) {
    const Claims& given = paths_[other].given_;
    return given.at_least_zero == facts.at_least_zero && given.zero == facts.zero;
  });
  if (id == IdTable::kNone) {
    id = static_cast<std::uint32_t>(paths_.size());
    paths_.emplace_back(pool, facts);
    path_ids_.Add(hash, id);
  }
  return paths_[id];
}

Premises& PremisesTable::Interned(ExprPool& pool, Claims claims) {
  const std::uint64_t hash = HashOf(claims);
  auto id = ids_.Find(hash, [&](std::uint32_t other) { return all_[other].claims_ == claims; });
  if (id == IdTable::kNone) {
    id = static_cast<std::uint32_t>(all_.size());
    all_.emplace_back(pool, std::move(claims));
    ids_.Add(hash, id);
  }
  if (all_[id].revision_ != pool.Revision())
    all_[id].Forget();
  return all_[id];
}

Premises& PremisesTable::For(ExprPool& pool, PathFacts& facts, ExprId goal) {
  if (facts.revision_ != pool.Revision())
    facts.Divide(pool);
  // An atom that no fact mentions may lead to those that some do, through its axioms.
  std::vector<AtomId> atoms(pool.AllAtoms(goal).begin(), pool.AllAtoms(goal).end());
  std::vector<PathFacts::PartId> parts;
  for (std::size_t i = 0; i < atoms.size(); ++i) {
    if (auto it = facts.part_of_.find(atoms[i]); it != facts.part_of_.end()) {
      parts.push_back(facts.Root(it->second));
      continue;
    }
    const Atom& info = pool.At(atoms[i]);
    for (const auto* bounds : {&info.lower, &info.upper})
      for (const Bound& b : *bounds)
        for (AtomId a : pool.AllAtoms(b.expr))
          if (std::find(atoms.begin(), atoms.end(), a) == atoms.end())
            atoms.push_back(a);
  }
  parts = Sorted(std::move(parts));
  for (const auto& [known, premises] : facts.slices_)
    if (known == parts)
      return *premises;
  Claims claims;
  const auto meets = [&](ExprId e) {
    const AtomList all = pool.AllAtoms(e);
    return !all.empty() && std::binary_search(parts.begin(), parts.end(), facts.Root(facts.part_of_.at(all[0])));
  };
  std::copy_if(facts.claims_.at_least_zero.begin(), facts.claims_.at_least_zero.end(),
               std::back_inserter(claims.at_least_zero), meets);
  std::copy_if(facts.claims_.zero.begin(), facts.claims_.zero.end(), std::back_inserter(claims.zero), meets);
  Premises& premises = Interned(pool, std::move(claims));
  facts.slices_.emplace_back(std::move(parts), &premises);
  return premises;
}

}  // namespace detrain::infer
