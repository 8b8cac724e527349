// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// detrain-uninitialized, of arrays: loops that write some of the elements, and one that reads others. Nothing is said
// of an array where one access is not by a counter that is understood.
#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <unordered_set>
#include <variant>
#include <vector>

#include "analyzer/check/rules.h"
#include "analyzer/types/ranges.h"

namespace detrain::check {

namespace {

using types::NodeId;
using types::NodeKind;
using types::ObjectId;

class Arrays {
 public:
  explicit Arrays(const Context& context) : context_(context), flow_(context.flow) {
    for (const types::Access& access : flow_.accesses)
      for (const NodeId cell : flow_.PointsTo(access.address))
        accesses_[flow_.nodes[cell].object].push_back(&access);
  }

  void Find(Findings& out) {
    for (const auto& [object, all] : accesses_)
      if (IsFreshArray(object) && OnlyStores(object))
        Judge(all, out);
  }

 private:
  [[nodiscard]] bool IsFreshArray(ObjectId id) const {
    const types::Object& object = flow_.objects[id];
    if (object.kind == types::ObjectKind::Region)
      return object.instance != types::kNone && context_.module.regions[object.id].kind == rir::RegionKind::Local &&
             context_.module.types[context_.module.regions[object.id].type].kind == rir::TypeKind::Array;
    return IsFreshBlock(object);
  }

  // Its elements are numbers, and nothing but stores of the program writes them.
  [[nodiscard]] bool OnlyStores(ObjectId id) const {
    bool are_stores = flow_.objects[id].cells.size() == 1;
    flow_.ForStored(flow_.objects[id].cells.front(), [&](NodeId from) {
      const types::Node& node = flow_.nodes[from];
      are_stores = are_stores && node.kind == NodeKind::Effect && std::holds_alternative<rir::StoreOp>(node.op->data);
    });
    return are_stores;
  }

  void Judge(const std::vector<const types::Access*>& all, Findings& out) const {
    std::vector<types::Range> written;
    for (const types::Access* access : all) {
      const std::optional<types::Range> range = access->writes ? RangeOf(*access) : std::nullopt;
      if (access->writes && !range)
        return;
      if (range)
        written.push_back(*range);
    }
    for (const types::Access* access : all)
      if (std::holds_alternative<rir::LoadOp>(flow_.nodes[access->node].op->data) && !written.empty())
        if (const auto range = RangeOf(*access);
            range && IsCertain(*access) && AreCounted(written, *range) && !Cover(written, *range))
          return Report(*access, out);
  }

  // Whether the read ends where one of the writes does, or all end at constants; else nobody knows which is more.
  [[nodiscard]] static bool AreCounted(const std::vector<types::Range>& written, const types::Range& read) {
    const auto has_same = [&](const types::Range& range) { return range.symbol == read.symbol; };
    return read.symbol == types::kNone ? std::ranges::all_of(written, has_same)
                                       : std::ranges::any_of(written, has_same);
  }

  // Of an element of the array itself: what is added to its address on the way is not counted.
  [[nodiscard]] std::optional<types::Range> RangeOf(const types::Access& access) const {
    if (access.address == types::kNone || flow_.PointsTo(access.address).size() != 1)
      return std::nullopt;
    const types::Node& address = flow_.nodes[access.address];
    const auto* index = address.op == nullptr ? nullptr : std::get_if<rir::ComputeOp>(&address.op->data);
    const bool is_element = index != nullptr && index->opcode == rir::Opcode::Index;
    const NodeId base = is_element ? flow_.NodeOf(index->args[0], address.instance) : types::kNone;
    return base != types::kNone && IsStart(base) ? types::ElementsOf(flow_, access.address) : std::nullopt;
  }

  [[nodiscard]] bool IsStart(NodeId base) const {
    std::vector<NodeId> open = {base};
    std::unordered_set<NodeId> seen = {base};
    bool is_start = true;
    while (!open.empty() && is_start && seen.size() < 100) {
      const NodeId at = open.back();
      open.pop_back();
      const types::Node& node = flow_.nodes[at];
      const auto* compute =
          node.kind != NodeKind::Value || node.op == nullptr ? nullptr : std::get_if<rir::ComputeOp>(&node.op->data);
      const bool is_first = compute != nullptr && compute->opcode == rir::Opcode::Index &&
                            compute->args[1].kind == rir::OperandKind::Int && compute->args[1].integer == 0;
      is_start = compute == nullptr || compute->opcode == rir::Opcode::Cast || is_first;
      flow_.ForBefore(at, [&](NodeId from, types::EdgeKind kind) {
        if (kind == types::EdgeKind::Copy && seen.insert(from).second)
          open.push_back(from);
      });
    }
    return is_start && open.empty();
  }

  // In no branch of a loop that runs to its end: all that its counter says is read.
  [[nodiscard]] bool IsCertain(const types::Access& access) const {
    types::ScopeId at = flow_.nodes[access.node].scope;
    const types::Scope& scope = flow_.scopes[at];
    const auto* loop = scope.kind == types::ScopeKind::Loop ? std::get_if<rir::LoopOp>(&scope.op->data) : nullptr;
    if (loop == nullptr || scope.instance == types::kNone)
      return false;
    const rir::FunctionId function = flow_.instances[scope.instance].function;
    return function != types::kNone && !Leaves(context_.module.functions[function], loop->body);
  }

  [[nodiscard]] static bool Leaves(const rir::Function& function, rir::BlockId block) {
    if (block == rir::kNone)
      return false;
    return std::ranges::any_of(function.blocks[block].ops, [&](const rir::Op& op) {
      const rir::OpKind kind = op.Kind();
      if (const auto* branch = std::get_if<rir::IfOp>(&op.data))
        return Leaves(function, branch->then_block) || Leaves(function, branch->else_block);
      return kind == rir::OpKind::Break || kind == rir::OpKind::Return || kind == rir::OpKind::Continue;
    });
  }

  void Report(const types::Access& access, Findings& out) const {
    const Location at = context_.reacher.LocationOf(flow_.PlaceOf(access.node));
    const std::array<NodeId, 1> source = {access.node};
    const Reached reached = context_.reacher.From(source, Reacher::Spared::None);
    if (!at.IsKnown() || reached.reach == diag::Reach::None)
      return;
    const std::string held = flow_.NameOf(flow_.PointsTo(access.address).front());
    const std::string name = held.empty() ? "memory" : held;
    Keep(context_,
         diag::Find<diag::Finding::Uninitialized>(at, reached.reach, reached.certainty, name,
                                                  context_.reacher.Clause(reached)),
         reached, "'" + name + "' is read", access.node, out);
  }

  const Context& context_;
  const types::Flow& flow_;
  std::map<ObjectId, std::vector<const types::Access*>> accesses_;
};

}  // namespace

void PartlyWritten(const Context& context, Findings& out) {
  if (context.flow.is_truncated)
    return;  // what was not seen to be stored may have been
  Arrays(context).Find(out);
}

}  // namespace detrain::check
