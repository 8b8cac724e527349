// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Temporaries that live as long as a variable, and have no name but its own.
#ifndef DETRAIN_ANALYZER_LOAD_TEMPORARIES_H
#define DETRAIN_ANALYZER_LOAD_TEMPORARIES_H

namespace clang {
class MaterializeTemporaryExpr;
class VarDecl;
}  // namespace clang

namespace detrain::load {

// The temporary that a local reference is bound to as a whole: `const auto& rows = make();`, `auto&& w = make();`, and
// what `for (auto& x : make())` goes through. Such a reference is a variable of the temporary's type. Null: there is
// none, or the reference is to a part of it.
const clang::MaterializeTemporaryExpr* HeldTemporary(const clang::VarDecl& variable);

}  // namespace detrain::load

#endif
