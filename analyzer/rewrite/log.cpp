// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <clang/AST/Expr.h>

#include "analyzer/rewrite/weave.h"

namespace detrain::rewrite {

using namespace clang;

namespace {

// The call in front of an argument that can be masked; empty: its type cannot. The value's type stays.
std::string Mask(QualType type) {
  type = type.getCanonicalType().getUnqualifiedType();
  if (type->isSpecificBuiltinType(BuiltinType::Double) || type->isSpecificBuiltinType(BuiltinType::Float))
    return "detrain_log_f64(";
  if (type->isPointerType() && type->getPointeeType()->isCharType())
    return "detrain_log_str(";
  const auto* builtin = dyn_cast<BuiltinType>(type);
  if (builtin == nullptr || !builtin->isInteger() || builtin->getKind() == BuiltinType::Int128 ||
      builtin->getKind() == BuiltinType::UInt128)
    return "";
  std::string cast = "(";
  cast.append(type.getAsString()).append(")detrain_log_i64((long long)(");
  return cast;
}

Result<void> Wrap(Weave& weave, const Unit& unit, const plan::LogArgument& argument, const Expr* value) {
  const std::string mask = Mask(value->getType());
  const auto begin = unit.Before(value), end = unit.BehindExpr(value);
  if (mask.empty() || !begin || !end)
    return NotCovered(argument.place, "argument " + std::to_string(argument.argument) +
                                          " of this call depends on the environment and cannot be masked in the text; "
                                          "print it as a double or an integer, outside of macros");
  weave.edits.Insert(*begin, Rank::Wrap, mask, "log");
  weave.edits.Insert(*end, Rank::Close, mask.ends_with("((") || mask.ends_with(")(") ? "))" : ")", "log");
  return {};
}

}  // namespace

Result<void> WeaveLogArguments(Weave& weave) {
  for (const plan::LogArgument& argument : weave.plan.log_arguments)
    for (const Unit& unit : weave.units) {
      const CallExpr* call = argument.is_to_file ? nullptr : unit.FindCall(argument.place, "");
      if (call == nullptr || argument.argument == 0 || call->getNumArgs() < argument.argument)
        continue;
      DETRAIN_TRY_VOID(Wrap(weave, unit, argument, call->getArg(argument.argument - 1)));
      break;
    }
  return {};
}

}  // namespace detrain::rewrite
