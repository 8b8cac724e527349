// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arguments beyond a function's parameters. The caller puts them into a block, each in a slot of its own, and passes
// its address as the last argument, `$rest`. A va_list holds the address of the next slot, in the member that its ABI
// has for arguments in memory.
#include <clang/Basic/Builtins.h>

#include "analyzer/lift/body.h"

namespace detrain::lift {

using clang::Expr;
using clang::QualType;
using rir::Operand;

namespace {

constexpr std::uint64_t kSlot = 8;

std::uint64_t SlotsFor(std::uint64_t size) {
  return (size + kSlot - 1) / kSlot * kSlot;
}

bool IsTextPointer(QualType type) {
  return type->isPointerType() && type->getPointeeType()->isAnyCharacterType();
}

}  // namespace

// A record with a slot for each of the types, and behind them a character of each text. Its name tells its members
// apart, as types of one name are one type when units are linked.
rir::TypeId Unit::RestType(llvm::ArrayRef<QualType> types) {
  rir::Type made;
  made.kind = rir::TypeKind::Record;
  made.align = kSlot;
  made.name = "arguments";
  const auto add = [&](const std::string& name, QualType type) {
    made.name.append(" ").append(type->isPointerType() ? "ptr" : module_.types[TypeOf(type)].name);
    made.fields.push_back({name, made.size, TypeOf(type), 0, 0});
    made.size += SlotsFor(SizeOf(type));
  };
  for (const QualType type : types)
    add(std::to_string(made.fields.size() + 1), type->isPointerType() ? ast_.VoidPtrTy : type);
  for (std::size_t i = 0; i < types.size(); ++i)
    if (IsTextPointer(types[i]))
      add("text" + std::to_string(i + 1), ast_.CharTy);
  const auto [known, is_new] = rests_.try_emplace(made.name, rir::kNone);
  if (is_new)
    known->second = AddType(std::move(made));
  return known->second;
}

// Behind the arguments that have parameters, the address of the block of the others.
void Body::PassArguments(rir::CallOp& op, llvm::ArrayRef<const Expr*> arguments, QualType callee, std::size_t objects) {
  const QualType function = callee->isPointerType() ? callee->getPointeeType() : callee;
  const auto* prototype = function->getAs<clang::FunctionProtoType>();
  const bool has_rest = prototype && prototype->isVariadic();
  const std::size_t named =
      has_rest ? std::min(prototype->getNumParams() + objects, arguments.size()) : arguments.size();
  llvm::append_range(op.args, Arguments(arguments.take_front(named)));
  if (has_rest)
    op.args.push_back(PackRest(arguments.drop_front(named)));
}

Operand Body::PackRest(llvm::ArrayRef<const Expr*> rest) {
  if (rest.empty())
    return Operand::Null();
  std::vector<QualType> types;
  const std::vector<Operand> values = Arguments(rest);
  for (const Expr* argument : rest)
    types.push_back(argument->isGLValue() && !IsInMemory(argument->getType())
                        ? unit_.ast().getPointerType(argument->getType())
                        : argument->getType());
  const rir::TypeId type = unit_.RestType(types);
  const Operand block = Operand::Region(Temporary(unit_.ast().VoidPtrTy, "arguments"));
  unit_.module().regions[block.id].type = type;
  const auto slot = [&](std::size_t member) {
    rir::ComputeOp op;
    op.opcode = rir::Opcode::Field;
    op.args = {block};
    op.pointee = type;
    op.member = static_cast<std::uint32_t>(member);
    return EmitValue(std::move(op), unit_.TypeOf(unit_.ast().VoidPtrTy));
  };
  std::size_t text = types.size();
  for (std::size_t i = 0; i < types.size(); ++i) {
    if (IsInMemory(types[i]))
      CopyRecord(slot(i), values[i], types[i]);
    else
      Store(slot(i), values[i], types[i]);
    if (IsTextPointer(types[i]))
      StoreText(slot(text++), values[i]);
  }
  return block;
}

// Whoever prints the arguments prints their texts as well.
void Body::StoreText(Operand slot, Operand text) {
  const QualType type = unit_.ast().CharTy;
  const bool is_constant = text.kind == rir::OperandKind::String || text.kind == rir::OperandKind::Null;
  Store(slot,
        is_constant ? Operand::Int(0)
                    : Load(IndexAddress(text, Math("text", {}, unit_.TypeOf(LongType())), type, std::nullopt), type),
        type);
}

// Where a va_list keeps the address of the next slot; none: it is of another ABI.
std::optional<Operand> Body::NextSlot(const Expr* list) {
  const QualType type = list->getType();
  const clang::RecordDecl* record = (type->isPointerType() || type->isArrayType())
                                        ? QualType(type->getPointeeOrArrayElementType(), 0)->getAsRecordDecl()
                                        : nullptr;
  if (!record || !record->getDefinition())
    return std::nullopt;
  for (const clang::FieldDecl* field : record->getDefinition()->fields())
    if (field->getName() == "overflow_arg_area")
      return FieldAddress(type->isPointerType() ? Value(list) : Address(list), field);
  return std::nullopt;
}

Operand Body::NextArgument(const clang::VAArgExpr* expr) {
  const auto next = NextSlot(expr->getSubExpr());
  if (!next)
    return Unmodelled(expr);
  const QualType pointer = unit_.ast().VoidPtrTy;
  const QualType type = expr->getType();
  const Operand slot = Load(*next, pointer);
  const auto size = static_cast<std::int64_t>(SlotsFor(unit_.SizeOf(type)));
  Store(*next, IndexAddress(slot, Operand::Int(size), unit_.ast().CharTy, std::nullopt), pointer);
  return IsInMemory(type) ? slot : Load(slot, type);
}

// va_start, va_copy, va_end. False: it is none of them.
bool Body::ListBuiltin(const clang::CallExpr* call, unsigned builtin) {
  const QualType pointer = unit_.ast().VoidPtrTy;
  switch (builtin) {
    case clang::Builtin::BI__builtin_va_start:
    case clang::Builtin::BI__builtin_c23_va_start:
      if (const auto next = NextSlot(call->getArg(0)))
        Store(*next, rest_ == rir::kNone ? Operand::Null() : Load(Operand::Region(rest_), pointer), pointer);
      return true;
    case clang::Builtin::BI__builtin_va_copy: {
      const auto from = NextSlot(call->getArg(1));
      const auto to = NextSlot(call->getArg(0));
      if (from && to)
        Store(*to, Load(*from, pointer), pointer);
      return true;
    }
    case clang::Builtin::BI__builtin_va_end:
      return true;
    default:
      return false;
  }
}

}  // namespace detrain::lift
