// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values of a row's expressions.
#include "analyzer/lift/effects.h"

namespace detrain::lift {

using clang::QualType;
using rir::Opcode;
using rir::Operand;
using Kind = catalog::Expr::Kind;

Operand EffectLifter::Get(const Effect& effect, Role role) {
  const auto& expr = effect.Get(role);
  if (!expr)
    return {};
  // A stream leads to its file; a descriptor is a number, of which this one is known.
  const Typed value = Evaluate(*expr);
  if (role == Role::Handle && value.declared->isIntegerType() && IsStandardStream(expr, {"stdin"}))
    return RegionValue(rir::kStandardInput).value;
  return value.value;
}

// What a result can depend on: the numbers among the arguments, and what was read of memory.
std::vector<Operand> EffectLifter::Inputs() const {
  std::vector<Operand> inputs;
  for (const Typed& arg : args_)
    if (!arg.declared->isPointerType() || row_.is_pure)
      inputs.push_back(arg.value);
  inputs.insert(inputs.end(), reads_.begin(), reads_.end());
  return inputs;
}

Operand EffectLifter::Fresh(QualType type, const char* suffix) {
  return body_.Math(row_.name + "." + suffix + std::to_string(fresh_++), Inputs(), body_.unit_.TypeOf(type));
}

Operand EffectLifter::Any(QualType type) {
  return Fresh(type, "");
}

// What an argument points to as the user has it; of a reference, whose argument is no pointer, the argument.
QualType EffectLifter::PointeeOf(const Typed& pointer) {
  return pointer.actual->isPointerType() ? pointer.actual->getPointeeType() : pointer.actual;
}

EffectLifter::Typed EffectLifter::Evaluate(const Expr& expr) {
  const QualType number = body_.LongType();
  switch (expr.kind) {
    case Kind::Number:
      return {Operand::Int(expr.number), number, number};
    case Kind::Null:
      return {Operand::Null(), ast_.VoidPtrTy, ast_.VoidPtrTy};
    case Kind::Any:
      return {Any(number), number, number};
    case Kind::Parameter:
      return expr.index < args_.size() ? args_[expr.index] : Typed{Operand::Int(0), number, number};
    case Kind::Name:
      return names_.at(expr.text);
    case Kind::Region:
      return RegionValue(expr.text);
    case Kind::Deref:
    case Kind::Member:
    case Kind::Element: {
      const Typed place = Place(expr);
      const QualType type = place.declared->getPointeeType();
      return {body_.Load(place.value, type), type, type};
    }
    case Kind::AddressOf:
      return Place(expr.args[0]);
    case Kind::SizeOf: {
      const Typed pointer = Evaluate(expr.args[0]);
      return {body_.ByteSize(PointeeOf(pointer)), number, number};
    }
    case Kind::IsFloat: {
      const Typed pointer = Evaluate(expr.args[0]);
      return {Operand::Int(PointeeOf(pointer)->isIntegralOrEnumerationType() ? 0 : 1), number, number};
    }
    case Kind::IsConstant:
      return {Operand::Int(Evaluate(expr.args[0]).value.kind == rir::OperandKind::Int ? 1 : 0), number, number};
    case Kind::Cast: {
      const QualType type = ast_.getPointerType(body_.unit_.HiddenType(expr.text, {}));
      return {Evaluate(expr.args[0]).value, type, type};
    }
    case Kind::Select:
      return Choice(expr);
    case Kind::Rest:
      return {Operand::Null(), ast_.VoidPtrTy, ast_.VoidPtrTy};
    default:
      return Arithmetic(expr);
  }
}

// "&libc::rand": memory inside the library; "&::optarg": the library's global variable, if the unit declares it.
EffectLifter::Typed EffectLifter::RegionValue(const std::string& name) {
  if (name.starts_with("::")) {
    const clang::DeclarationName identifier(&ast_.Idents.get(name.substr(2)));
    for (const clang::NamedDecl* decl : ast_.getTranslationUnitDecl()->lookup(identifier))
      if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(decl)) {
        const QualType type = ast_.getPointerType(variable->getType());
        return {Operand::Region(body_.unit_.RegionOf(variable)), type, type};
      }
  }
  const QualType result = call_->getType()->isPointerType() ? call_->getType()->getPointeeType() : QualType();
  const Unit::Hidden hidden = body_.unit_.HiddenRegion(name, result);
  const auto* array = ast_.getAsArrayType(hidden.type);
  const QualType type = ast_.getPointerType(array ? array->getElementType() : hidden.type);
  return {Operand::Region(hidden.region), type, type};
}

EffectLifter::Typed EffectLifter::Place(const Expr& expr) {
  const Typed base = Evaluate(expr.args[0]);
  if (expr.kind == Kind::Deref && base.declared->isVoidPointerType() && base.actual->isPointerType() &&
      base.actual->getPointeeType()->isArithmeticType())
    return {base.value, base.actual, base.actual};
  const QualType pointee = base.declared->isPointerType() && !base.declared->isVoidPointerType()
                               ? base.declared->getPointeeType()
                               : QualType(ast_.CharTy);
  if (expr.kind == Kind::Element) {
    const Operand index = Evaluate(expr.args[1]).value;
    const QualType type = ast_.getPointerType(pointee);
    return {body_.IndexAddress(base.value, index, pointee, std::nullopt), type, type};
  }
  if (expr.kind == Kind::Member)
    if (const auto* record = pointee->getAsRecordDecl(); record && record->getDefinition())
      for (const clang::FieldDecl* field : record->getDefinition()->fields())
        if (field->getName() == expr.text) {
          const QualType type = ast_.getPointerType(field->getType());
          return {body_.FieldAddress(base.value, field), type, type};
        }
  const QualType type = ast_.getPointerType(pointee);
  return {base.value, type, type};
}

EffectLifter::Typed EffectLifter::Choice(const Expr& expr) {
  const Typed condition = Evaluate(expr.args[0]);
  if (condition.value.kind == rir::OperandKind::Null)
    return Evaluate(expr.args[2]);
  if (condition.value.kind == rir::OperandKind::Int)
    return Evaluate(expr.args[condition.value.integer != 0 ? 1 : 2]);
  if (condition.value.kind == rir::OperandKind::Region || condition.value.kind == rir::OperandKind::String)
    return Evaluate(expr.args[1]);
  const Typed then = Evaluate(expr.args[1]);
  const Typed other = Evaluate(expr.args[2]);
  const QualType type =
      then.declared->isPointerType() && call_->getType()->isPointerType() ? call_->getType() : then.declared;
  return {body_.Compute(Opcode::Select, {condition.value, then.value, other.value}, body_.unit_.TypeOf(type)),
          then.declared, then.actual};
}

EffectLifter::Typed EffectLifter::Arithmetic(const Expr& expr) {
  const Typed left = Evaluate(expr.args[0]);
  const Typed right = Evaluate(expr.args[1]);
  const QualType number = body_.LongType();
  if (left.declared->isPointerType() && (expr.kind == Kind::Add || expr.kind == Kind::Sub))
    return {body_.Moved(left.value, right.value, right.declared, expr.kind == Kind::Sub,
                        left.declared->getPointeeType(), std::nullopt),
            left.declared, left.actual};
  const bool are_numbers = left.value.kind == rir::OperandKind::Int && right.value.kind == rir::OperandKind::Int;
  const std::int64_t a = left.value.integer;
  const std::int64_t b = right.value.integer;
  const auto folded = [&](std::int64_t value) { return Typed{Operand::Int(value), number, number}; };
  const auto computed = [&](Opcode opcode, QualType type) {
    return Typed{body_.Compute(opcode, {left.value, right.value}, body_.unit_.TypeOf(type)), type, type};
  };
  switch (expr.kind) {
    case Kind::Eq:
      return are_numbers ? folded(a == b) : computed(Opcode::Eq, ast_.IntTy);
    case Kind::Ne:
      return are_numbers ? folded(a != b) : computed(Opcode::Ne, ast_.IntTy);
    case Kind::Lt:
      return are_numbers ? folded(a < b) : computed(Opcode::Lt, ast_.IntTy);
    case Kind::Add:
      return are_numbers ? folded(a + b) : computed(Opcode::Add, number);
    case Kind::Sub:
      return are_numbers ? folded(a - b) : computed(Opcode::Sub, number);
    case Kind::Mul:
      if (are_numbers)
        return folded(a * b);
      if (left.value == Operand::Int(1) || right.value == Operand::Int(1))
        return left.value == Operand::Int(1) ? right : left;
      return computed(Opcode::Mul, left.declared->isIntegerType() && left.value.kind != rir::OperandKind::Int
                                       ? left.declared
                                       : right.declared);
    case Kind::Div:
      return computed(Opcode::Div, number);
    case Kind::Rem:
      return computed(Opcode::Rem, number);
    default:
      return are_numbers ? folded(a > b) : computed(Opcode::Gt, ast_.IntTy);
  }
}

}  // namespace detrain::lift
