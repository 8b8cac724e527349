// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C and C++ leave open which operand of a call or an operator comes first. Local variables are read last: their values
// are the same in every order, and where a sibling runs the step loop, a resumed run can only read them behind it.
#include <clang/Basic/SourceManager.h>

#include "analyzer/lift/body.h"
#include "analyzer/load/local_reads.h"

namespace detrain::lift {

using clang::dyn_cast;
using clang::Expr;
using clang::isa;

namespace {

bool CallsProgram(const clang::Stmt* operand, const clang::SourceManager& sources) {
  if (!operand || isa<clang::LambdaExpr>(operand))
    return false;
  if (const auto* call = dyn_cast<clang::CallExpr>(operand)) {
    const clang::FunctionDecl* callee = call->getDirectCallee();
    if (!callee || !sources.isInSystemHeader(callee->getLocation()))
      return true;
  }
  return llvm::any_of(operand->children(), [&](const clang::Stmt* child) { return CallsProgram(child, sources); });
}

}  // namespace

void Body::EachOperand(llvm::ArrayRef<const Expr*> operands, llvm::function_ref<void(std::size_t)> lift) {
  const clang::SourceManager& sources = unit_.ast().getSourceManager();
  std::vector<bool> is_late(operands.size());
  for (std::size_t i = 0; i < operands.size(); ++i)
    is_late[i] = load::LocalReads(operands[i], unit_.ast()).has_value();
  if (llvm::is_contained(is_late, true) &&
      llvm::none_of(operands, [&](const Expr* operand) { return CallsProgram(operand, sources); }))
    is_late.assign(operands.size(), false);
  for (const bool late : {false, true})
    for (std::size_t i = 0; i < operands.size(); ++i)
      if (is_late[i] == late)
        lift(i);
}

}  // namespace detrain::lift
