// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Formulas over integers in the plan's words: the leaves that hold the numbers which the engine's expressions speak of.
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

// Where a program keeps, in a state, the numbers that expressions are about, so that it can compute them itself.
class Numbers {
 public:
  // `is_usable`: whether the leaf is one that may be read.
  Numbers(infer::Engine& engine, const std::vector<NamedObject>& objects, const infer::State& state,
          std::function<bool(const LeafKey&)> is_usable)
      : engine_(engine), objects_(objects), state_(state), is_usable_(std::move(is_usable)) {}

  // Whether the program can compute the expression; adds the leaves that it reads.
  bool CanCompute(infer::ExprId e, std::vector<LeafKey>& leaves);
  // "a * b <= c", of an expression that is >= 0. Only of what can be computed, as below.
  std::string TextOf(infer::ExprId at_least_zero);
  // "a * b + 1"
  std::string Formula(infer::ExprId e);
  // Postfix; `place` tells a leaf's region and its number in it.
  std::vector<FormulaCode> CodeOf(infer::ExprId e, const std::function<LeafPlace(const LeafKey&)>& place);

 private:
  struct Found {
    LeafKey key;
    std::string path;
    bool is_in_sight = true;
  };
  const std::optional<Found>& Find(infer::AtomId atom);
  std::optional<Found> Search(infer::AtomId atom);
  bool Holds(const NamedObject& object, const NamedLeaf& leaf, infer::ExprId number);
  std::string Sum(std::span<const infer::Term> terms, bool negative);
  std::string Factor(infer::AtomId atom);
  std::string Whole(infer::ExprId e);

  infer::Engine& engine_;
  const std::vector<NamedObject>& objects_;
  const infer::State& state_;
  std::function<bool(const LeafKey&)> is_usable_;
  std::map<infer::AtomId, std::optional<Found>> found_;
};

}  // namespace detrain::plan

#endif
