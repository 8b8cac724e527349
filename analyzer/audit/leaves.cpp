// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/audit/leaves.h"

#include <algorithm>
#include <map>
#include <variant>

#include "analyzer/audit/frozen.h"
#include "analyzer/flow/launch.h"

namespace detrain::audit {

using flow::kNone;
using flow::NodeId;
using flow::NodeKind;
using flow::ObjectKind;
using flow::ScopeId;

namespace {

std::uint64_t SizeOf(plan::DType type) {
  switch (type) {
    case plan::DType::I16:
    case plan::DType::U16:
    case plan::DType::F16:
    case plan::DType::BF16:
      return 2;
    case plan::DType::I32:
    case plan::DType::U32:
    case plan::DType::F32:
      return 4;
    case plan::DType::I64:
    case plan::DType::U64:
    case plan::DType::F64:
    case plan::DType::Ptr:
      return 8;
    case plan::DType::F80:
      return 16;
    default:
      return 1;
  }
}

// Cells stand for all elements of an array, at the offset of its first.
bool Holds(const plan::Leaf& leaf, std::uint64_t offset) {
  const std::uint64_t bytes = SizeOf(leaf.dtype) * std::max<std::uint64_t>(leaf.count, 1);
  return leaf.offset <= offset && (offset < leaf.offset + bytes || leaf.count == 0);
}

// The variable that leads to the memory.
rir::RegionId RootOf(const flow::Flow& flow, NodeId id) {
  for (int depth = 0; depth < 8; ++depth) {
    const flow::Node& node = flow.nodes[id];
    if (node.kind != NodeKind::Cell)
      return node.object;
    const flow::Object& object = flow.objects[node.object];
    if (object.kind == ObjectKind::Region)
      return object.id;
    const auto holder = flow.holders.find(node.object);
    if (holder == flow.holders.end())
      return rir::kNone;
    id = holder->second;
  }
  return rir::kNone;
}

bool IsPointer(const flow::Flow& flow, NodeId id) {
  if (!flow.PointsTo(id).empty())
    return true;
  const flow::Node& node = flow.nodes[id];
  const bool is_variable = node.kind != NodeKind::Cell;
  const rir::RegionId region = is_variable ? node.object : rir::kNone;
  return region != rir::kNone && flow.module->types[flow.module->regions[region].type].kind == rir::TypeKind::Pointer;
}

}  // namespace

PlanView::PlanView(const flow::Flow& flow, const plan::CheckpointPlan* plan) : flow_(flow), plan_(plan) {
  if (plan == nullptr)
    return;
  FindLoop();
  FindVariables();
  FollowPointers();
}

void PlanView::FindLoop() {
  const plan::Place& place = plan_->step_loop.place;
  for (ScopeId id = 0; id < flow_.scopes.size() && loop_ == kNone; ++id) {
    const flow::Scope& scope = flow_.scopes[id];
    if (scope.kind != flow::ScopeKind::Loop || scope.op == nullptr)
      continue;
    const rir::Location& at = scope.op->location;
    if (at.file != rir::kNone && flow_.module->files[at.file] == place.file && at.line == place.line &&
        at.column == place.column)
      loop_ = id;
  }
}

void PlanView::FindVariables() {
  const rir::Module& module = *flow_.module;
  std::map<std::tuple<std::string, std::uint32_t, std::uint32_t>, std::size_t> by_place;
  std::map<std::string, std::size_t> by_name;
  for (std::size_t i = 0; i < plan_->regions.size(); ++i) {
    const plan::Region& region = plan_->regions[i];
    if (region.kind == plan::RegionKind::Hidden)
      by_name[region.path] = i;
    else if (region.kind == plan::RegionKind::Variable)
      by_place[{region.declared.file, region.declared.line, region.declared.column}] = i;
  }
  for (rir::RegionId id = 0; id < module.regions.size(); ++id) {
    const rir::Region& region = module.regions[id];
    if (const auto hidden = by_name.find(region.name);
        region.kind == rir::RegionKind::Hidden && hidden != by_name.end())
      of_variable_[id].push_back(hidden->second);
    const rir::Location& at = region.declared;
    if (at.file == rir::kNone)
      continue;
    if (const auto found = by_place.find({module.files[at.file], at.line, at.column}); found != by_place.end())
      of_variable_[id].push_back(found->second);
  }
}

// As the C++ ABI spells the class of a block's element; empty: it has no virtual functions, or none is known.
std::string PlanView::ClassOf(flow::ObjectId block) const {
  const rir::Module& module = *flow_.module;
  const rir::Op* op = flow_.objects[block].op;
  const auto* alloc = op == nullptr ? nullptr : std::get_if<rir::AllocOp>(&op->data);
  if (alloc == nullptr || alloc->element == rir::kNone)
    return "";
  const std::string table = "virtual functions of " + module.types[alloc->element].name;
  const auto found = std::ranges::find_if(module.regions, [&](const rir::Region& region) {
    return region.kind == rir::RegionKind::Hidden && region.name == table;
  });
  return found == module.regions.end() ? "" : found->link_name.substr(std::string("_ZTV").size());
}

// Of objects of several classes behind one pointer the plan has a region for each class.
std::vector<std::size_t> PlanView::RegionsOf(std::size_t target, flow::ObjectId block) const {
  std::vector<std::size_t> all, own;
  const std::string name = ClassOf(block);
  for (std::size_t i = 0; i < plan_->regions.size(); ++i) {
    const plan::Region& region = plan_->regions[i];
    if (region.class_of < 0 || static_cast<std::size_t>(region.class_of) != target)
      continue;
    all.push_back(i);
    if (region.class_name == name)
      own.push_back(i);
  }
  return !own.empty() ? own : !all.empty() ? all : std::vector<std::size_t>{target};
}

// Blocks are those that the plan's pointers mean.
void PlanView::FollowPointers() {
  std::vector<std::pair<flow::ObjectId, std::size_t>> open;
  for (flow::ObjectId id = 0; id < flow_.objects.size(); ++id) {
    const flow::Object& object = flow_.objects[id];
    const auto found = object.kind == ObjectKind::Region ? of_variable_.find(object.id) : of_variable_.end();
    if (found != of_variable_.end())
      for (const std::size_t region : found->second)
        open.emplace_back(id, region);
  }
  const auto follow = [&](NodeId pointer, std::int32_t target) {
    for (const NodeId cell : flow_.PointsTo(pointer))
      if (flow_.nodes[cell].kind == NodeKind::Cell && flow_.objects[flow_.nodes[cell].object].kind == ObjectKind::Block)
        for (const std::size_t region : RegionsOf(static_cast<std::size_t>(target), flow_.nodes[cell].object))
          open.emplace_back(flow_.nodes[cell].object, region);
  };
  for (NodeId id = 0; id < flow_.nodes.size(); ++id) {
    const flow::Node& node = flow_.nodes[id];
    const bool holds = node.kind == NodeKind::Round || node.kind == NodeKind::Merge || node.kind == NodeKind::Effect;
    if (!holds || !of_variable_.contains(node.object))
      continue;
    for (const std::size_t region : of_variable_.at(node.object))
      for (const plan::Leaf& leaf : plan_->regions[region].leaves)
        if (leaf.target >= 0)
          follow(id, leaf.target);
  }
  while (!open.empty()) {
    const auto [object, region] = open.back();
    open.pop_back();
    if (!of_object_.emplace(object, region).second)
      continue;
    for (const plan::Leaf& leaf : plan_->regions[region].leaves)
      for (const NodeId cell : flow_.objects[object].cells)
        if (leaf.target >= 0 && Holds(leaf, flow_.nodes[cell].offset))
          follow(cell, leaf.target);
  }
}

// Those of the plan that the node may be.
template <typename F>
void PlanView::ForEachLeaf(NodeId id, const F& see) const {
  const flow::Node& node = flow_.nodes[id];
  const auto ask = [&](std::size_t region, std::uint64_t offset) {
    for (const plan::Leaf& leaf : plan_->regions[region].leaves)
      if (Holds(leaf, offset))
        see(leaf);
  };
  if (plan_ == nullptr)
    return;
  if (node.kind == NodeKind::Cell) {
    for (auto at = of_object_.lower_bound({node.object, 0}); at != of_object_.end() && at->first == node.object; ++at)
      ask(at->second, node.offset);
    return;
  }
  if (const auto found = of_variable_.find(node.object); found != of_variable_.end())
    for (const std::size_t region : found->second)
      ask(region, 0);
}

std::optional<bool> PlanView::IsSaved(NodeId id) const {
  std::optional<bool> saved;
  ForEachLeaf(id, [&](const plan::Leaf& leaf) {
    saved = saved.value_or(false) || plan::IsSaved(leaf.persistence) || !leaf.conditions.empty();
  });
  return saved;
}

std::optional<bool> PlanView::IsPointer(NodeId id) const {
  std::optional<bool> is_pointer;
  ForEachLeaf(id, [&](const plan::Leaf& leaf) {
    is_pointer = is_pointer.value_or(false) || leaf.dtype == plan::DType::Ptr || leaf.dtype == plan::DType::File;
  });
  return is_pointer;
}

std::optional<Location> PlanView::SetAt(NodeId id) const {
  std::optional<Location> set_at;
  bool is_saved = false;
  ForEachLeaf(id, [&](const plan::Leaf& leaf) {
    is_saved = is_saved || plan::IsSaved(leaf.persistence);
    const auto entry = std::ranges::find(plan_->entries, leaf.path, &plan::Entry::path);
    if (!leaf.conditions.empty() && entry != plan_->entries.end() && !entry->why.empty()) {
      const plan::Place& at = entry->why.front().place;
      set_at = Location{at.file, at.line, at.column};
    }
  });
  return is_saved ? std::nullopt : set_at;
}

std::string PlanView::PathOf(NodeId id) const {
  const flow::Node& node = flow_.nodes[id];
  if (node.kind != NodeKind::Cell || flow_.objects[node.object].kind != ObjectKind::Block)
    return {};
  for (auto at = of_object_.lower_bound({node.object, 0}); at != of_object_.end() && at->first == node.object; ++at)
    for (const plan::Leaf& leaf : plan_->regions[at->second].leaves)
      if (Holds(leaf, node.offset) && plan::IsSaved(leaf.persistence))
        return leaf.path;
  return {};
}

namespace {

std::string NameOf(const flow::Flow& flow, const PlanView& plan, NodeId node) {
  const std::string path = plan.PathOf(node);
  return path.empty() ? flow.NameOf(node) : path;
}

// Loops whose code runs in the rounds of another one too: what sets up for training may call what a step calls.
std::set<ScopeId> Repeated(const flow::Flow& flow, const std::vector<ScopeId>& loops) {
  std::set<ScopeId> repeated;
  for (const ScopeId outer : loops) {
    const std::vector<bool> inside = flow::InsideOf(flow, outer);
    for (const ScopeId loop : loops)
      for (ScopeId scope = 0; scope < flow.scopes.size(); ++scope)
        if (loop != outer && scope != outer && inside[scope] && flow.scopes[scope].op == flow.scopes[loop].op)
          repeated.insert(loop);
  }
  return repeated;
}

}  // namespace

ScopeId StepLoop(const flow::Flow& flow, const flow::State& state, const PlanView& plan) {
  ScopeId best = kNone;
  std::map<ScopeId, std::size_t> numbers;
  for (const auto& [loop, carried] : state.carried_by)
    for (const NodeId node : carried)
      numbers[loop] += state.is_float.contains(node) && !state.measured.contains(node) ? 1 : 0;
  const std::set<ScopeId> repeated = Repeated(flow, state.loops);
  for (const ScopeId loop : state.loops) {
    if (plan.loop() != kNone && flow.IsInside(plan.loop(), loop))
      return loop;
    if (!repeated.contains(loop) && (best == kNone || numbers[loop] > numbers[best]))
      best = loop;
  }
  return plan.loop() != kNone ? plan.loop() : best;
}

bool IsAlive(const flow::Flow& flow, rir::RegionId id, ScopeId loop) {
  const rir::Region& region = flow.module->regions[id];
  if (region.kind != rir::RegionKind::Local && region.kind != rir::RegionKind::Param)
    return true;
  for (flow::InstanceId i = flow.scopes[loop].instance; i != kNone; i = flow.instances[i].caller)
    if (flow.instances[i].function == region.function)
      return true;
  return false;
}

bool IsOnHost(const flow::Flow& flow, NodeId id) {
  const flow::Node& node = flow.nodes[id];
  if (node.kind != NodeKind::Cell)
    return true;
  const flow::Object& object = flow.objects[node.object];
  const auto* made = object.op == nullptr ? nullptr : std::get_if<rir::AllocOp>(&object.op->data);
  return !flow::EndsWithLaunch(flow, object) && (made == nullptr || made->space == rir::Space::Host);
}

namespace {

bool IsOfLiveFrame(const flow::Flow& flow, NodeId id, ScopeId loop) {
  const flow::Node& node = flow.nodes[id];
  if (node.kind != NodeKind::Cell)
    return true;
  const flow::Object& object = flow.objects[node.object];
  return object.kind != ObjectKind::Region || IsAlive(flow, object.id, loop);
}

// Objects that something alive at the top of the loop holds the address of; a library's hidden pointer does not count.
std::set<flow::ObjectId> Held(const flow::Flow& flow, ScopeId loop) {
  std::set<flow::ObjectId> held;
  for (NodeId id = 0; id < flow.nodes.size(); ++id) {
    const flow::Node& node = flow.nodes[id];
    const bool is_variable = node.kind == NodeKind::Round || node.kind == NodeKind::Merge;
    if (node.kind != NodeKind::Cell && !is_variable)
      continue;
    const flow::Object* object = is_variable ? nullptr : &flow.objects[node.object];
    const bool is_region = is_variable || object->kind == ObjectKind::Region;
    const rir::RegionId region = is_variable ? node.object : object->id;
    if (is_region && (flow.module->regions[region].kind == rir::RegionKind::Hidden || !IsAlive(flow, region, loop)))
      continue;
    for (const NodeId cell : flow.PointsTo(id))
      if (flow.nodes[cell].kind == NodeKind::Cell)
        held.insert(flow.nodes[cell].object);
  }
  return held;
}

}  // namespace

Leaves LeavesOf(const flow::Flow& flow, const flow::State& state, const Around& around, const PlanView& plan) {
  const ScopeId loop = around.loop();
  std::set<NodeId> nodes;
  // Of a block that the plan does not speak of: what only a library may still find, as the text that strtok was given.
  const std::set<flow::ObjectId> held = Held(flow, loop);
  const auto is_lost = [&](NodeId id) {
    const flow::Node& node = flow.nodes[id];
    return plan.loop() != kNone && node.kind == NodeKind::Cell && !plan.IsSaved(id) && !held.contains(node.object) &&
           flow.objects[node.object].kind == ObjectKind::Block;
  };
  if (const auto carried = state.carried_by.find(loop); carried != state.carried_by.end())
    for (const NodeId node : carried->second)
      if (plan.IsSaved(node).value_or(true) && IsOfLiveFrame(flow, node, loop) && !is_lost(node))
        nodes.insert(node);
  // What the plan saves and the graph does not see: at the top of the plan's own loop.
  for (NodeId id = 0; id < flow.nodes.size() && plan.loop() == loop; ++id) {
    const flow::Node& node = flow.nodes[id];
    const bool is_place = node.kind == NodeKind::Cell || (node.kind == NodeKind::Round && node.scope == loop);
    if (is_place && plan.IsSaved(id).value_or(false))
      nodes.insert(id);
  }
  Leaves leaves;
  for (const NodeId node : nodes) {
    leaves.of[node] = static_cast<LeafId>(leaves.all.size());
    // What a call that is not followed writes may be an address to the graph, and is none to the plan.
    const bool is_pointer = IsPointer(flow, node) && plan.IsPointer(node).value_or(true);
    leaves.all.push_back({node, NameOf(flow, plan, node), RootOf(flow, node), is_pointer, state.measured.contains(node),
                          false, plan.SetAt(node)});
  }
  for (const NodeId node : FrozenIn(flow, around)) {
    if (leaves.of.contains(node) || !IsOfLiveFrame(flow, node, loop))
      continue;
    leaves.of[node] = static_cast<LeafId>(leaves.all.size());
    leaves.all.push_back({node, flow.NameOf(node), RootOf(flow, node), false, false, true, std::nullopt});
  }
  return leaves;
}

}  // namespace detrain::audit
