// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where the bits of a bit-field are.
#ifndef DETRAIN_ANALYZER_LIFT_BIT_FIELDS_H
#define DETRAIN_ANALYZER_LIFT_BIT_FIELDS_H

#include <clang/AST/Decl.h>

#include <cstdint>

namespace detrain::lift {

// An unsigned integer as wide as the field's type. What is packed may lie across two of these, or in one that goes on
// behind the record: then it is the narrowest one that begins with the field's first byte.
struct BitUnit {
  std::uint64_t offset = 0;  // bytes
  std::uint64_t size = 0;    // bits
  std::uint32_t shift = 0;
  std::uint32_t width = 0;  // of the value: what is wider than its type has padding
};
BitUnit UnitOf(clang::ASTContext& ast, const clang::FieldDecl* field);

}  // namespace detrain::lift

#endif
