// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/flow/graph.h"

#include <algorithm>
#include <set>
#include <utility>
#include <variant>

namespace detrain::flow {

namespace {

constexpr std::size_t kMostCells = 120;  // that an address may mean; more are left out, and the flow says so
constexpr std::size_t kMostSteps = 12'000'000;
constexpr std::size_t kMostEdges = 3'000'000;  // a program with more is followed in part, and the flow says so
constexpr std::uint64_t kStringBytes = 32, kOwnTextBytes = 16;  // of a std::string of libstdc++
constexpr std::uint64_t kNearOffset = 4096;                     // up to it all members are told apart
constexpr std::uint64_t kLargestOffset = 1U << 30;              // and up to it as many beyond as an object has
constexpr std::uint32_t kMostFarCells = 64;                     // of a pointer that a loop moves on there is no end

}  // namespace

Graph::Graph(const rir::Module& module) {
  flow_.module = &module;
  for (const std::string& file : module.files)
    flow_.is_system_file.push_back(IsSystemFile(file));
  // Headers of a library of opaque objects; not a file of the user's that has other functions as well.
  std::set<rir::FileId> of_library, of_others;
  for (const rir::Function& function : module.functions)
    if (function.is_defined && function.declared.file != rir::kNone)
      (function.is_library ? of_library : of_others).insert(function.declared.file);
  for (const rir::FileId file : of_library)
    flow_.is_system_file[file] = flow_.is_system_file[file] || !of_others.contains(file);
}

void Graph::Reserve(std::size_t nodes) {
  flow_.nodes.reserve(nodes);
  flow_.points_to.reserve(nodes);
  flow_.edges.reserve(nodes + nodes / 2);
  is_plain_.reserve(nodes);
  first_constraint_.reserve(nodes);
  done_.reserve(nodes);
  is_waiting_.reserve(nodes);
  cells_.reserve(nodes / 8);
}

// Numbers that no address and no handle goes into: characters, and those with a point.
bool Graph::IsPlain(const Node& node) const {
  const bool is_number = node.op != nullptr && node.op->type != rir::kNone &&
                         (node.kind == NodeKind::Value ||
                          (node.kind == NodeKind::Effect && std::holds_alternative<rir::StoreOp>(node.op->data)));
  if (!is_number)
    return false;
  const rir::Type& type = flow_.module->types[node.op->type];
  return type.kind == rir::TypeKind::Float || (type.kind == rir::TypeKind::Int && type.size <= 2);
}

NodeId Graph::Add(Node node) {
  flow_.nodes.push_back(node);
  is_plain_.push_back(IsPlain(node));
  flow_.points_to.emplace_back();
  first_constraint_.push_back(kNone);
  done_.push_back(0);
  is_waiting_.push_back(false);
  return static_cast<NodeId>(flow_.nodes.size() - 1);
}

ObjectId Graph::Add(Object object) {
  flow_.objects.push_back(std::move(object));
  hooks_.emplace_back();
  return static_cast<ObjectId>(flow_.objects.size() - 1);
}

void Graph::Connect(NodeId from, NodeId to, EdgeKind kind) {
  if (from == kNone || to == kNone || from == to)
    return;
  flow_.edges.push_back({to, flow_.nodes[from].first_edge, kind});
  flow_.nodes[from].first_edge = static_cast<std::uint32_t>(flow_.edges.size() - 1);
  if (kind == EdgeKind::Copy)
    for (const NodeId cell : flow_.points_to[from])  // which is not added to here
      Means(to, cell);
}

// Behind a large array (the 5000 bytes of a Mersenne twister) lie members too. Where they are too many, or too far
// away, the object's first cell stands for them.
std::uint32_t Graph::OffsetFor(ObjectId object, std::uint64_t offset) {
  const auto at = static_cast<std::uint32_t>(offset > kLargestOffset ? 0 : offset);
  if (at <= kNearOffset || cells_.contains(std::uint64_t{object} << 32U | at))
    return at;
  std::uint32_t& count = far_cells_[object];
  if (count == kMostFarCells)
    return 0;
  ++count;
  return at;
}

NodeId Graph::Cell(ObjectId object, std::uint64_t offset) {
  const std::uint32_t at = OffsetFor(object, offset);
  const auto [place, is_new] = cells_.try_emplace(std::uint64_t{object} << 32U | at, kNone);
  if (!is_new)
    return place->second;
  Node node;
  node.kind = NodeKind::Cell;
  node.instance = flow_.objects[object].instance;
  node.object = object;
  node.offset = at;
  const NodeId cell = place->second = Add(node);
  flow_.objects[object].cells.push_back(cell);
  const std::vector<Hook> hooks = hooks_[object];
  for (const Hook& hook : hooks)
    if (hook.begin <= at && at < hook.end)
      Apply(hook, cell);
  return cell;
}

void Graph::Means(NodeId address, NodeId cell) {
  if (is_plain_[address])
    return;
  ++steps_;
  Cells& cells = flow_.points_to[address];
  if (cells.size() >= kMostCells) {
    flow_.is_truncated = true;
    return;
  }
  if (cells.Holds(cell))
    return;
  cells.push_back(cell);
  if (!is_waiting_[address]) {
    is_waiting_[address] = true;
    work_.push_back(address);
  }
}

void Graph::Constrain(NodeId address, Constraint constraint) {
  if (address == kNone)
    return;
  constraint.next = first_constraint_[address];
  constraints_.push_back(constraint);
  first_constraint_[address] = static_cast<std::uint32_t>(constraints_.size() - 1);
  for (std::uint32_t i = 0; i < done_[address]; ++i)
    Apply(constraint, flow_.points_to[address][i]);
}

void Graph::Load(NodeId address, NodeId to, bool is_pointer) {
  Constrain(address, {is_pointer ? Kind::LoadPointer : Kind::Load, to});
}
void Graph::Store(NodeId address, NodeId from) {
  Constrain(address, {Kind::Store, from});
}
void Graph::StoreText(NodeId address, NodeId from) {
  Constrain(address, {Kind::StoreText, from});
}
void Graph::Offset(NodeId address, NodeId to, std::int64_t bytes) {
  Constrain(address, {Kind::Offset, to, bytes});
}
void Graph::OwnText(NodeId address, NodeId to) {
  Constrain(address, {Kind::OwnText, to});
}
void Graph::LoadRange(NodeId address, NodeId to, std::uint32_t bytes) {
  Constrain(address, {Kind::LoadRange, to, bytes});
}
void Graph::StoreRange(NodeId address, NodeId from, std::uint32_t bytes) {
  Constrain(address, {Kind::StoreRange, from, bytes});
}
void Graph::Copy(NodeId target, NodeId source, std::uint32_t bytes, EdgeKind kind) {
  if (target == kNone || source == kNone)
    return;
  copies_.push_back({target, source, bytes, kind});
  const auto number = static_cast<std::uint32_t>(copies_.size() - 1);
  Constrain(target, {Kind::Target, number});
  Constrain(source, {Kind::Source, number});
}
void Graph::Call(NodeId callee, std::uint32_t call) {
  Constrain(callee, {Kind::Call, call});
}

void Graph::Apply(const Constraint& constraint, NodeId cell) {
  const Node& node = flow_.nodes[cell];
  const std::uint64_t end = EndOf(cell, constraint.amount);
  switch (constraint.kind) {
    case Kind::LoadPointer:
      MakeUnknownContent(cell);
      [[fallthrough]];
    case Kind::Load:
      return Connect(cell, constraint.other, EdgeKind::Copy);
    case Kind::Store:
      return Connect(constraint.other, cell, EdgeKind::Copy);
    case Kind::StoreText:
      Connect(constraint.other, cell, EdgeKind::Data);
      return Constrain(constraint.other, {Kind::Text, cell});
    case Kind::Text:
      return MayBeText(constraint.other, cell) ? Means(constraint.other, cell) : void();
    case Kind::OwnText:
      own_texts_.insert(cell);
      return Means(constraint.other, cell);
    case Kind::Offset: {
      const std::int64_t at = static_cast<std::int64_t>(node.offset) + constraint.amount;
      return Means(constraint.other, Cell(node.object, static_cast<std::uint64_t>(std::max<std::int64_t>(at, 0))));
    }
    case Kind::LoadRange:
    case Kind::StoreRange:
      return AddHook(cell, {constraint.kind, node.offset, end, constraint.other, 0, EdgeKind::Copy});
    case Kind::Target:
    case Kind::Source: {
      const CopyOf copy = copies_[constraint.other];
      const bool is_target = constraint.kind == Kind::Target;
      const NodeId across = is_target ? copy.source : copy.target;
      for (const NodeId other : Cells(flow_.points_to[across]))
        is_target ? CopyBetween(cell, other, copy) : CopyBetween(other, cell, copy);
      return;
    }
    case Kind::Call:
      if (flow_.objects[node.object].kind == ObjectKind::Function)
        on_function_(constraint.other, flow_.objects[node.object].id);
      return;
  }
}

// Where a range ends that begins at the cell: where its length is not known, with the object, or with the text that a
// string holds in itself.
std::uint64_t Graph::EndOf(NodeId cell, std::int64_t bytes) const {
  const std::uint64_t begin = flow_.nodes[cell].offset;
  if (bytes != static_cast<std::int64_t>(kNone))
    return begin + static_cast<std::uint64_t>(bytes);
  return own_texts_.contains(cell) ? begin + kOwnTextBytes : ~std::uint64_t{0};
}

// A string's text lies in the string itself or in a block of its own, never in another string: without this all strings
// that are moved about would be one.
bool Graph::MayBeText(NodeId pointer, NodeId text) const {
  const Node& holder = flow_.nodes[pointer];
  const Node& held = flow_.nodes[text];
  if (held.object == holder.object)
    return held.offset > holder.offset && held.offset - holder.offset <= kStringBytes;
  const ObjectKind kind = flow_.objects[held.object].kind;
  return kind == ObjectKind::Unknown || (kind == ObjectKind::Block && held.offset == 0);
}

void Graph::CopyBetween(NodeId target, NodeId source, const CopyOf& copy) {
  if (target == source || !copied_.emplace(target, source, copy.bytes, copy.kind).second)
    return;
  const std::uint64_t begin = flow_.nodes[source].offset;
  const std::uint64_t to = flow_.nodes[target].offset;
  std::uint64_t length = std::min(EndOf(source, copy.bytes) - begin, EndOf(target, copy.bytes) - to);
  if (copy.kind == EdgeKind::Data && (begin > 0 || to > 0))
    length = std::min(length, kOwnTextBytes);  // text inside an object: a string's own
  const std::uint64_t end = begin + std::min(length, ~std::uint64_t{0} - begin);
  const std::int64_t distance =
      static_cast<std::int64_t>(flow_.nodes[target].offset) - static_cast<std::int64_t>(begin);
  AddHook(source, {Kind::Target, begin, end, target, distance, copy.kind});
}

void Graph::AddHook(NodeId cell, Hook hook) {
  const ObjectId object = flow_.nodes[cell].object;
  hooks_[object].push_back(hook);
  const std::vector<NodeId> cells = flow_.objects[object].cells;
  for (const NodeId other : cells)
    if (hook.begin <= flow_.nodes[other].offset && flow_.nodes[other].offset < hook.end)
      Apply(hook, other);
}

void Graph::Apply(const Hook& hook, NodeId cell) {
  if (hook.kind == Kind::LoadRange)
    return Connect(cell, hook.node, EdgeKind::Copy);
  if (hook.kind == Kind::StoreRange)
    return Connect(hook.node, cell, EdgeKind::Copy);
  const std::int64_t at = static_cast<std::int64_t>(flow_.nodes[cell].offset) + hook.distance;
  const ObjectId to = flow_.nodes[hook.node].object;
  if (at >= 0 && (to != flow_.nodes[cell].object || hook.distance == 0))
    pending_.push_back({cell, to, static_cast<std::uint64_t>(at), hook.edge});
}

void Graph::PassOn(NodeId node) {
  is_waiting_[node] = false;
  const std::uint32_t begin = std::exchange(done_[node], static_cast<std::uint32_t>(flow_.points_to[node].size()));
  for (std::uint32_t i = begin; i < done_[node]; ++i) {
    const NodeId cell = flow_.points_to[node][i];
    for (std::uint32_t e = flow_.nodes[node].first_edge; e != kNone; e = flow_.edges[e].next)
      if (flow_.edges[e].kind == EdgeKind::Copy)
        Means(flow_.edges[e].to, cell);
    for (std::uint32_t c = first_constraint_[node]; c != kNone; c = constraints_[c].next) {
      const Constraint constraint = constraints_[c];
      Apply(constraint, cell);
    }
  }
}

void Graph::Solve(const OnFunction& on_function) {
  on_function_ = on_function;
  while (!work_.empty() || !pending_.empty()) {
    if (flow_.edges.size() > kMostEdges || steps_ > kMostSteps) {
      flow_.is_truncated = true;
      return;
    }
    if (!pending_.empty()) {
      const Pending next = pending_.back();
      pending_.pop_back();
      Connect(next.from, Cell(next.object, next.offset), next.edge);
      continue;
    }
    const NodeId node = work_.back();
    work_.pop_back();
    PassOn(node);
  }
}

void Graph::MakeUnknown(NodeId address, ScopeId scope) {
  Object object;
  object.kind = ObjectKind::Unknown;
  object.scope = scope;
  const ObjectId made = Add(std::move(object));
  unknown_depth_[made] = 0;
  Means(address, Cell(made, 0));
}

// Of memory that comes from outside.
void Graph::MakeUnknownContent(NodeId cell) {
  const ObjectId object = flow_.nodes[cell].object;
  const Object& known = flow_.objects[object];
  const bool is_outside =
      known.kind == ObjectKind::Unknown ||
      (!flow_.has_main && known.kind == ObjectKind::Region && known.instance == kNone &&
       flow_.module->regions[known.id].kind == rir::RegionKind::Global && !flow_.module->regions[known.id].is_const);
  if (!is_outside || !unknown_content_.insert(cell).second)
    return;
  const auto depth = unknown_depth_.find(object);
  const unsigned level = depth == unknown_depth_.end() ? 0 : depth->second;
  if (level >= 3)
    return Means(cell, Cell(object, 0));
  Object made;
  made.kind = ObjectKind::Unknown;
  made.id = cell;
  const ObjectId inner = Add(std::move(made));
  unknown_depth_[inner] = level + 1;
  Means(cell, Cell(inner, 0));
}

}  // namespace detrain::flow
