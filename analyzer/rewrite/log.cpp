// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <clang/AST/ExprCXX.h>
#include <clang/AST/RecursiveASTVisitor.h>

#include <optional>

#include "analyzer/load/printed_addresses.h"
#include "analyzer/rewrite/weave.h"

namespace detrain::rewrite {

using namespace clang;

namespace {

struct Mask {
  std::string before, behind;
};

bool IsString(QualType type) {
  const CXXRecordDecl* record = type->getAsCXXRecordDecl();
  return record != nullptr && record->isInStdNamespace() && record->getIdentifier() != nullptr &&
         record->getName() == "basic_string";
}

// Whether the argument of a pointer type is printed as an address: by `<<`, where it is no text, or by `%p`. The format
// is the last parameter that has a name.
bool IsAddress(const CallExpr* call, unsigned argument, const ASTContext& context) {
  if (isa<CXXOperatorCallExpr>(call))
    return !call->getArg(argument)->getType()->getPointeeType()->isAnyCharacterType();
  const FunctionDecl* callee = call->getDirectCallee();
  const unsigned named = callee == nullptr ? 0 : callee->getNumParams();
  return named != 0 && argument >= named &&
         load::PrintedAddresses(call->getArg(named - 1), context).Contains(argument - named);
}

// The call around an argument that can be masked; nullopt: its type cannot. The value's type stays; an address is one
// of anything, a string its text.
std::optional<Mask> MaskOf(const CallExpr* call, unsigned argument, const ASTContext& context) {
  const QualType type = call->getArg(argument)->getType().getCanonicalType().getUnqualifiedType();
  if (type->isSpecificBuiltinType(BuiltinType::Double) || type->isSpecificBuiltinType(BuiltinType::Float))
    return Mask{"detrain_log_f64(", ")"};
  if (type->isPointerType() && IsAddress(call, argument, context))
    return Mask{"detrain_log_ptr(", ")"};
  if (type->isPointerType() && type->getPointeeType()->isCharType())
    return Mask{"detrain_log_str(", ")"};
  if (IsString(type))
    return Mask{"detrain_log_str((", ").c_str())"};
  const auto* builtin = dyn_cast<BuiltinType>(type);
  if (builtin == nullptr || !builtin->isInteger() || builtin->getKind() == BuiltinType::Int128 ||
      builtin->getKind() == BuiltinType::UInt128)
    return std::nullopt;
  std::string cast = "(";
  cast.append(type.getAsString()).append(")detrain_log_i64((long long)(");
  return Mask{cast, "))"};
}

// In a template: no text, whatever its parameters stand for.
bool IsSurelyAddress(QualType type) {
  if (!type->isPointerType())
    return false;
  const QualType to = type->getPointeeType();
  return to->isVoidType() || to->getAsCXXRecordDecl() != nullptr ||
         (to->isArithmeticType() && !to->isAnyCharacterType());
}

// `out << x` in a template, where the type of `out` hangs on a parameter: no call yet. Its place is that of the
// operator.
class Shifts : public RecursiveASTVisitor<Shifts> {
 public:
  static const BinaryOperator* At(const plan::Place& place, const Unit& unit) {
    Shifts shifts(place, unit);
    shifts.TraverseDecl(unit.context().getTranslationUnitDecl());
    return shifts.found_;
  }

  // NOLINTNEXTLINE(bugprone-derived-method-shadowing-base-method): how the visitor is meant to be used
  bool VisitBinaryOperator(BinaryOperator* shift) {
    if (shift->getOpcode() == BO_Shl && shift->isTypeDependent() && unit_.PlaceOf(shift->getOperatorLoc()) == place_)
      found_ = shift;
    return found_ == nullptr;
  }

 private:
  Shifts(const plan::Place& place, const Unit& unit) : place_(place), unit_(unit) {}

  const plan::Place& place_;
  const Unit& unit_;
  const BinaryOperator* found_ = nullptr;
};

// False: the value cannot be masked, because of its type or its place in the text.
bool Wrap(Weave& weave, const Unit& unit, const Expr* value, const std::optional<Mask>& mask) {
  const auto begin = unit.Before(value), end = unit.BehindExpr(value);
  if (!mask || !begin || !end)
    return false;
  weave.edits.Insert(*begin, Rank::Wrap, mask->before, "log");
  weave.edits.Insert(*end, Rank::Close, mask->behind, "log");
  return true;
}

Result<void> WrapIn(Weave& weave, const Unit& unit, const plan::LogArgument& argument, const CallExpr* call) {
  const unsigned number = argument.argument - 1;
  const bool is_masked = Wrap(weave, unit, call->getArg(number), MaskOf(call, number, unit.context()));
  if (is_masked ||
      isa<CXXOperatorCallExpr>(call))  // `out << date`: a class prints itself, and verify says what differs
    return {};
  return NotCovered(argument.place, "argument " + std::to_string(argument.argument) +
                                        " of this call depends on the environment and cannot be masked in the text; "
                                        "print it as a double or an integer, outside of macros");
}

}  // namespace

Result<void> WeaveLogArguments(Weave& weave) {
  for (const plan::LogArgument& argument : weave.plan.log_arguments)
    for (const Unit& unit : weave.units) {
      if (argument.is_to_file || argument.argument == 0)
        break;
      const CallExpr* call = unit.FindCall(argument.place, "");
      const BinaryOperator* shift = call == nullptr ? Shifts::At(argument.place, unit) : nullptr;
      if (shift != nullptr && IsSurelyAddress(shift->getRHS()->getType()))
        Wrap(weave, unit, shift->getRHS(), Mask{"detrain_log_ptr(", ")"});
      if (shift != nullptr)
        break;
      if (call == nullptr || call->getNumArgs() < argument.argument)
        continue;
      DETRAIN_TRY_VOID(WrapIn(weave, unit, argument, call));
      break;
    }
  return {};
}

}  // namespace detrain::rewrite
