// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the ways to give a first value share: to variables (initial.cpp), to records that are copied (copied.cpp), to
// members that a constructor leaves out (constructed.cpp).
#ifndef DETRAIN_ANALYZER_REWRITE_INITIAL_H
#define DETRAIN_ANALYZER_REWRITE_INITIAL_H

#include <optional>
#include <set>
#include <string>

#include "analyzer/rewrite/weave.h"

namespace detrain::rewrite {

// Behind a declarator and what may follow it: in front of the next comma or semicolon.
std::optional<Spot> BehindDeclarator(const Unit& unit, const clang::DeclaratorDecl& declared);

// Of a variable without a value; nothing where it has one.
void SetToZero(Weave& weave, const Unit& unit, const clang::VarDecl& variable);

// Of one whose constructor leaves a member without a value that the plan compares.
void ClearBeforeConstructor(Weave& weave, const Unit& unit, const clang::VarDecl& variable, const plan::Region& region);

// Saved, or hashed because every run must get the same bytes: those of a variable that no code has set yet are not. So
// is a pointer that is saved for what hangs on it alone, though a step sets it before it is used.
bool IsCompared(const plan::Leaf& leaf);

// The names in "model.layers[].rng.seed", one by one.
void AddNames(const std::string& path, std::set<std::string>& names);

// Those of all that is compared.
std::set<std::string> ComparedNames(const plan::CheckpointPlan& plan);

}  // namespace detrain::rewrite

#endif
