// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Objects of a library that hold only what the program has told them, such as graphs of cuDNN's frontend and maps of
// such graphs: a program that keeps them makes one where it misses it.
#ifndef DETRAIN_ANALYZER_PLAN_MADE_AGAIN_H
#define DETRAIN_ANALYZER_PLAN_MADE_AGAIN_H

#include <vector>

#include "analyzer/plan/persist.h"

namespace detrain::plan {

// Whether the leaf is such an object.
bool IsMadeAgain(const infer::Engine& engine, const NamedLeaf& n);

// Leaves those that would be saved to the resumed run, but for objects that a step makes behind a pointer: that would
// lead nowhere. Adds to Facts::made_again what is then taken for granted.
void DecideMadeAgain(infer::Engine& engine, const std::vector<NamedObject>& objects, Facts& facts);

}  // namespace detrain::plan

#endif
