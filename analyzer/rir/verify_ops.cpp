// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rules of each kind of op. verify_function.cpp has those that all ops share.
#include <algorithm>
#include <initializer_list>

#include "analyzer/rir/verifier.h"
#include "analyzer/rir/words.h"

namespace detrain::rir {

void FunctionVerifier::Check(const std::monostate&) {
  Bad("is no operation");
}

void FunctionVerifier::Check(const DeclareOp& op) {
  if (op.region < module_.regions.size() && module_.regions[op.region].kind != RegionKind::Local)
    Bad("declares " + names_.Region(op.region, id_) + ", which is not local");
}

void FunctionVerifier::Check(const LoadOp& op) {
  Address(op.address, "its address");
  if (!IsScalar(op_->type))
    Bad("loads what is no number and no pointer");
}

void FunctionVerifier::Check(const StoreOp& op) {
  Address(op.address, "its address");
  Required(op.value, "its value");
  if (!IsScalar(op_->type))
    return Bad("stores what is no number and no pointer");
  ExpectKind(op.value, module_.types[op_->type].kind);
}

void FunctionVerifier::Check(const ComputeOp& op) {
  const int arity = Arity(op.opcode);
  if (arity >= 0 && op.args.size() != static_cast<std::size_t>(arity))
    return Bad("takes " + std::to_string(arity) + " operands, not " + std::to_string(op.args.size()));
  for (const Operand& arg : op.args)
    Required(arg, "an operand");
  if (!IsScalar(op_->type))
    return Bad("computes what is no number and no pointer");
  CheckUnused(op);
  switch (op.opcode) {
    case Opcode::Field:
      CheckFieldOp(op);
      break;
    case Opcode::Index:
      Address(op.args[0], "its address");
      Integer(op.args[1], "its index");
      break;
    case Opcode::PtrDiff:
      Address(op.args[0], "its address");
      Address(op.args[1], "its address");
      break;
    case Opcode::Count:
      Address(op.args[0], "its address");
      break;
    case Opcode::Math:
      if (op.callee.empty())
        Bad("names no function");
      break;
    default:
      CheckArithmetic(op);
  }
}

// The parts of a compute op that belong to a few opcodes.
void FunctionVerifier::CheckUnused(const ComputeOp& op) {
  const bool has_pointee = op.opcode == Opcode::Field || op.opcode == Opcode::Index || op.opcode == Opcode::PtrDiff ||
                           op.opcode == Opcode::Count;
  if (has_pointee != (op.pointee != kNone))
    Bad(has_pointee ? "lacks the type that it points to" : "has a type that it cannot point to");
  if (op.member != 0 && op.opcode != Opcode::Field)
    Bad("has a member, though it is no field");
  if (op.bound && op.opcode != Opcode::Index)
    Bad("has a bound, though it is no index");
  if (!op.callee.empty() && op.opcode != Opcode::Math)
    Bad("names a function, though it is no math");
}

void FunctionVerifier::CheckFieldOp(const ComputeOp& op) {
  Address(op.args[0], "its address");
  if (!IsKind(op.pointee, TypeKind::Record))
    return Bad("points into what is no record");
  if (op.member >= module_.types[op.pointee].fields.size())
    Bad("names member " + std::to_string(op.member) + " of " + names_.Type(op.pointee) + ", which has " +
        std::to_string(module_.types[op.pointee].fields.size()));
}

void FunctionVerifier::CheckArithmetic(const ComputeOp& op) {
  const TypeKind result = module_.types[op_->type].kind;
  switch (op.opcode) {
    case Opcode::Eq:
    case Opcode::Ne:
    case Opcode::Lt:
    case Opcode::Le:
    case Opcode::Gt:
    case Opcode::Ge:
      if (const std::optional<TypeKind> kind = KindOf(op.args[0]))
        ExpectKind(op.args[1], *kind);
      [[fallthrough]];
    case Opcode::LNot:
    case Opcode::LAnd:
    case Opcode::LOr:
      if (result != TypeKind::Int)
        Bad("is true or false, so its type must be an integer");
      break;
    case Opcode::Cast:
      break;
    case Opcode::Select:
      ExpectKind(op.args[1], result);
      ExpectKind(op.args[2], result);
      break;
    default:
      if (result == TypeKind::Pointer)
        Bad("makes a pointer by arithmetic; that is for index and field");
      for (const Operand& arg : op.args)
        ExpectKind(arg, result);
  }
}

void FunctionVerifier::Check(const CallOp& op) {
  OptionalAddress(op.into, "where its result goes");
  for (const Operand& arg : op.args)
    Required(arg, "an argument");
  if (op.callee.kind == OperandKind::Function) {
    if (op.callee.id < module_.functions.size())
      CheckCount(op, module_.functions[op.callee.id]);
  } else if (op.callee.kind != OperandKind::Value || KindOf(op.callee) != TypeKind::Pointer) {
    Bad("calls what is neither a function nor a pointer");
  }
}

// Only of functions with a body is it known what they take.
void FunctionVerifier::CheckCount(const CallOp& op, const Function& callee) {
  const bool is_enough =
      callee.is_variadic ? op.args.size() >= callee.params.size() : op.args.size() == callee.params.size();
  if (callee.is_defined && !is_enough)
    Bad("passes " + std::to_string(op.args.size()) + " arguments to a function of " +
        std::to_string(callee.params.size()) + " parameters");
  if (callee.is_defined && IsKind(callee.result, TypeKind::Record) != static_cast<bool>(op.into))
    Bad(op.into ? "says where a record goes, but the function returns none" : "does not say where the record goes");
}

void FunctionVerifier::Check(const AllocOp& op) {
  if (!op.bytes && !op.content)
    Bad("lacks a size");
  OptionalInteger(op.bytes, "its size");
  OptionalAddress(op.old, "the old block");
  OptionalAddress(op.content, "its content");
}

void FunctionVerifier::Check(const FreeOp& op) {
  Address(op.address, "its address");
}

void FunctionVerifier::Check(const HeaderOp& op) {
  Address(op.address, "its address");
  Integer(op.bytes, "its size");
}

void FunctionVerifier::Check(const CopyOp& op) {
  Address(op.target, "its target");
  Address(op.source, "its source");
  OptionalInteger(op.bytes, "its size");
}

void FunctionVerifier::Check(const FillOp& op) {
  Address(op.target, "its target");
  Integer(op.byte, "its byte");
  Integer(op.bytes, "its size");
}

void FunctionVerifier::Check(const DrawOp& op) {
  Address(op.stream, "its stream");
}

void FunctionVerifier::Check(const SeedOp& op) {
  Address(op.stream, "its stream");
}

void FunctionVerifier::Check(const OpenOp& op) {
  Address(op.path, "its path");
}

void FunctionVerifier::Check(const CloseOp& op) {
  Required(op.handle, "its handle");
}

void FunctionVerifier::Check(const SeekOp& op) {
  Required(op.handle, "its handle");
  OptionalInteger(op.whence, "its whence");
}

void FunctionVerifier::Check(const InputOp& op) {
  for (const InputTarget& target : op.targets) {
    Address(target.address, "a target");
    OptionalInteger(target.bytes, "the size of a target");
  }
  OptionalInteger(op.unit, "its unit");
  OptionalInteger(op.offset, "its offset");
}

void FunctionVerifier::Check(const OutputOp& op) {
  OptionalAddress(op.format, "its format");
  OptionalAddress(op.target, "its target");
  OptionalInteger(op.bytes, "its size");
}

void FunctionVerifier::Check(const LoopOp& op) {
  if (op.loop >= is_loop_id_used_.size())
    Bad("has a number that its function does not count");
  else if (is_loop_id_used_[op.loop])
    Bad("has the number of another loop");
  else
    is_loop_id_used_[op.loop] = true;
  if (op.body == kNone)
    Bad("has no body");
  if (op.kind == LoopKind::Once && (op.test != kNone || op.step != kNone || op.condition))
    Bad("runs once, so it needs neither test nor step");
  if (op.condition && op.test == kNone)
    Bad("has a condition but no test that computes it");
  if (op.test != kNone && !op.condition)
    Bad("has a test without a condition");
  loops_.push_back({op.loop, op.kind, par_depth_});
  CheckTest(op);
  if (op.body != kNone)
    CheckBlock(op.body);
  if (op.step != kNone)
    CheckBlock(op.step);
  loops_.pop_back();
}

// The condition sees what the test block computes; nothing else does.
void FunctionVerifier::CheckTest(const LoopOp& op) {
  std::vector<ValueId> scope;
  if (op.test != kNone)
    CheckBlock(op.test, scope);
  CheckOperand(op.condition);
  for (const ValueId value : scope)
    values_[value].is_visible = false;
}

void FunctionVerifier::Check(const IfOp& op) {
  Required(op.condition, "its condition");
  if (op.then_block != kNone)
    CheckBlock(op.then_block);
  if (op.else_block != kNone)
    CheckBlock(op.else_block);
}

const FunctionVerifier::OpenLoop* FunctionVerifier::FindLoop(LoopId id) const {
  const auto loop = std::ranges::find(loops_, id, &OpenLoop::id);
  return loop == loops_.end() ? nullptr : &*loop;
}

void FunctionVerifier::Check(const BreakOp& op) {
  const OpenLoop* const loop = FindLoop(op.loop);
  if (!loop)
    Bad("leaves a loop that it is not in");
  else if (loop->par_depth != par_depth_)
    Bad("leaves a par");
}

void FunctionVerifier::Check(const ContinueOp& op) {
  const OpenLoop* const loop = FindLoop(op.loop);
  if (!loop)
    Bad("continues a loop that it is not in");
  else if (loop->kind == LoopKind::Once)
    Bad("continues a loop that runs once");
  else if (loop->par_depth != par_depth_)
    Bad("leaves a par");
}

void FunctionVerifier::Check(const ReturnOp& op) {
  if (&function_ == &module_.init)
    Bad("leaves init, where the initialisers of other units follow");
  if (par_depth_ != 0)
    Bad("leaves a par");
  if (op.value && IsVoid(function_.result))
    Bad("returns a value from a function without result");
  if (IsKind(function_.result, TypeKind::Record))
    OptionalAddress(op.value, "the record");
  else if (op.value && IsType(function_.result))
    ExpectKind(op.value, module_.types[function_.result].kind);
}

void FunctionVerifier::Check(const StopOp& op) {
  OptionalInteger(op.code, "its code");
}

void FunctionVerifier::Check(const ParOp& op) {
  for (const ParReduction& reduction : op.reductions) {
    Address(reduction.address, "what it reduces");
    if (reduction.op.empty())
      Bad("has a reduction without operation");
  }
  if (op.body == kNone)
    return Bad("has no body");
  ++par_depth_;
  CheckBlock(op.body);
  --par_depth_;
}

void FunctionVerifier::Check(const AtomicOp& op) {
  Address(op.address, "its address");
  Required(op.value, "its value");
  if (op.op.empty())
    Bad("does not say what it does");
}

void FunctionVerifier::Check(const SyncOp& op) {
  const auto is_one_of = [&](std::initializer_list<SyncKind> kinds) { return std::ranges::count(kinds, op.kind) != 0; };
  if (is_one_of({SyncKind::Lock, SyncKind::Unlock, SyncKind::Record, SyncKind::Await, SyncKind::Bind}))
    Required(op.object, "its object");
  if (is_one_of({SyncKind::Record, SyncKind::NonBlocking}) || (op.kind == SyncKind::Enqueue && !op.object))
    Required(op.stream, "its stream");
}

void FunctionVerifier::Check(const OpaqueOp& op) {
  if (op.reason.empty())
    Bad("gives no reason");
}

}  // namespace detrain::rir
