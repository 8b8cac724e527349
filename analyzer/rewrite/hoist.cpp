// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A call that leads to the step loop, taken out of its statement: `printf("%d %f\n", e, epoch())` becomes
// `const float detrain_value_1 = epoch(); printf("%d %f\n", e, detrain_value_1)`. What else the statement reads is then
// read behind the restore.
#include <clang/AST/Decl.h>

#include <algorithm>

#include "analyzer/rewrite/shard_text.h"
#include "analyzer/rewrite/weave.h"

namespace detrain::rewrite {

using namespace clang;

namespace {

// The whole statement is made of the call and of what may come behind it.
bool IsWhole(const Weave& weave, const Level& level) {
  const Stmt* statement = level.statement;
  const auto* declaration = dyn_cast<DeclStmt>(statement);
  if (declaration != nullptr)
    return declaration->isSingleDecl() && !llvm::is_contained(weave.row, statement);
  const auto* choice = dyn_cast<IfStmt>(statement);
  if (choice != nullptr)
    return choice->getInit() == nullptr && choice->getConditionVariable() == nullptr && !choice->isConstexpr() &&
           IsWithin(*level.unit, level.call, choice->getCond());
  return isa<Expr, ReturnStmt>(statement);
}

// Whether another level stands in the call's own text, in a lambda.
bool HoldsLevel(const Weave& weave, const Level& level) {
  return std::ranges::any_of(weave.levels, [&](const Level& other) {
    return &other != &level && other.unit == level.unit && IsWithin(*level.unit, other.statement, level.call);
  });
}

}  // namespace

bool Hoist(Weave& weave, const Level& level) {
  const Unit& unit = *level.unit;
  const QualType type = level.call->getType();
  const auto begin = unit.Before(level.call), end = unit.BehindExpr(level.call), behind = unit.Behind(level.statement);
  const std::string text = ShardText(weave, unit).TextOf(level.call);
  if (!isa<CallExpr>(level.call) || level.call->isGLValue() || !type->isArithmeticType() || level.is_in_head ||
      !IsWhole(weave, level) || HoldsLevel(weave, level) || !begin || !end || !behind || text.empty())
    return false;
  const std::string name = "detrain_value_" + std::to_string(level.number);
  const std::string written = type.getUnqualifiedType().getAsString(unit.context().getPrintingPolicy());
  if (level.is_in_block && !isa<DeclStmt>(level.statement)) {
    weave.edits.Insert(level.before, Rank::Open, "{ ", "resume");
    weave.edits.Insert(*behind, Rank::Close, " }", "resume");
  }
  weave.edits.Insert(level.before, Rank::Call, "const " + written + " " + name + " = " + text + "; ", "resume");
  weave.edits.Replace(*begin, end->offset - begin->offset, name, "resume");
  return true;
}

}  // namespace detrain::rewrite
