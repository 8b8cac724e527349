// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Conditions on sizes in the plan's words: the leaves that hold the numbers which the engine's conditions speak of.
#ifndef DETRAIN_ANALYZER_PLAN_CONDITIONS_H
#define DETRAIN_ANALYZER_PLAN_CONDITIONS_H

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/plan/layout.h"

namespace detrain::plan {

// A leaf of an object, by Engine::LeafAt.
using LeafKey = std::pair<infer::ObjectId, std::uint64_t>;

// Where a program keeps the numbers that conditions are about, so that it can test them at its first boundary.
class Numbers {
 public:
  // `is_written`: whether the nest of loops around the boundary writes the leaf.
  Numbers(infer::Engine& engine, const std::vector<NamedObject>& objects,
          std::function<bool(const LeafKey&)> is_written)
      : engine_(engine), objects_(objects), is_written_(std::move(is_written)) {}

  // Whether the program can compute the expression; adds the leaves that it reads.
  bool CanCompute(infer::ExprId e, std::vector<LeafKey>& leaves);
  // "a * b <= c", of an expression that is >= 0. Only of what can be computed, as below.
  std::string TextOf(infer::ExprId at_least_zero);
  // Postfix; `place` tells a leaf's region and its number in it.
  std::vector<ConditionCode> CodeOf(infer::ExprId e, const std::function<LeafPlace(const LeafKey&)>& place);

 private:
  struct Found {
    LeafKey key;
    std::string path;
  };
  const std::optional<Found>& Find(infer::AtomId atom);
  std::optional<Found> Search(infer::AtomId atom);
  bool Holds(const NamedObject& object, const NamedLeaf& leaf, infer::ExprId number);
  std::string Sum(std::span<const infer::Term> terms, bool negative);
  std::string Factor(infer::AtomId atom);
  std::string Whole(infer::ExprId e);

  infer::Engine& engine_;
  const std::vector<NamedObject>& objects_;
  std::function<bool(const LeafKey&)> is_written_;
  std::map<infer::AtomId, std::optional<Found>> found_;
};

}  // namespace detrain::plan

#endif
