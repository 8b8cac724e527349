// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What may touch memory that its arguments do not lead to: a loop whose invariant was not found, and what a library was
// told earlier, as the graph that is launched was.
#include <algorithm>

#include "analyzer/infer/engine.h"
#include "analyzer/infer/tables.h"
#include "analyzer/rir/fields.h"

namespace detrain::infer {

namespace {

bool HoldsPointers(const rir::Module& module, rir::TypeId id) {
  if (id == rir::kNone)
    return false;
  const rir::Type& type = module.types[id];
  switch (type.kind) {
    case rir::TypeKind::Pointer:
      return true;
    case rir::TypeKind::Array:
      return HoldsPointers(module, type.element);
    case rir::TypeKind::Record:
      return std::ranges::any_of(type.fields,
                                 [&](const rir::Field& field) { return HoldsPointers(module, field.type); });
    default:
      return false;
  }
}

// Variables whose address goes elsewhere than into a load or a store of them.
std::set<rir::RegionId> Given(const rir::Module& module) {
  std::set<rir::RegionId> given;
  const auto add = [&](const rir::Operand& operand) {
    if (operand.kind == rir::OperandKind::Region)
      given.insert(operand.id);
  };
  for (const rir::Function& f : module.functions)
    for (const rir::Block& block : f.blocks)
      for (const rir::Op& op : block.ops) {
        if (const auto* store = std::get_if<rir::StoreOp>(&op.data))
          add(store->value);
        else if (!std::holds_alternative<rir::LoadOp>(op.data))
          rir::ForEachOperand(op, add);
      }
  return given;
}

}  // namespace

void Engine::WorstOfAll(State& state, const rir::Location& at) {
  std::vector<Value> all;
  for (ObjectId id = 0; id < objects.size(); ++id)
    all.push_back(Pointer(id));
  Worst(all, state, at);
}

// All blocks, and variables that others were told of. No device writes the host's own pointers: that is taken for
// granted, as nothing could be followed otherwise, and said.
void Engine::TakeAnywhere(const std::string& name, State& state, const rir::Location& at) {
  if (!given_)
    given_ = Given(module_);
  std::vector<Value> reached;
  for (ObjectId id = 0; id < objects.size(); ++id) {
    const Object& o = objects[id];
    const bool is_block = o.kind == ObjectKind::Heap || o.kind == ObjectKind::External || o.kind == ObjectKind::Unknown;
    const bool is_given = o.kind == ObjectKind::Variable && given_->contains(o.region);
    const bool is_hosts = o.space == rir::Space::Host && HoldsPointers(module_, o.element);
    if ((is_block || is_given) && !is_hosts)
      reached.push_back(Pointer(id));
  }
  Worst(reached, state, at);
  if (IsNamed())
    opaque.push_back(
        {name, at, "opaque", "reads and writes all memory of the program, but no pointer that the host holds"});
}

void Engine::TakeWithin(const std::vector<Value>& args, const std::string& name, State& state,
                        const rir::Location& at) {
  WorstWithin(args, state, at);
  if (IsNamed())
    opaque.push_back({name, at, "catalog", "reads and writes what its arguments lead to"});
}

void Engine::Reach(const Value& v, const State& state, std::set<ObjectId>& out) {
  if (const auto exposed = WithExposed(v))
    return Reach(*exposed, state, out);
  for (const Alternative& a : v.alternatives) {
    if (a.is_null || !out.insert(a.target.object).second)
      continue;
    const Contents& c = state.Of(a.target.object);
    for (const Cell& cell : c.cells)
      Reach(cell.value, state, out);
    for (const auto& [key, value] : c.any)
      Reach(value, state, out);
  }
}

// What an unknown function may do: read and write all that its arguments reach, and all globals.
void Engine::Worst(const std::vector<Value>& args, State& state, const rir::Location& at) {
  std::vector<Value> all = args;
  for (rir::RegionId r = 0; r < module_.regions.size(); ++r) {
    const auto kind = module_.regions[r].kind;
    if (kind == rir::RegionKind::Global && !module_.regions[r].is_const)
      all.push_back(Pointer(VariableOf(r)));
  }
  WorstWithin(all, state, at);
}

// The same without globals.
void Engine::WorstWithin(const std::vector<Value>& args, State& state, const rir::Location& at) {
  std::set<ObjectId> reached;
  Deps deps = state.control;
  for (const Value& v : args) {
    Merge(deps, v.deps);
    Reach(v, state, reached);
  }
  work += reached.size();
  for (ObjectId id : reached) {
    ReadAll(id, state, at);
    WriteAll(id, deps, state, at);
  }
}

void Engine::ReadAll(ObjectId id, State& state, const rir::Location& at) {
  if (objects[id].kind != ObjectKind::Text)
    NoteRead({id, pool.Zero(), kNoExpr, kNoExpr}, kNoExpr, {}, state, at, Use::Value);
}

// Any part of the object may now hold anything; pointers what they held before.
void Engine::WriteAll(ObjectId id, const Deps& deps, State& state, const rir::Location& at) {
  if (objects[id].kind == ObjectKind::Text || IsTable(module_, objects[id]))
    return;
  const Target whole{id, pool.Zero(), kNoExpr, kNoExpr};
  NoteWrite(whole, kNoExpr, {}, false, state, at, deps);
  Contents& c = state.Change(id);
  for (Cell& cell : c.cells)
    if (cell.value.IsPointerLike())
      AddAny(c.any, kAnywhere, cell.value);
  auto any = std::move(c.any);
  Clobber(whole, kNoExpr, true, state, deps);
  state.Change(id).any = std::move(any);
  state.Change(id).cells.clear();
}

}  // namespace detrain::infer
