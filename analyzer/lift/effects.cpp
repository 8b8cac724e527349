// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/lift/effects.h"

#include "analyzer/load/printed_addresses.h"
#include "analyzer/rir/words.h"

namespace detrain::lift {

using catalog::EffectKind;
using clang::QualType;
using rir::Operand;
using rir::OperandKind;

EffectLifter::EffectLifter(Body& body, const catalog::Row& row, const clang::CallExpr* call, bool is_used)
    : body_(body), row_(row), call_(call), ast_(body.unit_.ast()), is_used_(is_used) {
  args_.resize(call->getNumArgs());
  body.EachOperand({call->getArgs(), call->getNumArgs()}, [&](std::size_t i) {
    const clang::Expr* arg = call->getArg(static_cast<unsigned>(i));
    args_[i] = {body.Argument(arg), arg->getType(), arg->IgnoreParenImpCasts()->getType()};
    if (const auto* array = ast_.getAsArrayType(args_[i].actual))
      args_[i].actual = ast_.getPointerType(array->getElementType());
  });
}

Operand EffectLifter::Lift(Operand into) {
  for (const Effect& effect : row_.effects)
    Apply(effect);
  return Result(into);
}

void EffectLifter::Apply(const Effect& effect) {
  if (!effect.condition)
    return ApplyOne(effect);
  const Operand condition = Evaluate(*effect.condition).value;
  const bool is_number = condition.kind == OperandKind::Int || condition.kind == OperandKind::Float;
  const bool is_zero = condition.kind == OperandKind::Int ? condition.integer == 0 : condition.number == 0;
  if (condition.kind == OperandKind::Null || (is_number && is_zero))
    return;
  const bool is_certain = is_number || condition.kind == OperandKind::Region;
  if (is_certain)
    ApplyOne(effect);
  else
    Scoped(effect, [&] { body_.If(condition, [&] { ApplyOne(effect); }); });
}

namespace {

bool HasLoad(const catalog::Effect& effect) {
  return effect.kind == EffectKind::Load || std::ranges::any_of(effect.body, HasLoad);
}

}  // namespace

// What is read or named inside a branch or a loop is not there outside of it, so what was read goes out through a
// temporary.
void EffectLifter::Scoped(const Effect& effect, const std::function<void()>& emit) {
  const std::size_t before = reads_.size();
  const auto names = names_;
  const Operand outer = memo_;
  const bool has_load = HasLoad(effect);
  if (has_load) {
    memo_ = Operand::Region(body_.Temporary(body_.LongType()));
    body_.Store(memo_, Operand::Int(0), body_.LongType());
  }
  emit();
  reads_.resize(before);
  names_ = names;
  const Operand inner = std::exchange(memo_, outer);
  if (has_load)
    AddRead(body_.Load(inner, body_.LongType()));
}

void EffectLifter::AddRead(Operand value) {
  reads_.push_back(value);
  if (memo_)
    body_.Store(memo_, body_.Math(row_.name + ".read", {value}, body_.Int(64)), body_.LongType());
}

void EffectLifter::ApplyOne(const Effect& effect) {
  using rir::OpData;
  switch (effect.kind) {
    case EffectKind::Alloc:
      return Alloc(effect);
    case EffectKind::Free:
      return body_.Emit(rir::FreeOp{Get(effect, Role::Address), row_.name});
    case EffectKind::Copy:
      return body_.Emit(
          rir::CopyOp{Get(effect, Role::Target), Get(effect, Role::Source), Get(effect, Role::Bytes), row_.name});
    case EffectKind::Fill:
      return body_.Emit(
          rir::FillOp{Get(effect, Role::Target), Get(effect, Role::Byte), Get(effect, Role::Bytes), row_.name});
    case EffectKind::Draw: {
      const QualType type = call_->getType();
      const bool is_number = !type->isVoidType() && !IsInMemory(type);  // else what the call gives is made of one
      return Produce(effect, rir::DrawOp{Get(effect, Role::Stream), {}, row_.name},
                     is_number ? type : body_.LongType());
    }
    case EffectKind::Seed: {
      rir::SeedOp seed{Get(effect, Role::Stream), {}, row_.name};
      for (const Expr& arg : effect.args)
        seed.values.push_back(Evaluate(arg).value);
      return body_.Emit(std::move(seed));
    }
    case EffectKind::Open:
      return Open(effect);
    case EffectKind::Close:
      return Produce(effect, rir::CloseOp{Get(effect, Role::Handle), row_.name}, call_->getType());
    case EffectKind::Seek:
      return Seek(effect);
    case EffectKind::Input:
      return Input(effect);
    case EffectKind::Output:
      return Output(effect);
    case EffectKind::Stop:
      return body_.Emit(rir::StopOp{Get(effect, Role::Code), effect.is_abort, row_.name});
    case EffectKind::Sync:
      return Sync(effect);
    case EffectKind::Call:
    case EffectKind::Spawn:
      return Callback(effect);
    case EffectKind::Load:
      return Read(effect);
    case EffectKind::Store:
      return Write(effect);
    case EffectKind::Value: {
      const Typed value = Evaluate(*effect.Get(Role::Value));
      if (!value.declared->isPointerType())
        reads_.push_back(value.value);
      return Remember(effect.as, value);
    }
    case EffectKind::Loop:
      return Loop(effect);
    case EffectKind::Anywhere:
      return Anywhere(effect);
  }
}

void EffectLifter::Remember(const std::string& name, Typed value) {
  if (!name.empty())
    names_[name] = value;
}

// Whether anyone looks at the result: the program at the call's, the row at another.
bool EffectLifter::Wants(const Effect& effect) const {
  if (effect.as == "result")
    return (is_used_ || row_.effects.size() > 1) && !call_->getType()->isVoidType();
  return !effect.as.empty();
}

void EffectLifter::Produce(const Effect& effect, rir::OpData data, QualType type) {
  if (!Wants(effect))
    return body_.Emit(std::move(data));
  const Operand value = body_.EmitValue(std::move(data), body_.unit_.TypeOf(type));
  Remember(effect.as, {value, type, type});
}

// cudaMalloc((void**)&weights, bytes): the type of `weights`.
QualType EffectLifter::PointerThatIsSet() const {
  for (const clang::Expr* argument : call_->arguments()) {
    const QualType pointer = argument->IgnoreParenCasts()->getType();
    const QualType set = pointer->isPointerType() ? pointer->getPointeeType() : QualType();
    if (!set.isNull() && set->isPointerType())
      return set;
  }
  return {};
}

void EffectLifter::Alloc(const Effect& effect) {
  rir::AllocOp op;
  op.bytes = Get(effect, Role::Bytes);
  op.zeroed = effect.zeroed;
  op.can_fail = effect.can_fail;
  op.on_stack = effect.on_stack;
  op.old = Get(effect, Role::Old);
  op.content = Get(effect, Role::Content);
  op.callee = row_.name;
  op.space = effect.detail == "device"    ? rir::Space::Device
             : effect.detail == "managed" ? rir::Space::Managed
                                          : rir::Space::Host;
  QualType type = call_->getType()->isPointerType() ? call_->getType() : ast_.VoidPtrTy;
  const QualType hint = call_->getType()->isPointerType() ? body_.allocated_ : PointerThatIsSet();
  if (!hint.isNull() && hint->isPointerType() && !hint->isVoidPointerType() &&
      !hint->getPointeeType()->isIncompleteType())
    op.element = body_.unit_.ElementOf(hint->getPointeeType());
  else if (!type->isVoidPointerType())
    op.element = body_.unit_.ElementOf(type->getPointeeType());
  const Operand value =
      body_.EmitValue(op, body_.unit_.TypeOf(op.element == rir::kNone || hint.isNull() ? type : hint));
  Remember(effect.as, {value, type, type});
}

void EffectLifter::Open(const Effect& effect) {
  rir::OpenOp op{Get(effect, Role::Path), Get(effect, Role::Mode), effect.is_descriptor, row_.name};
  const Operand value = body_.EmitValue(op, body_.unit_.TypeOf(call_->getType()));
  Remember(effect.as, {value, call_->getType(), call_->getType()});
}

void EffectLifter::Seek(const Effect& effect) {
  Produce(effect,
          rir::SeekOp{Get(effect, Role::Handle), Get(effect, Role::Offset), Get(effect, Role::Whence), row_.name},
          call_->getType());
}

std::vector<const clang::Expr*> EffectLifter::Rest() const {
  std::vector<const clang::Expr*> rest;
  for (auto i = static_cast<unsigned>(row_.parameters.size()); i < call_->getNumArgs(); ++i)
    rest.push_back(call_->getArg(i));
  return rest;
}

namespace {

rir::Source SourceOf(const std::string& word) {
  static const std::map<std::string, rir::Source, std::less<>> sources = {{"file", rir::Source::File},
                                                                          {"directory", rir::Source::Directory},
                                                                          {"arguments", rir::Source::Arguments},
                                                                          {"clock", rir::Source::Clock},
                                                                          {"pid", rir::Source::Pid},
                                                                          {"entropy", rir::Source::Entropy},
                                                                          {"address", rir::Source::Address},
                                                                          {"host", rir::Source::Host},
                                                                          {"interactive", rir::Source::Interactive}};
  const auto found = sources.find(word);
  return found == sources.end() ? rir::Source::File : found->second;
}

// &c of a scalar is an object of its size; any other pointer to characters may be a text of unknown length.
bool IsText(const clang::Expr* arg) {
  const QualType pointee = arg->getType()->getPointeeType();
  if (pointee.isNull() || !pointee->isAnyCharacterType())
    return false;
  const auto* address = llvm::dyn_cast<clang::UnaryOperator>(arg->IgnoreParenImpCasts());
  return !address || address->getOpcode() != clang::UO_AddrOf ||
         llvm::isa<clang::ArraySubscriptExpr>(address->getSubExpr()->IgnoreParens());
}

}  // namespace

void EffectLifter::Input(const Effect& effect) {
  rir::InputOp op;
  const bool is_standard = IsStandardStream(effect.Get(Role::Handle), {"stdin"});
  op.source = is_standard ? rir::Source::Interactive : SourceOf(effect.detail);
  op.handle = Get(effect, Role::Handle);
  for (const catalog::Target& target : effect.targets) {
    if (target.address.kind != Expr::Kind::Rest) {
      op.targets.push_back({Evaluate(target.address).value, target.bytes ? Evaluate(*target.bytes).value : Operand()});
      continue;
    }
    const std::size_t first = row_.parameters.size();
    for (std::size_t i = 0; i < Rest().size(); ++i) {
      const clang::Expr* arg = Rest()[i];
      if (!arg->getType()->isPointerType())
        continue;
      const bool has_size = !IsText(arg);
      op.targets.push_back(
          {args_[first + i].value, has_size ? body_.ByteSize(arg->getType()->getPointeeType()) : Operand()});
    }
  }
  op.unit = Get(effect, Role::Unit);
  op.offset = Get(effect, Role::Offset);
  op.checks_result = is_used_;
  op.is_recorded = effect.is_recorded || is_standard;
  op.callee = row_.name;
  Produce(effect, std::move(op), effect.as == "result" ? call_->getType() : QualType(ast_.IntTy));
}

void EffectLifter::Output(const Effect& effect) {
  rir::OutputOp op;
  op.handle = Get(effect, Role::Handle);
  const bool is_terminal = IsStandardStream(effect.Get(Role::Handle), {"stdout", "stderr"});
  op.sink = effect.detail == "log"        ? rir::Sink::Log
            : effect.detail == "external" ? rir::Sink::External
            : effect.detail == "file"     ? (is_terminal ? rir::Sink::Text : rir::Sink::File)
                                          : rir::Sink::Text;
  op.format = Get(effect, Role::Format);
  op.bytes = Get(effect, Role::Bytes);
  op.target = Get(effect, Role::Target);
  op.callee = row_.name;
  const auto* format =
      effect.Get(Role::Format) ? call_->getArg(effect.Get(Role::Format)->index)->IgnoreParenImpCasts() : nullptr;
  const load::PrintedAddresses addresses(format, ast_);
  for (const Expr& arg : effect.args) {
    const bool is_rest = arg.kind == Expr::Kind::Rest;
    if (op.args.empty())
      op.first_argument = is_rest                             ? 1 + static_cast<std::uint32_t>(row_.parameters.size())
                          : arg.kind == Expr::Kind::Parameter ? 1 + static_cast<std::uint32_t>(arg.index)
                                                              : 0;  // none of them
    if (!is_rest)
      op.args.push_back(Evaluate(arg).value);
    for (std::size_t i = row_.parameters.size(); is_rest && i < args_.size(); ++i) {
      const bool is_address = addresses.Contains(i - row_.parameters.size()) && args_[i].actual->isPointerType();
      op.args.push_back(is_address ? body_.Convert(args_[i].value, args_[i].actual, body_.LongType()) : args_[i].value);
    }
  }
  if (const auto* text = llvm::dyn_cast_or_null<clang::StringLiteral>(format); text && text->getBytes().contains("%n"))
    body_.Opaque(call_, "%n in a format", op.args, {});
  Produce(effect, std::move(op), call_->getType());
}

void EffectLifter::Sync(const Effect& effect) {
  const auto kind = rir::FindWord<rir::SyncKind>(effect.detail);
  body_.Emit(rir::SyncOp{kind.value_or(rir::SyncKind::Barrier), Get(effect, Role::Object), Get(effect, Role::Stream)});
}

void EffectLifter::Callback(const Effect& effect) {
  const Typed callee = Evaluate(*effect.Get(Role::Callee));
  rir::CallOp op{callee.value, {}, {}};
  for (const Expr& arg : effect.args)
    op.args.push_back(Evaluate(arg).value);
  if (effect.kind == EffectKind::Spawn) {
    rir::ParOp par;
    par.kind = rir::ParKind::Thread;
    par.body = body_.InBlock([&] { body_.Emit(op); });
    return body_.Emit(std::move(par));
  }
  if (effect.as.empty())
    return body_.Emit(std::move(op));
  const Operand value = body_.EmitValue(std::move(op), body_.Int());
  Remember(effect.as, {value, ast_.IntTy, ast_.IntTy});
}

// Reads some element at or after the address, nobody knows which. A literal tells nothing new.
void EffectLifter::Read(const Effect& effect) {
  const Typed address = Evaluate(*effect.Get(Role::Address));
  if (address.value.kind == OperandKind::String || address.value.kind == OperandKind::Null)
    return;
  QualType pointee = address.actual->isPointerType() ? address.actual->getPointeeType() : QualType();
  if (pointee.isNull() || !pointee->isScalarType())
    pointee = ast_.CharTy;
  const Operand element = body_.IndexAddress(address.value, Fresh(body_.LongType(), "at"), pointee, std::nullopt);
  AddRead(body_.Load(element, pointee));
}

void EffectLifter::Write(const Effect& effect) {
  const auto& place = *effect.Get(Role::Address);
  if (place.kind == Expr::Kind::Rest)
    return WriteRest();
  const Typed address = Evaluate(place);
  QualType pointee = address.declared->isPointerType() ? address.declared->getPointeeType() : QualType(ast_.CharTy);
  if (pointee->isVoidType())
    pointee = ast_.CharTy;
  const auto& value = effect.Get(Role::Value);
  const bool is_any = !value || value->kind == Expr::Kind::Any;
  body_.Store(address.value, is_any ? Any(pointee) : Evaluate(*value).value, pointee);
}

// sscanf: what the arguments point to may be overwritten.
void EffectLifter::WriteRest() {
  const std::size_t first = row_.parameters.size();
  for (std::size_t i = 0; i < Rest().size(); ++i) {
    const clang::Expr* arg = Rest()[i];
    const QualType pointee = arg->getType()->getPointeeType();
    if (pointee.isNull())
      continue;
    if (IsText(arg) || !pointee->isScalarType())
      body_.Emit(rir::FillOp{args_[first + i].value, Any(ast_.CharTy), Any(body_.LongType()), row_.name});
    else
      body_.Store(args_[first + i].value, Any(pointee), pointee);
  }
}

void EffectLifter::Anywhere(const Effect& effect) {
  rir::OpaqueOp op{row_.name, {}, true};
  for (const Expr& arg : effect.args)
    op.args.push_back(Evaluate(arg).value);
  body_.unit_.Opaque(call_->getBeginLoc(), row_.name);
  body_.Emit(std::move(op));
}

void EffectLifter::Loop(const Effect& effect) {
  Scoped(effect, [&] {
    body_.CountedLoop(Get(effect, Role::Repeat), [&](Operand index) {
      Remember(effect.as, {index, body_.LongType(), body_.LongType()});
      for (const Effect& inner : effect.body)
        Apply(inner);
    });
  });
}

bool EffectLifter::IsStandardStream(const std::optional<Expr>& handle,
                                    std::initializer_list<llvm::StringRef> names) const {
  if (!handle || handle->kind != Expr::Kind::Parameter || handle->index >= call_->getNumArgs())
    return false;
  const clang::Expr* arg = call_->getArg(handle->index)->IgnoreParenImpCasts();
  if (const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(arg))
    return std::ranges::find(names, reference->getDecl()->getName()) != names.end();
  const auto number = arg->getType()->isIntegerType() ? arg->getIntegerConstantExpr(ast_) : std::nullopt;
  const bool is_input = *names.begin() == "stdin";
  return number && (is_input ? *number == 0 : *number == 1 || *number == 2);
}

Operand EffectLifter::Result(Operand into) {
  const QualType type = call_->getType();
  const auto named = names_.find("result");
  if (type->isVoidType())
    return {};
  if (row_.result) {
    const bool is_any = row_.result->kind == Expr::Kind::Any;
    return is_used_ ? (is_any ? Any(type) : Evaluate(*row_.result).value) : Operand();
  }
  if (named != names_.end())
    return named->second.value;
  if (IsInMemory(type)) {
    body_.Emit(rir::FillOp{into, Any(ast_.CharTy), body_.ByteSize(type), row_.name});
    return into;
  }
  return is_used_ ? body_.Math(row_.name, Inputs(), body_.unit_.TypeOf(type)) : Operand();
}

}  // namespace detrain::lift
