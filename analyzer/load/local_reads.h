// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operands whose value is the same wherever in their statement they are computed.
#ifndef DETRAIN_ANALYZER_LOAD_LOCAL_READS_H
#define DETRAIN_ANALYZER_LOAD_LOCAL_READS_H

#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>

#include <cstdint>
#include <optional>
#include <vector>

namespace detrain::load {

struct LocalRead {
  const clang::VarDecl* variable = nullptr;
  std::uint64_t offset = 0;  // of what is read in it, in bytes
};

// What an operand is computed of, where it is made of nothing but constants and of numbers and pointers in local
// variables of its own function. Whether somebody else has their address is not looked at.
std::optional<std::vector<LocalRead>> LocalReads(const clang::Expr* operand, const clang::ASTContext& context);

}  // namespace detrain::load

#endif
