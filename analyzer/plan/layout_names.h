// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names of variables, as a user would write them at the step loop.
#ifndef DETRAIN_ANALYZER_PLAN_LAYOUT_NAMES_H
#define DETRAIN_ANALYZER_PLAN_LAYOUT_NAMES_H

#include <vector>

#include "analyzer/infer/engine.h"

namespace detrain::plan {

struct VariableName {
  infer::ObjectId object = 0;
  std::string path;
  // A variable of an outer function that a pointer leads to is called after the pointer: "m->n_heads", "*seed", "w".
  bool is_reached = false;
  infer::ObjectId holder = 0;
  std::uint64_t holder_leaf = 0;
};

// For each of `variables`, in the same order. One of an outer function that no pointer leads to has the name that it
// has there. Paths are distinct: of two such names, that of the function nearer to the step loop stays, the other
// becomes "step#2".
std::vector<VariableName> NameVariables(infer::Engine& engine, const std::vector<infer::ObjectId>& variables);

}  // namespace detrain::plan

#endif
