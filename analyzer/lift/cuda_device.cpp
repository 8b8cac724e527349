// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls of what CUDA's headers have for the GPU.
#include <clang/AST/ExprCXX.h>

#include "analyzer/lift/body.h"
#include "analyzer/lift/cuda_facts.h"

namespace detrain::lift {

using clang::Expr;
using clang::QualType;
using llvm::dyn_cast;
using rir::Opcode;
using rir::Operand;

namespace {

// half and bfloat16 are records in CUDA's headers.
QualType AtomicType(QualType type, const clang::ASTContext& ast) {
  const auto* record = type->getAsRecordDecl();
  if (!record)
    return type;
  return record->getName().contains("bfloat16") ? QualType(ast.BFloat16Ty) : QualType(ast.HalfTy);
}

}  // namespace

// The numbers in an object, each read by itself.
void Body::ReadLeaves(Operand address, QualType type, std::vector<Operand>& out) {
  if (const auto* record = type->getAsRecordDecl()) {
    for (const clang::FieldDecl* field : record->fields())
      ReadLeaves(FieldAddress(address, field), field->getType(), out);
  } else if (type->isScalarType()) {
    out.push_back(Load(address, type));
  } else if (const auto* array = unit_.ast().getAsConstantArrayType(type)) {
    const Operand any = Math("element", {}, Int(64));
    ReadLeaves(IndexAddress(address, any, array->getElementType(), std::nullopt), array->getElementType(), out);
  }
}

// The numbers that a collective operation gives its thread through references.
void Body::GiveNumbers(const clang::CallExpr* call, const std::string& name, const std::vector<Operand>& inputs) {
  const clang::FunctionDecl* callee = call->getDirectCallee();
  for (unsigned i = 0; i < call->getNumArgs(); ++i)
    if (const Given given = GivenThrough(callee->getParamDecl(i)); given != Given::Nothing)
      WriteLeaves(Address(call->getArg(i)), call->getArg(i)->getType(), name + "." + std::to_string(i),
                  given == Given::ForAll ? std::vector{Load(CudaRegion("exchange"), LongType())} : inputs);
}

static bool IsOnlyResult(Given given) {
  return given == Given::Result || given == Given::ForAll;
}

// What a call's result can depend on: the arguments, and what they lead to.
std::vector<Operand> Body::DeviceInputs(const clang::CallExpr* call) {
  std::vector<Operand> inputs;
  const auto add = [&](const Expr* argument) {
    const QualType type = argument->getType();
    if (type->isRecordType())
      return ReadLeaves(RecordAddress(argument), type, inputs);
    if (argument->isGLValue())
      return ReadLeaves(Address(argument), type, inputs);
    const Operand value = Value(argument);
    if (type->isPointerType() && !type->getPointeeType()->isIncompleteType())
      return ReadLeaves(value, type->getPointeeType(), inputs);
    inputs.push_back(value);
  };
  if (const auto* method = dyn_cast<clang::CXXMemberCallExpr>(call))
    if (const auto* member = dyn_cast<clang::MemberExpr>(method->getCallee()->IgnoreParens()); member)
      ReadLeaves(member->isArrow() ? Value(member->getBase()) : Address(member->getBase()), method->getObjectType(),
                 inputs);
  const clang::FunctionDecl* callee = call->getDirectCallee();
  const bool gives = GivesNumbers(callee);
  for (unsigned i = 0; i < call->getNumArgs(); ++i)
    if (!gives || !IsOnlyResult(GivenThrough(callee->getParamDecl(i))))
      add(call->getArg(i));
  return inputs;
}

void Body::WriteLeaves(Operand address, QualType type, const std::string& name, const std::vector<Operand>& inputs) {
  if (const auto* record = type->getAsRecordDecl()) {
    for (const clang::FieldDecl* field : record->fields())
      WriteLeaves(FieldAddress(address, field), field->getType(), name + "." + field->getNameAsString(), inputs);
  } else if (type->isScalarType()) {
    Store(address, Math(name, inputs, unit_.TypeOf(type)), type);
  } else {
    Emit(rir::FillOp{address, Math(name, inputs, unit_.TypeOf(unit_.ast().CharTy)),
                     Operand::Int(static_cast<std::int64_t>(unit_.SizeOf(type))), name});
  }
}

Operand Body::DeviceResult(const clang::CallExpr* call, const std::string& name, const std::vector<Operand>& inputs,
                           Operand into) {
  const QualType type = call->getType();
  if (type->isVoidType())
    return {};
  if (call->isGLValue())
    return Opaque(call, name, inputs, unit_.ast().getPointerType(type));
  if (!type->isRecordType())
    return Math(name, inputs, unit_.TypeOf(type));
  const Operand target = into ? into : Operand::Region(Temporary(type));
  WriteLeaves(target, type, name, inputs);
  return target;
}

void Body::AddThread(std::vector<Operand>& inputs) {
  for (const char* name : {"blockIdx.x", "blockIdx.y", "blockIdx.z", "threadIdx.x", "threadIdx.y", "threadIdx.z"})
    inputs.push_back(Load(CudaRegion(name), unit_.ast().UnsignedIntTy));
}

// What lanes bring goes into one place, and what they get comes from there: it depends on all of it, and on who asks.
void Body::Exchange(const clang::CallExpr* call, const std::string& name, std::vector<Operand>& inputs) {
  const Operand place = CudaRegion("exchange");
  std::vector<Operand> brought = inputs;
  brought.push_back(Load(place, LongType()));
  const Operand sum = Math(name + ".brought", std::move(brought), Int(64));
  Store(place, sum, LongType());
  inputs.push_back(sum);
  AddThread(inputs);
  if (GivesNumbers(call->getDirectCallee()))
    GiveNumbers(call, name, inputs);
}

Operand Body::DeviceAtomic(const clang::CallExpr* call, const std::string& op, Operand into) {
  std::vector<Operand> values;
  const Operand address = Value(call->getArg(0));
  const unsigned last = call->getNumArgs() - 1;
  const QualType type = AtomicType(call->getArg(last)->getType(), unit_.ast());
  for (unsigned i = 1; i <= last; ++i)
    if (call->getArg(i)->getType()->isRecordType())
      ReadLeaves(RecordAddress(call->getArg(i)), call->getArg(i)->getType(), values);
    else
      values.push_back(Value(call->getArg(i)));
  const bool is_plain = values.size() == 1 && !call->getArg(last)->getType()->isRecordType();
  const Operand value = is_plain ? values.front() : Math("atomic." + op, values, unit_.TypeOf(type));
  const Operand old = EmitValue(rir::AtomicOp{address, value, op}, unit_.TypeOf(type));
  if (!call->getType()->isRecordType())
    return old;
  const Operand result = into ? into : Operand::Region(Temporary(call->getType()));
  WriteLeaves(result, call->getType(), "atomic.old", {old});
  return result;
}

// dim3 block = blockIdx: a copy of each.
Operand Body::LaunchNumbers(const clang::CallExpr* call, const std::string& variable, Operand into) {
  const Operand target = into ? into : Operand::Region(Temporary(call->getType()));
  for (const clang::FieldDecl* field : call->getType()->getAsRecordDecl()->fields())
    Store(FieldAddress(target, field), Load(CudaRegion(variable + "." + field->getNameAsString()), field->getType()),
          field->getType());
  return target;
}

namespace {

// A texture's or a surface's memory was named when it was made; a kernel has a number for it.
bool IsThroughHandle(llvm::StringRef name) {
  return name.starts_with("tex") || name.starts_with("surf");
}

}  // namespace

// nullopt: not one of them.
std::optional<Operand> Body::DeviceFunction(const clang::CallExpr* call, const clang::FunctionDecl* callee,
                                            Operand into) {
  const DeviceCall kind = DeviceCallOf(callee, unit_.ast());
  const std::string name = callee->getIdentifier() ? callee->getNameAsString()
                                                   : "operator." + std::to_string(callee->getOverloadedOperator());
  const auto pointee = [&] { return call->getArg(0)->getType()->getPointeeType().getUnqualifiedType(); };
  switch (kind) {
    case DeviceCall::None:
      return std::nullopt;
    case DeviceCall::Load: {
      const Operand address = Value(call->getArg(0));
      if (!pointee()->isRecordType())
        return Load(address, pointee());
      if (into)
        CopyRecord(into, address, pointee());
      return into ? into : address;
    }
    case DeviceCall::Store: {
      const Operand address = Value(call->getArg(0));
      if (pointee()->isRecordType())
        CopyRecord(address, RecordAddress(call->getArg(1)), pointee());
      else
        Store(address, Convert(Value(call->getArg(1)), call->getArg(1)->getType(), pointee()), pointee());
      return Operand();
    }
    case DeviceCall::Atomic:
      return DeviceAtomic(call, AtomicOperator(name), into);
    case DeviceCall::Barrier:
      Emit(rir::SyncOp{rir::SyncKind::Barrier, IsGridBarrier(call) ? CudaRegion("grid") : Operand(), {}});
      return Operand();
    case DeviceCall::Fence:
      Emit(rir::SyncOp{rir::SyncKind::Flush, {}, {}});
      return Operand();
    case DeviceCall::Clock: {
      rir::InputOp input;
      input.source = rir::Source::Clock;
      input.callee = name;
      return EmitValue(std::move(input), unit_.TypeOf(call->getType()));
    }
    case DeviceCall::Least:
    case DeviceCall::Greatest: {
      const Operand a = Value(call->getArg(0)), b = Value(call->getArg(1));
      const Operand is_less = Compute(Opcode::Lt, {a, b}, Int());
      const bool wants_less = kind == DeviceCall::Least;
      return Compute(Opcode::Select, {is_less, wants_less ? a : b, wants_less ? b : a}, unit_.TypeOf(call->getType()));
    }
    case DeviceCall::Numbers:
      return LaunchNumbers(call, LaunchVariableOf(llvm::cast<clang::CXXMethodDecl>(callee)->getParent()), into);
    case DeviceCall::Nothing:
      return Operand();
    case DeviceCall::Unmodelled: {
      std::vector<Operand> args;
      for (const Expr* argument : call->arguments())
        args.push_back(Argument(argument));
      const bool is_record = call->getType()->isRecordType();
      if (IsThroughHandle(name)) {
        unit_.Opaque(call->getBeginLoc(), name);
        Emit(rir::OpaqueOp{name, args, true});
        return DeviceResult(call, name, args, into);
      }
      const Operand result = Opaque(call, name, args, is_record ? QualType() : call->getType());
      return is_record ? DeviceResult(call, name, args, into) : result;
    }
    case DeviceCall::Lane:
      if (auto number = GroupNumber(call, callee))
        return number;
      break;
    case DeviceCall::Pure:
    case DeviceCall::Vote:
    case DeviceCall::Exchange:
      break;
  }
  std::vector<Operand> inputs = DeviceInputs(call);
  place_ = call->getBeginLoc();
  if (kind == DeviceCall::Vote)
    Emit(rir::SyncOp{rir::SyncKind::Barrier, {}, {}});
  if (kind == DeviceCall::Lane)
    AddThread(inputs);
  if (kind == DeviceCall::Vote || kind == DeviceCall::Exchange)
    Exchange(call, name, inputs);
  return DeviceResult(call, name, inputs, into);
}

}  // namespace detrain::lift
