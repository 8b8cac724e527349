// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the handlers of the single operations share: operands, results, what a call to a library reads.
#include <cmath>
#include <limits>
#include <utility>

#include "analyzer/infer/engine_threads.h"

namespace detrain::infer {

Value Engine::TextOf(rir::StringId string) {
  auto [it, fresh] = texts_.try_emplace(string, 0);
  if (fresh) {
    Object text;
    text.kind = ObjectKind::Text;
    text.extent = pool.Constant(static_cast<std::int64_t>(module_.strings[string].size()) + 1);
    it->second = NewObject(std::move(text));
  }
  return Pointer(it->second);
}

Value Engine::Operand(const rir::Operand& o) {
  Value v;
  switch (o.kind) {
    case rir::OperandKind::Value:
      return stack_.back().values[o.id];
    case rir::OperandKind::Int:
      return Number(pool.Constant(o.integer));
    case rir::OperandKind::Region:
      return Pointer(VariableOf(o.id));
    case rir::OperandKind::Null:
      return NullPointer();
    case rir::OperandKind::String:
      return TextOf(o.id);
    case rir::OperandKind::Function:
      v.kind = Value::Kind::Function;
      v.functions.insert(o.id);
      return v;
    case rir::OperandKind::Float:
      return Float(o.number);
    case rir::OperandKind::None:
      break;
  }
  v.kind = Value::Kind::Other;
  return v;
}

// A constant. One so small that a narrower type, or a processor that flushes, makes zero of it is not told from zero.
Value Engine::Float(double number) {
  Value v;
  v.kind = Value::Kind::Other;
  if (number == 0 ? !std::signbit(number) : std::abs(number) >= std::numeric_limits<float>::min())
    v.number = number == 0 ? pool.Zero() : pool.One();
  return v;
}

std::vector<Value> Engine::Operands(const std::vector<rir::Operand>& operands) {
  std::vector<Value> out;
  for (const auto& o : operands)
    out.push_back(Operand(o));
  return out;
}

const Value& Engine::Operand(const rir::Operand& o, Value& made) {
  if (o.kind == rir::OperandKind::Value)
    return stack_.back().values[o.id];
  return made = Operand(o);
}

// kNoExpr where there is no such operand, or its value is no number.
ExprId Engine::LengthOf(const rir::Operand& o) {
  if (!o)
    return kNoExpr;
  const Value v = Operand(o);
  return v.kind == Value::Kind::Int ? v.number : kNoExpr;
}

void Engine::SetResult(const rir::Op& op, Value v) {
  if (op.result == rir::kNone)
    return;
  auto& values = stack_.back().values;
  if (values.size() <= op.result)
    values.resize(op.result + 1);
  values[op.result] = std::move(v);
}

Value::Kind Engine::KindOf(rir::TypeId type) const {
  return IsPointer(type) ? Value::Kind::Pointer : IsInt(type) ? Value::Kind::Int : Value::Kind::Other;
}

// A pointer to memory of the outside that nothing is known of.
Value Engine::Outside(rir::TypeId element, const std::string& name) {
  return Pointer(ExternalOf(pool.Fresh(name), element, name));
}

// Some value of the type, named for what it came from.
Value Engine::Unknown(rir::TypeId type, const std::string& name, Deps deps) {
  Value v;
  v.kind = KindOf(type);
  if (v.kind == Value::Kind::Int)
    v.number = pool.Fresh(name);
  if (v.kind == Value::Kind::Pointer)
    v = Outside(TypeAt(type).element, name);
  v.deps = std::move(deps);
  return v;
}

void Engine::SetLibraryResult(const rir::Op& op, Deps deps) {
  if (op.result != rir::kNone)
    SetResult(op, Unknown(op.type, IsPointer(op.type) ? "library" : "result", std::move(deps)));
}

void Engine::ReadThrough(const Value& pointer, ExprId length, State& state, const rir::Location& at) {
  const std::optional<Value> exposed = WithExposed(pointer);
  const Value& v = exposed ? *exposed : pointer;
  for (const Alternative& a : PlacesOf(v))
    NoteRead(a.target, length, a.guards, state, at, Use::Value);
}

// What the bytes that `v` points at depend on.
Deps Engine::ContentDeps(const Value& v, const State& state, ExprId length) {
  Deps deps;
  for (const Alternative& a : PlacesOf(v)) {
    const Target& t = a.target;
    if (objects[t.object].kind == ObjectKind::Text)
      continue;
    const Contents& c = state.Of(t.object);
    const auto bytes = length == kNoExpr ? std::nullopt : pool.AsConstant(length);
    const Cell* exact = bytes ? c.CellAt(t.offset, static_cast<std::uint64_t>(*bytes)) : nullptr;
    Merge(deps, exact != nullptr ? exact->value.deps : c.deps.At(LeafOfStored(t, length)));
    if (exact == nullptr)
      deps.insert(SourceOf({SourceKind::Cell, t.object, LeafOfRun(t, length), "", {}}));
  }
  return deps;
}

// An object that the op makes is written by it, as far as the code around the loop is concerned.
void Engine::NoteCreation(ObjectId id, const rir::Location& at, const Deps& deps) {
  if (noting_ || between_)
    levels_.back().writes.push_back(
        {id, pool.Zero(), kNoExpr, kNoExpr, kNoExpr, at, deps, WriteKind::Other, nullptr, InProgram(at), deps});
}

void Engine::Perform(const rir::Op& op, const rir::ComputeOp& data, State& state) {
  SetResult(op, Compute(op, data, state));
}

void Engine::Perform(const rir::Op& op, const rir::SyncOp& data, State& state) {
  threads_->Meet(data, state, op.location);
}

}  // namespace detrain::infer
