// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How a function names memory: `all.layers[l].g` is the variable `all` and the steps to `layers`, to some element, to
// `g`.
#ifndef DETRAIN_ANALYZER_REWRITE_MEMORY_PATH_H
#define DETRAIN_ANALYZER_REWRITE_MEMORY_PATH_H

#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>

#include <optional>
#include <vector>

#include "analyzer/rewrite/unit.h"

namespace detrain::rewrite {

struct MemoryPath {
  using Steps = std::vector<const clang::ValueDecl*>;
  const clang::ValueDecl* variable = nullptr;  // nullptr: the object whose method this is
  Steps steps;                                 // fields; nullptr: some element of what a pointer or an array leads to
  const clang::Expr* named = nullptr;          // where the variable, or `this`, stands

  // Whether one leads to all that the other does.
  [[nodiscard]] bool Meets(const MemoryPath& other) const;
  // The steps that lead here from `given`; nothing: none do.
  [[nodiscard]] std::optional<Steps> StepsFrom(const MemoryPath& given) const;
};

// The pointer that an address is reckoned from: `p` of `&p[i]`, `&p[i].x`, `p + i`, `(float*)p`.
const clang::Expr* PointerIn(const clang::Expr* address);

// Of a variable, a field, an element. A method that gives back an address which it reckons from a field of its object
// (`return data[i * columns + j];`) is followed. Nothing: other calls, values that something chooses.
std::optional<MemoryPath> PathOf(const clang::Expr* expr);

// Of what lies behind these steps from an address: of the pointer in it, where there are none.
std::optional<MemoryPath> PathBehind(const clang::Expr* address, const MemoryPath::Steps& steps);

// What a call hands to that parameter; to the object, for nullptr. nullptr: nothing.
const clang::Expr* GivenTo(const clang::ValueDecl* parameter, const clang::CallExpr* call);

// How far the expression that `named` stands in goes along the path.
struct Reached {
  const clang::Expr* use = nullptr;  // the longest expression that does
  std::size_t steps = 0;
  bool turns_off = false;  // to another field behind them
};
Reached Along(const Unit& unit, const MemoryPath& path, const clang::Expr* named);

}  // namespace detrain::rewrite

#endif
