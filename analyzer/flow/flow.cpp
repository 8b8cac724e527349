// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/flow/flow.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <variant>

#include "analyzer/base/parallel.h"
#include "analyzer/flow/dead_writes.h"
#include "analyzer/flow/walk.h"

namespace detrain::flow {

namespace {

constexpr std::size_t kMostParts = 4;  // of the nodes; each has a number per node

// Whether the compiler has written the function, which stands where its class does: a copy, a move.
bool IsImplicit(const rir::Function& function) {
  return std::ranges::all_of(function.blocks, [&](const rir::Block& block) {
    return std::ranges::all_of(block.ops, [&](const rir::Op& op) { return op.location == function.declared; });
  });
}

}  // namespace

bool IsSystemFile(std::string_view file) {
  for (const std::string_view part :
       {"/include/c++/", "/detrain/libstdc++/", "/detrain/cuda/", "/lib/clang/", "/lib/llvm-"})
    if (file.find(part) != std::string_view::npos)
      return true;
  return file.starts_with("/usr/") || file.starts_with("/opt/");
}

NodeId OnlyCopied(const Flow& flow, NodeId value) {
  NodeId only = kNone;
  unsigned count = 0;
  flow.ForBefore(value, [&](NodeId from, EdgeKind kind) {
    only = kind == EdgeKind::Copy ? from : only;
    count += kind == EdgeKind::Copy ? 1 : 0;
  });
  return count == 1 && flow.nodes[only].kind != NodeKind::Cell ? only : kNone;
}

const rir::ComputeOp* ComputeOf(const Flow& flow, NodeId value) {
  const bool is_value = value != kNone && flow.nodes[value].kind == NodeKind::Value && flow.nodes[value].op != nullptr;
  return is_value ? std::get_if<rir::ComputeOp>(&flow.nodes[value].op->data) : nullptr;
}

bool ReadsVolatile(const rir::Op& op) {
  const auto* opaque = std::get_if<rir::OpaqueOp>(&op.data);
  return opaque != nullptr && opaque->reason == "an access through a volatile pointer" && opaque->args.size() == 1 &&
         op.result != rir::kNone;
}

rir::Location Flow::PlaceOf(rir::Location at, InstanceId instance) const {
  const auto is_users = [&](const rir::Location& place) {
    if (place.file == kNone || place.line == 0 || IsSystem(place.file))
      return false;
    const rir::Function* function = FunctionOf(instance);
    return function == nullptr || instances[instance].caller == kNone || place != function->declared ||
           !IsImplicit(*function);
  };
  for (; !is_users(at) && instance != kNone; instance = instances[instance].caller)
    at = instances[instance].call;
  return is_users(at) ? at : rir::Location{};
}

rir::Location Flow::PlaceOf(NodeId id) const {
  const Node& node = nodes[id];
  if (node.op != nullptr)
    return PlaceOf(node.op->location, node.instance);
  if (node.kind == NodeKind::Cell && objects[node.object].op != nullptr)
    return PlaceOf(objects[node.object].op->location, objects[node.object].instance);
  const bool has_region = node.kind == NodeKind::Undefined || node.kind == NodeKind::Parameter;
  return PlaceOf(has_region ? module->regions[node.object].declared : rir::Location{}, node.instance);
}

const rir::Function* Flow::FunctionOf(InstanceId instance) const {
  const rir::FunctionId id = instance == kNone ? kNone : instances[instance].function;
  return id == kNone ? nullptr : &module->functions[id];
}

rir::FunctionId Flow::UserFunctionOf(NodeId id) const {
  for (InstanceId i = nodes[id].instance; i != kNone; i = instances[i].caller) {
    const rir::FunctionId function = instances[i].function;
    if (function == kNone)
      continue;
    const rir::FileId file = module->functions[function].declared.file;
    if (!IsSystem(file))
      return function;
  }
  return kNone;
}

InstanceId Flow::LibraryCallOf(NodeId id) const {
  InstanceId call = kNone;
  for (InstanceId i = nodes[id].instance; i != kNone; i = instances[i].caller) {
    const rir::Function* function = FunctionOf(i);
    if (function == nullptr || !IsSystem(function->declared.file))
      break;
    if (instances[i].is_shared)
      return kNone;
    call = i;
  }
  return call;
}

bool Flow::IsConsole(const Object& object) const {
  constexpr std::array<std::string_view, 6> kConsoles = {"std::cout",  "std::cerr",  "std::clog",
                                                         "std::wcout", "std::wcerr", "std::wclog"};
  return object.kind == ObjectKind::Region &&
         std::ranges::find(kConsoles, module->regions[object.id].name) != kConsoles.end();
}

NodeId Flow::NodeOf(const rir::Operand& operand, InstanceId instance) const {
  if (operand.kind == rir::OperandKind::Value)
    return instance == kNone ? kNone : values[instance][operand.id];
  if (operand.kind != rir::OperandKind::Region)
    return kNone;
  for (const InstanceId owner : {instance, kNone})
    if (const auto found = addresses.find({owner, operand.id}); found != addresses.end())
      return found->second;
  return kNone;
}

bool Flow::IsInside(ScopeId scope, ScopeId outer) const {
  std::vector<ScopeId> open = {scope};
  std::vector<bool> seen(scopes.size(), false);
  while (!open.empty()) {
    const ScopeId at = open.back();
    open.pop_back();
    if (at == outer)
      return true;
    if (at == kNone || seen[at])
      continue;
    seen[at] = true;
    open.insert(open.end(), scopes[at].parents.begin(), scopes[at].parents.end());
  }
  return false;
}

namespace {

// The member of the record that lies at that offset; null: there is none.
const rir::Field* FieldAt(const rir::Module& module, const rir::Type& record, std::uint64_t offset) {
  const rir::Field* in = nullptr;
  for (const rir::Field& field : record.fields)
    if (field.offset <= offset && offset < field.offset + std::max<std::uint64_t>(module.types[field.type].size, 1))
      in = &field;
  return in;
}

// Whether a user writes that name: what a container or a generator is made of is the library's own.
bool IsOfUser(const rir::Type& record, std::string_view member) {
  const bool is_of_library = record.name.starts_with("std::") || record.name.starts_with("__gnu_cxx::");
  return !is_of_library || member == "first" || member == "second";
}

// `.member` for what lies at that offset of the type, elements of arrays alike; and its innermost type.
struct Place {
  std::string path;
  rir::TypeId type = rir::kNone;
};
Place PlaceIn(const rir::Module& module, rir::TypeId id, std::uint64_t offset) {
  Place place{{}, id};
  while (place.type != rir::kNone) {
    const rir::Type& type = module.types[place.type];
    if (type.kind == rir::TypeKind::Array) {
      place.type = type.element;
      continue;
    }
    const rir::Field* in = FieldAt(module, type, offset);
    if (in == nullptr)
      break;
    if (!in->name.empty() && !in->name.starts_with("_M_") && IsOfUser(type, in->name))
      place.path += "." + in->name;
    offset -= in->offset;
    place.type = in->type;
  }
  return place;
}

}  // namespace

bool Flow::IsStringStream(NodeId cell) const {
  const Object& object = objects[nodes[cell].object];
  const auto* made = object.op == nullptr ? nullptr : std::get_if<rir::AllocOp>(&object.op->data);
  const rir::TypeId whole = object.kind == ObjectKind::Region ? module->regions[object.id].type
                            : made != nullptr                 ? made->element
                                                              : rir::kNone;
  const rir::TypeId type = PlaceIn(*module, whole, nodes[cell].offset).type;
  return type != rir::kNone && module->types[type].kind == rir::TypeKind::Handle &&
         module->types[type].name.ends_with("stringstream");
}

std::string Flow::NameOf(NodeId id) const {
  const Node& node = nodes[id];
  const auto shown = [&](rir::RegionId region) {
    const std::string& name = module->regions[region].name;
    if (name.starts_with("tmp."))
      return std::string();  // lift's, for what has no name
    return name.starts_with("::") ? name.substr(2) : name;
  };
  if (node.kind != NodeKind::Cell)
    return node.object == kNone ? std::string() : shown(node.object);
  const Object& object = objects[node.object];
  if (object.kind == ObjectKind::Region) {
    const std::string name = shown(object.id);
    return name.empty() ? name : name + PlaceIn(*module, module->regions[object.id].type, node.offset).path;
  }
  const auto holder = holders.find(node.object);
  if (holder != holders.end() && holder->second != id) {
    const Node& held_by = nodes[holder->second];
    const bool is_plain = held_by.kind != NodeKind::Cell || objects[held_by.object].kind == ObjectKind::Region;
    if (is_plain)
      return NameOf(holder->second);
  }
  return {};
}

Flow FlowOf(const rir::Module& module, std::size_t jobs, const Extent& extent) {
  Flow flow = Walker(module, extent).Walk();
  // One changes edges, the other asks what addresses mean.
  ParallelFor(jobs, 2, [&](std::size_t i) { i == 0 ? DropDeadWrites(flow) : flow.FindHolders(); });
  flow.PackEdges(jobs);
  flow.IndexBefore(jobs);
  flow.IndexInner();
  return flow;
}

// Each part of the nodes gathers its own; then it is known where they begin.
void Flow::PackEdges(std::size_t jobs) {
  const std::size_t parts = std::clamp<std::size_t>(jobs, 1, kMostParts);
  std::vector<std::vector<Edge>> gathered(parts);
  ParallelForRanges(parts, nodes.size(), [&](std::size_t part, std::size_t first, std::size_t last) {
    // The first one takes in the others, and more come where cells are parted.
    gathered[part].reserve(part == 0 ? edges.size() + edges.size() / 4 : edges.size() / parts);
    for (std::size_t from = first; from < last; ++from)
      ForEdges(static_cast<NodeId>(from), [&](const Edge& edge) { gathered[part].push_back(edge); });
  });
  edges = std::move(gathered.front());
  std::vector<std::size_t> begins = {0};
  for (std::size_t part = 1; part < parts; ++part) {
    begins.push_back(edges.size());
    edges.insert(edges.end(), gathered[part].begin(), gathered[part].end());
  }
  ParallelForRanges(parts, nodes.size(), [&](std::size_t part, std::size_t first, std::size_t last) {
    auto at = static_cast<std::uint32_t>(begins[part]);
    for (std::size_t from = first; from < last; ++from) {
      if (nodes[from].first_edge == kNone)
        continue;
      nodes[from].first_edge = at;
      for (; edges[at].next != kNone; ++at)
        edges[at].next = at + 1;
      ++at;
    }
  });
}

void Flow::IndexInner() {
  first_inner.reserve(scopes.size() + 1);
  for (const Scope& scope : scopes) {
    first_inner.push_back(static_cast<std::uint32_t>(inner.size()));
    for (const Event& event : scope.events)
      if (event.scope != kNone)
        inner.push_back(event.scope);
  }
  first_inner.push_back(static_cast<std::uint32_t>(inner.size()));
}

// Each part of the nodes counts its edges to each node; so it knows where its own begin, and all are in one order.
void Flow::IndexBefore(std::size_t jobs) {
  const std::size_t parts = std::clamp<std::size_t>(jobs, 1, kMostParts);
  std::vector<std::vector<std::uint32_t>> next(parts);
  ParallelForRanges(parts, nodes.size(), [&](std::size_t part, std::size_t first, std::size_t last) {
    next[part].assign(nodes.size(), 0);
    for (std::size_t from = first; from < last; ++from)
      ForEdges(static_cast<NodeId>(from), [&](const Edge& edge) { ++next[part][edge.to]; });
  });
  first_before.resize(nodes.size() + 1);
  std::uint32_t all = 0;
  for (std::size_t to = 0; to < nodes.size(); ++to) {
    first_before[to] = all;
    for (std::vector<std::uint32_t>& of_part : next)
      all += std::exchange(of_part[to], all);
  }
  first_before.back() = all;
  before.resize(all);
  before_kind.resize(all);
  ParallelForRanges(parts, nodes.size(), [&](std::size_t part, std::size_t first, std::size_t last) {
    for (std::size_t from = first; from < last; ++from)
      ForEdges(static_cast<NodeId>(from), [&](const Edge& edge) {
        const std::uint32_t at = next[part][edge.to]++;
        before[at] = static_cast<NodeId>(from);
        before_kind[at] = edge.kind;
      });
  });
}

// Of the variables that hold a block's address, those that the program names come first, then those of the outermost
// call.
void Flow::FindHolders() {
  const auto region_of = [&](const Node& node) {
    return node.kind == NodeKind::Cell ? objects[node.object].id : node.object;
  };
  const auto rank = [&](const Node& node) {
    const std::string& name = module->regions[region_of(node)].name;
    const bool is_made = name.starts_with("tmp.") || name.starts_with("__");  // also of a loop over a range
    const bool is_cell = node.kind == NodeKind::Cell;
    const InstanceId instance = is_cell ? objects[node.object].instance : node.instance;
    std::size_t depth = 0;
    for (InstanceId i = instance; i != kNone; i = instances[i].caller)
      ++depth;
    return std::pair(is_made, 2 * depth + (is_cell ? 0 : 1));
  };
  for (NodeId id = 0; id < nodes.size(); ++id) {
    const Node& node = nodes[id];
    const bool is_cell = node.kind == NodeKind::Cell && objects[node.object].kind == ObjectKind::Region;
    const bool is_variable = node.kind != NodeKind::Cell && node.kind != NodeKind::Value && node.object != kNone;
    if (!is_cell && !is_variable)
      continue;
    const rir::FileId file = module->regions[region_of(node)].declared.file;
    if (file == kNone || IsSystem(file))
      continue;
    for (const NodeId cell : points_to[id]) {
      const auto [place, is_new] = holders.try_emplace(nodes[cell].object, id);
      if (!is_new && rank(node) < rank(nodes[place->second]))
        place->second = id;
    }
  }
}

}  // namespace detrain::flow
