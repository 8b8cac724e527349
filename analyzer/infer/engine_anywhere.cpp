// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What may touch memory that its arguments do not lead to: a loop whose invariant was not found, and what a library was
// told earlier, as the graph that is launched was.
#include <algorithm>

#include "analyzer/infer/engine.h"
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

}  // namespace detrain::infer
