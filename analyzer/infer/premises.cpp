// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/infer/premises.h"

#include <algorithm>
#include <array>
#include <iterator>

#include "analyzer/infer/prove.h"

namespace detrain::infer {

namespace {

// Those that refute most, first; more of them cost more than the searches that they spare.
constexpr std::array kStarts{0, 1, 4};

std::vector<std::uint32_t> Sorted(std::vector<std::uint32_t> list) {
  std::sort(list.begin(), list.end());
  list.erase(std::unique(list.begin(), list.end()), list.end());
  return list;
}

template <typename Both>  // Claims or Facts
std::uint64_t HashOf(const Both& both) {
  std::uint64_t hash = both.at_least_zero.size();
  for (const auto* list : {&both.at_least_zero, &both.zero})
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
  for (std::size_t i = 0; i < kStarts.size(); ++i) {
    if (i == witnesses_.size()) {
      auto witness = std::make_unique<Witness>(pool_, kStarts[i]);
      const bool holds = witness->Satisfy(claims_.at_least_zero, claims_.zero);
      witnesses_.push_back(holds ? std::move(witness) : nullptr);
    }
    Witness* witness = witnesses_[i].get();
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

PathFacts::PathFacts(const Facts& facts) : given_(facts.at_least_zero), given_zero_(facts.zero) {
  claims_ = Sorted({given_.begin(), given_.end()});
  zeros_ = claims_.size();
  const auto zero = Sorted({given_zero_.begin(), given_zero_.end()});
  claims_.insert(claims_.end(), zero.begin(), zero.end());
}

void PremisesTable::Divide(const ExprPool& pool, PathFacts& facts) {
  facts.part_of_.clear();
  facts.slices_.clear();
  facts.revision_ = pool.Revision();
  parents_.clear();
  atoms_.clear();
  ++division_;
  for (ExprId e : facts.claims_) {
    auto part = static_cast<PartId>(parents_.size());
    parents_.push_back(part);
    for (AtomId a : pool.AllAtoms(e))
      Join(pool, a, part);
  }
  facts.parts_.resize(parents_.size());
  for (PartId part = 0; part < parents_.size(); ++part)
    facts.parts_[part] = Root(part);
  std::sort(atoms_.begin(), atoms_.end());
  for (AtomId a : atoms_)
    facts.part_of_.emplace_back(a, Root(met_[a].second));
}

PremisesTable::PartId PremisesTable::Root(PartId part) {
  while (parents_[part] != part)
    part = parents_[part] = parents_[parents_[part]];
  return part;
}

// Puts the atom, and what its axioms mention, in the part.
void PremisesTable::Join(const ExprPool& pool, AtomId atom, PartId& part) {
  if (atom >= met_.size())
    met_.resize(2 * std::size_t{atom} + 64);
  if (met_[atom].first == division_) {
    const PartId other = Root(met_[atom].second);
    parents_[Root(part)] = other;
    part = other;
    return;
  }
  met_[atom] = {division_, part};
  atoms_.push_back(atom);
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

// Makes room for one more with so many claims.
void PremisesTable::Keep(std::size_t claims) {
  constexpr std::size_t kMost = std::size_t{1} << 24U, kBeside = 64;
  if (kept_ > kMost) {
    lists_.clear();
    paths_.clear();
    all_.clear();
    list_ids_ = path_ids_ = ids_ = IdTable{};
    kept_ = 0;
  }
  kept_ += claims + kBeside;
}

std::shared_ptr<PathFacts> PremisesTable::Of(const Facts& facts) {
  const auto place = [](const IdList& list) { return reinterpret_cast<std::uintptr_t>(list.data()); };
  const std::uint64_t hash = Combine(Combine(0, place(facts.at_least_zero)), place(facts.zero));
  const auto id = list_ids_.Find(hash, [&](std::uint32_t other) {
    return lists_[other].at_least_zero.IsShared(facts.at_least_zero) && lists_[other].zero.IsShared(facts.zero);
  });
  if (id != IdTable::kNone)
    return lists_[id].path;
  std::shared_ptr<PathFacts> path = OfContent(facts);
  Keep(facts.at_least_zero.size() + facts.zero.size());
  list_ids_.Add(hash, static_cast<std::uint32_t>(lists_.size()));
  lists_.push_back({facts.at_least_zero, facts.zero, path});
  return path;
}

std::shared_ptr<PathFacts> PremisesTable::OfContent(const Facts& facts) {
  const std::uint64_t hash = HashOf(facts);
  const auto id = path_ids_.Find(hash, [&](std::uint32_t other) {
    return paths_[other]->given_ == facts.at_least_zero && paths_[other]->given_zero_ == facts.zero;
  });
  if (id != IdTable::kNone)
    return paths_[id];
  Keep(facts.at_least_zero.size() + facts.zero.size());
  path_ids_.Add(hash, static_cast<std::uint32_t>(paths_.size()));
  return paths_.emplace_back(std::make_shared<PathFacts>(facts));
}

std::shared_ptr<Premises> PremisesTable::Interned(ExprPool& pool, Claims claims) {
  const std::uint64_t hash = HashOf(claims);
  const auto id = ids_.Find(hash, [&](std::uint32_t other) { return all_[other]->claims_ == claims; });
  if (id != IdTable::kNone) {
    if (all_[id]->revision_ != pool.Revision())
      all_[id]->Forget();
    return all_[id];
  }
  Keep(claims.at_least_zero.size() + claims.zero.size());
  ids_.Add(hash, static_cast<std::uint32_t>(all_.size()));
  return all_.emplace_back(std::make_shared<Premises>(pool, std::move(claims)));
}

std::shared_ptr<Premises> PremisesTable::For(ExprPool& pool, PathFacts& facts, ExprId goal) {
  if (facts.revision_ != pool.Revision())
    Divide(pool, facts);
  // An atom that no fact mentions may lead to those that some do, through its axioms.
  std::vector<AtomId> atoms(pool.AllAtoms(goal).begin(), pool.AllAtoms(goal).end());
  std::vector<PartId> parts;
  for (std::size_t i = 0; i < atoms.size(); ++i) {
    const auto known = std::lower_bound(facts.part_of_.begin(), facts.part_of_.end(), std::pair(atoms[i], PartId{0}));
    if (known != facts.part_of_.end() && known->first == atoms[i]) {
      parts.push_back(known->second);
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
      return premises;
  Claims claims;
  for (std::size_t i = 0; i < facts.claims_.size(); ++i)
    if (!pool.AllAtoms(facts.claims_[i]).empty() && std::binary_search(parts.begin(), parts.end(), facts.parts_[i]))
      (i < facts.zeros_ ? claims.at_least_zero : claims.zero).push_back(facts.claims_[i]);
  auto premises = Interned(pool, std::move(claims));
  facts.slices_.emplace_back(std::move(parts), premises);
  return premises;
}

}  // namespace detrain::infer
