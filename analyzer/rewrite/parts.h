// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A structured binding takes an object apart that has no name: `auto [weights, generator] = make();`. Where that object
// lives across the step loop, it gets one, and its parts are taken from there.
#ifndef DETRAIN_ANALYZER_REWRITE_PARTS_H
#define DETRAIN_ANALYZER_REWRITE_PARTS_H

#include <clang/AST/DeclCXX.h>

#include <string>

#include "analyzer/rewrite/weave.h"

namespace detrain::rewrite {

// The name of what the structured binding that is declared there takes apart.
std::string NameOfWhole(const plan::Place& declared);

inline constexpr const char* kArrayTakenApart =
    "a structured binding copies an array that lives across the step loop; give the array a name";

// Writes `auto NAME = make(); auto& [weights, generator] = NAME;`, on the line of the declaration, and gives NAME.
// `behind`: where the declaration ends. Error: Coverage, where it cannot be written so.
Result<std::string> NameWhole(Weave& weave, std::size_t region, const clang::DecompositionDecl& parts, const Unit& unit,
                              const Spot& behind);

}  // namespace detrain::rewrite

#endif
