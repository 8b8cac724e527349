// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The declaration of one variable, in a form that words can be put before and behind: not one of several in a
// statement, and with its type written out.
#ifndef DETRAIN_ANALYZER_REWRITE_OWN_DECLARATION_H
#define DETRAIN_ANALYZER_REWRITE_OWN_DECLARATION_H

#include <clang/AST/Decl.h>

#include <optional>
#include <string>

#include "analyzer/rewrite/edits.h"
#include "analyzer/rewrite/unit.h"

namespace detrain::rewrite {

struct OwnDeclaration {
  Spot begin, name, behind;  // behind: its semicolon, or the comma in front of the next variable
  std::string type;          // what has to stand between begin and name, without `const`; empty: what stands there
};

// Of a local variable; `edits` part the statement where it declares others as well (`int a = 0, *b;`). Nothing, and no
// edit, where it is no statement of a block, comes out of a macro, or is of a type without a name.
std::optional<OwnDeclaration> PartDeclaration(const Unit& unit, const clang::VarDecl& variable, EditList& edits);

}  // namespace detrain::rewrite

#endif
