// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/plan/scalars.h"

#include <algorithm>

namespace detrain::plan {

namespace {

using infer::Engine;
using infer::ObjectKind;

// What a scalar variable holds in a state, where that is followed.
std::optional<infer::Value> ScalarIn(Engine& engine, const infer::State& state, infer::ObjectId id,
                                     const NamedLeaf& n) {
  if (n.is_alternative || n.leaf.count != 1 || n.leaf.outer_count[0] != 1 || n.type == rir::kNone)
    return std::nullopt;
  const auto& type = engine.Program().types[n.type];
  infer::Cell like;
  like.offset = engine.pool.Constant(static_cast<std::int64_t>(n.leaf.offset));
  like.size = type.size;
  like.value.kind = type.kind == rir::TypeKind::Int       ? infer::Value::Kind::Int
                    : type.kind == rir::TypeKind::Pointer ? infer::Value::Kind::Pointer
                                                          : infer::Value::Kind::Other;
  return engine.ValueAt(state, id, like);
}

// Whether the value was known where the nest is entered, and is the same in every run with the same arguments.
bool IsOfOutside(const Engine& engine, const infer::Value& v) {
  const auto is_old = [&](infer::ExprId e) {
    const auto atoms = engine.pool.AllAtoms(e);
    return std::all_of(atoms.begin(), atoms.end(), [&](infer::AtomId a) { return a < engine.boundary.outer_atoms; });
  };
  if (v.kind == infer::Value::Kind::Int)
    return v.number != infer::kNoExpr && is_old(v.number);
  if (v.kind != infer::Value::Kind::Pointer || v.alternatives.size() != 1 || !v.alternatives[0].guards.empty())
    return false;
  const auto& a = v.alternatives[0];
  if (a.is_null)
    return true;
  const auto& target = engine.objects[a.target.object];
  const bool is_block = target.kind == ObjectKind::Heap || target.kind == ObjectKind::Handle;
  return !target.many && !target.stands_for_many && is_old(a.target.offset) &&
         (!is_block || engine.boundary.outer.memory.contains(a.target.object));
}

}  // namespace

std::int64_t CounterStep(Engine& engine, infer::ObjectId id, const NamedLeaf& n) {
  for (const auto& step : engine.boundary.nest)
    if (step.loop != nullptr && &step != &engine.boundary.nest.back())
      return 0;
  std::int64_t per_step = 0;
  for (std::size_t i = 0; i < engine.boundary.states.size(); ++i) {
    if (engine.boundary.ends[i].memory.empty())
      continue;  // no boundary is reached from there
    const auto before = ScalarIn(engine, engine.boundary.states[i], id, n);
    const auto after = ScalarIn(engine, engine.boundary.ends[i], id, n);
    const auto is_number = [](const std::optional<infer::Value>& v) {
      return v && v->kind == infer::Value::Kind::Int && v->number != infer::kNoExpr;
    };
    if (!is_number(before) || !is_number(after))
      return 0;
    const auto delta = engine.pool.AsConstant(engine.pool.Sub(after->number, before->number));
    if (!delta || *delta == 0 || (per_step != 0 && per_step != *delta))
      return 0;
    per_step = *delta;
  }
  return per_step;
}

bool IsNumber(Engine& engine, infer::ObjectId id, const NamedLeaf& n) {
  return std::ranges::all_of(engine.boundary.states, [&](const infer::State& state) {
    const auto v = ScalarIn(engine, state, id, n);
    return v && v->kind == infer::Value::Kind::Int;
  });
}

bool IsParameter(const Engine& engine, infer::ObjectId id) {
  const auto& o = engine.objects[id];
  return o.kind == ObjectKind::Variable && engine.Program().regions[o.region].kind == rir::RegionKind::Param;
}

bool IsConstant(Engine& engine, infer::ObjectId id, const NamedLeaf& n) {
  std::optional<infer::Value> first;
  if (!IsParameter(engine, id)) {
    first = ScalarIn(engine, engine.boundary.outer, id, n);
    if (!first)
      return false;
  }
  for (const auto& state : engine.boundary.states) {
    const auto v = ScalarIn(engine, state, id, n);
    if (!v || !IsOfOutside(engine, *v) || (first && !first->SameAs(*v)))
      return false;
    first = v;
  }
  return first.has_value();
}

}  // namespace detrain::plan
