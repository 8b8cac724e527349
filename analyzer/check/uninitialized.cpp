// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// detrain-uninitialized: variables and memory that are read before anything is stored there.
#include <optional>
#include <set>
#include <string>
#include <variant>

#include "analyzer/check/mend.h"
#include "analyzer/check/rules.h"
#include "analyzer/flow/constants.h"
#include "analyzer/races/origin_search.h"

namespace detrain::check {

namespace {

using flow::NodeId;
using flow::NodeKind;

// Whether the load stands in a branch inside the loop, so that a first round may do without it.
bool IsInBranch(const flow::Flow& flow, flow::ScopeId scope, flow::ScopeId loop) {
  for (flow::ScopeId at = scope; at != loop && at != flow::kNone;) {
    if (flow.scopes[at].kind == flow::ScopeKind::Branch)
      return true;
    at = flow.scopes[at].parents.empty() ? flow::kNone : flow.scopes[at].parents.front();
  }
  return false;
}

bool IsUndefined(const flow::Flow& flow, NodeId node) {
  return flow.nodes[node].kind == NodeKind::Undefined;
}

// Of a variable at the top of a loop: before the first round nothing is in it.
bool BeginsUndefined(const flow::Flow& flow, NodeId round) {
  bool begins = false;
  flow.ForBefore(round, [&](NodeId from, flow::EdgeKind) { begins = begins || IsUndefined(flow, from); });
  return begins;
}

// Whether the program decides on the way: by no constant, and not by what a library does (failed_read.cpp judges that).
bool IsDecided(const flow::Flow& flow, NodeId merge) {
  const flow::Node& node = flow.nodes[merge];
  const auto* branch = node.op == nullptr ? nullptr : std::get_if<rir::IfOp>(&node.op->data);
  const NodeId condition = branch == nullptr ? flow::kNone : flow.NodeOf(branch->condition, node.instance);
  if (condition == flow::kNone)
    return false;
  const rir::Op* op = flow.nodes[condition].op;
  const auto* compute = op == nullptr ? nullptr : std::get_if<rir::ComputeOp>(&op->data);
  bool is_computed = false;
  flow.ForBefore(condition, [&](NodeId, flow::EdgeKind kind) {
    is_computed = is_computed || kind == flow::EdgeKind::Copy || kind == flow::EdgeKind::Data;
  });
  return is_computed && (compute == nullptr || compute->opcode != rir::Opcode::Math);
}

// Whether one of the ways of an `if`, or of one in its `else`, ends with nothing in the variable.
bool LeavesUndefined(const flow::Flow& flow, NodeId merge, unsigned depth = 0) {
  if (depth > 8 || !IsDecided(flow, merge))
    return false;
  bool leaves = false;
  flow.ForBefore(merge, [&](NodeId from, flow::EdgeKind) {
    const flow::Node& way = flow.nodes[from];
    const bool is_if = way.kind == NodeKind::Merge && way.op != nullptr &&
                       std::holds_alternative<rir::IfOp>(way.op->data) && from != merge;
    leaves = leaves || IsUndefined(flow, from) || (is_if && LeavesUndefined(flow, from, depth + 1));
  });
  return leaves;
}

// Whether a condition chooses between the value and another one.
bool IsChosen(const flow::Flow& flow, NodeId load) {
  bool is_chosen = false;
  flow.ForEdges(load, [&](const flow::Edge& edge) {
    const rir::Op* op = flow.nodes[edge.to].op;
    const auto* compute = op == nullptr ? nullptr : std::get_if<rir::ComputeOp>(&op->data);
    is_chosen = is_chosen || (compute != nullptr && compute->opcode == rir::Opcode::Select);
  });
  return is_chosen;
}

// Loads of variables.
void AddVariables(const Context& context, Sources& sources) {
  const flow::Flow& flow = context.flow;
  for (NodeId id = 0; id < flow.nodes.size(); ++id) {
    const flow::Node& node = flow.nodes[id];
    if (node.kind != NodeKind::Value || node.op == nullptr || !std::holds_alternative<rir::LoadOp>(node.op->data))
      continue;
    flow.ForBefore(id, [&](NodeId from, flow::EdgeKind kind) {
      if (kind != flow::EdgeKind::Copy)
        return;
      const flow::Node& held = flow.nodes[from];
      const bool is_round =
          held.kind == NodeKind::Round && BeginsUndefined(flow, from) && !IsInBranch(flow, node.scope, held.scope);
      const bool is_variable = held.kind == NodeKind::Undefined || held.kind == NodeKind::Round;
      const std::string name =
          is_variable && !IsLibrarys(context, held.object) ? context.module.regions[held.object].name : std::string();
      if ((held.kind == NodeKind::Undefined || is_round) && !name.starts_with("tmp.") && !name.empty())
        AddSource(context, id, name, sources);
    });
  }
}

// Goes through the program in its order, once, and finds loads of fresh memory with no store before them.
class FirstUse {
 public:
  FirstUse(const Context& context, Sources& sources)
      : context_(context),
        flow_(context.flow),
        sources_(sources),
        search_(context.flow),
        seen_(context.flow.scopes.size(), false) {}

  void Visit(flow::ScopeId scope) {
    if (seen_[scope])
      return;
    seen_[scope] = true;
    for (const flow::Event& event : flow_.scopes[scope].events) {
      if (event.scope != flow::kNone && !flow::NeverRuns(flow_, event.scope))
        Visit(event.scope);
      else if (event.node != flow::kNone)
        Touch(*flow_.AccessOf(event.node));
    }
  }

 private:
  void Touch(const flow::Access& access) {
    const auto& cells = flow_.PointsTo(access.address);
    const bool is_load = std::holds_alternative<rir::LoadOp>(flow_.nodes[access.node].op->data);
    if (is_load && cells.size() == 1 && !stored_.contains(At(cells.front())) && IsMade(cells.front(), access.node) &&
        IsFresh(cells.front()) && !IsLibrarysMember(access.address)) {
      const std::string name = NameOf(cells.front(), access);
      if (!name.empty() && !name.starts_with("tmp."))
        AddSource(context_, access.node, name, sources_);
    }
    if (!access.writes)
      return;
    const rir::OpKind kind = flow_.nodes[access.node].op->Kind();
    const bool is_range = kind != rir::OpKind::Store && kind != rir::OpKind::Atomic;
    const std::uint64_t size = is_range ? 0 : SizeOf(access.node);
    for (const NodeId cell : cells) {
      stored_.insert(At(cell));
      for (const NodeId other : flow_.objects[flow_.nodes[cell].object].cells)
        if (is_range || IsWithin(other, cell, size))
          stored_.insert(At(other));
    }
  }

  [[nodiscard]] std::uint64_t SizeOf(NodeId store) const {
    const rir::TypeId type = flow_.nodes[store].op->type;
    return type == rir::kNone ? 0 : context_.module.types[type].size;
  }

  // Whether the cell begins in those bytes at another one of its object: a word that is read as two halves.
  [[nodiscard]] bool IsWithin(NodeId cell, NodeId first, std::uint64_t size) const {
    const std::uint32_t begin = flow_.nodes[first].offset, at = flow_.nodes[cell].offset;
    return begin < at && at - begin < size;
  }

  // A variable that holds it; else, of an object that a container or a smart pointer holds, the member that is read.
  [[nodiscard]] std::string NameOf(NodeId cell, const flow::Access& load) const {
    if (std::string held = flow_.NameOf(cell); !held.empty())
      return held;
    if (IsUsers(cell))
      return "memory";
    const rir::Op* place = load.address == flow::kNone ? nullptr : flow_.nodes[load.address].op;
    const auto* field = place == nullptr ? nullptr : std::get_if<rir::ComputeOp>(&place->data);
    const rir::FileId file = flow_.nodes[load.node].op->location.file;
    if (field == nullptr || field->opcode != rir::Opcode::Field || file == rir::kNone || flow_.IsSystem(file))
      return {};
    const rir::Type& record = context_.module.types[field->pointee];
    const std::string& member = record.fields[field->member].name;
    const bool is_users = !record.name.starts_with("std::") && !record.name.starts_with("__");
    return is_users && !member.empty() && !record.name.empty() ? member + " of " + record.name : std::string();
  }

  // A block that the user's code asks for itself: one that no variable holds has no name.
  [[nodiscard]] bool IsUsers(NodeId cell) const {
    const flow::Object& object = flow_.objects[flow_.nodes[cell].object];
    const rir::FileId file = object.op == nullptr ? rir::kNone : object.op->location.file;
    return object.kind == flow::ObjectKind::Block && file != rir::kNone && !flow_.IsSystem(file);
  }

  // A member of a class of the library's: what it stores there, and when, is the library's business.
  [[nodiscard]] bool IsLibrarysMember(NodeId address) const {
    const rir::Op* op = address == flow::kNone ? nullptr : flow_.nodes[address].op;
    const auto* field = op == nullptr ? nullptr : std::get_if<rir::ComputeOp>(&op->data);
    if (field == nullptr || field->opcode != rir::Opcode::Field)
      return false;
    const std::string& name = context_.module.types[field->pointee].name;
    return name.starts_with("std::_") || name.starts_with("std::basic_string<") || name.starts_with("__gnu_cxx::");
  }

  // A block that the text makes only behind the load is one of an earlier round, which filled it.
  [[nodiscard]] bool IsMade(NodeId cell, NodeId load) const {
    const flow::Object& object = flow_.objects[flow_.nodes[cell].object];
    const bool is_block = object.kind == flow::ObjectKind::Block && object.instance != flow::kNone;
    return !is_block || object.op->result == rir::kNone || flow_.values[object.instance][object.op->result] < load;
  }

  // A cell has a second node for the rounds of a step loop.
  [[nodiscard]] std::pair<flow::ObjectId, std::uint32_t> At(NodeId cell) const {
    return {flow_.nodes[cell].object, flow_.nodes[cell].offset};
  }

  // Made with nothing in it, and not filled by a call that is not followed, or by a copy, or with what does not come
  // from itself: where that is done before the load is not told by the order of the text alone.
  [[nodiscard]] bool IsFresh(NodeId cell) {
    const flow::Object& object = flow_.objects[flow_.nodes[cell].object];
    const bool is_block = IsFreshBlock(object);
    const bool is_local = object.kind == flow::ObjectKind::Region && object.instance != flow::kNone &&
                          context_.module.regions[object.id].kind == rir::RegionKind::Local &&
                          !IsLibrarys(context_, object.id) &&
                          context_.module.types[context_.module.regions[object.id].type].kind != rir::TypeKind::Handle;
    bool is_filled = false;
    // Of a copy from an array whose elements are all alike, the first member is where it shows.
    for (const NodeId part : object.cells)
      if (flow_.nodes[part].offset < flow_.nodes[cell].offset)
        flow_.ForStored(part, [&](NodeId from) {
          const flow::Node& node = flow_.nodes[from];
          is_filled = is_filled || (node.kind == NodeKind::Cell && node.object != flow_.nodes[cell].object);
        });
    for (const NodeId part : flow_.objects[flow_.nodes[cell].object].cells)
      if (flow_.nodes[part].offset == flow_.nodes[cell].offset)
        flow_.ForStored(part, [&](NodeId from) {
          const bool is_store = flow_.nodes[from].op != nullptr && flow_.nodes[from].op->Kind() == rir::OpKind::Store;
          is_filled = is_filled || (is_store && search_.UpdateOf(from, part) == races::OriginSearch::Update::None);
        });
    flow_.ForStored(cell, [&](NodeId from) {
      const flow::Node& node = flow_.nodes[from];
      const bool is_same = node.kind == NodeKind::Cell && node.object == flow_.nodes[cell].object;
      is_filled =
          is_filled || (node.kind == NodeKind::Cell && !is_same) ||
          (node.op != nullptr && (node.op->Kind() == rir::OpKind::Call || node.op->Kind() == rir::OpKind::Opaque));
    });
    return (is_block || is_local) && !is_filled;
  }

  const Context& context_;
  const flow::Flow& flow_;
  Sources& sources_;
  races::OriginSearch search_;
  std::vector<bool> seen_;
  std::set<std::pair<flow::ObjectId, std::uint32_t>> stored_;
};

// Variables that one way of an `if` leaves as they were made, read behind it whatever the way was. That it never goes
// that way is known to its author alone.
void AddMissedWays(const Context& context, Sources& sources) {
  const flow::Flow& flow = context.flow;
  for (NodeId id = 0; id < flow.nodes.size(); ++id) {
    const flow::Node& node = flow.nodes[id];
    if (node.kind != NodeKind::Value || node.op == nullptr || !std::holds_alternative<rir::LoadOp>(node.op->data))
      continue;
    flow.ForBefore(id, [&](NodeId from, flow::EdgeKind kind) {
      const flow::Node& held = flow.nodes[from];
      const bool is_merge = kind == flow::EdgeKind::Copy && held.kind == NodeKind::Merge && held.scope == node.scope &&
                            held.op != nullptr && std::holds_alternative<rir::IfOp>(held.op->data);
      if (!is_merge || IsLibrarys(context, held.object) || !LeavesUndefined(flow, from) || IsChosen(flow, id))
        return;
      const std::string& name = context.module.regions[held.object].name;
      if (!name.empty() && !name.starts_with("tmp."))
        AddSource(context, id, name, sources);
    });
  }
}

void AddMemory(const Context& context, Sources& sources) {
  FirstUse use(context, sources);
  for (const flow::Instance& instance : context.flow.instances)
    if (instance.caller == flow::kNone)
      use.Visit(instance.scope);
}

void Report(const Context& context, const Sources& sources, std::optional<diag::Certainty> certainty, Findings& out) {
  for (const auto& [key, nodes] : sources) {
    const Reached reached = context.reacher.From(nodes, Reacher::Spared::None);
    if (reached.reach == diag::Reach::None)
      continue;
    Keep(context,
         diag::Find<diag::Finding::Uninitialized>(key.first, reached.reach, certainty.value_or(reached.certainty),
                                                  key.second, context.reacher.Clause(reached)),
         reached, "'" + key.second + "' is read", nodes.front(), out);
    if (const std::optional<diag::FixEdit> edit = WithInitialValue(context, nodes.front()))
      out.back().fixes.push_back(*edit);
  }
}

}  // namespace

void Uninitialized(const Context& context, Findings& out) {
  Sources sources, missed;
  AddVariables(context, sources);
  // Of a program that is followed in part, what was not seen to be stored may have been.
  if (!context.flow.is_truncated)
    AddMemory(context, sources);
  Report(context, sources, std::nullopt, out);
  AddMissedWays(context, missed);
  Report(context, missed, diag::Certainty::Maybe, out);
}

}  // namespace detrain::check
