// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/audit/settled.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "analyzer/audit/choices.h"
#include "analyzer/audit/first_content.h"
#include "analyzer/audit/fixed_branch.h"
#include "analyzer/audit/flag_guard.h"
#include "analyzer/flow/constants.h"

namespace detrain::audit {

using flow::Access;
using flow::EdgeKind;
using flow::kNone;
using flow::NodeId;
using flow::NodeKind;
using flow::ScopeId;
using flow::ScopeKind;

namespace {

constexpr std::size_t kMostEvents = 2'000'000;  // that one walk meets

// One part of memory, on the way through a round.
struct Part {
  std::vector<NodeId> set_by;    // the accesses by which it has been written, as a whole, in this round
  std::vector<NodeId> dirty_by;  // those since which it is not what it was before the loop
  NodeId back_by = kNone;        // the last one that made it that again
};
using Parts = std::vector<Part>;

void Add(std::vector<NodeId>& list, NodeId node) {
  if (std::ranges::find(list, node) == list.end())
    list.push_back(node);
}

// What holds where two ways meet.
void Meet(Part& part, const Part& other) {
  if (part.set_by.empty() || other.set_by.empty())
    part.set_by.clear();
  else
    for (const NodeId node : other.set_by)
      Add(part.set_by, node);
  for (const NodeId node : other.dirty_by)
    Add(part.dirty_by, node);
  part.back_by = part.back_by == kNone ? other.back_by : part.back_by;
}

void Meet(Parts& parts, const Parts& others) {
  for (std::size_t i = 0; i < parts.size(); ++i)
    Meet(parts[i], others[i]);
}

class Round {
 public:
  Round(const flow::Flow& flow, const Leaves& leaves, const Around& around, Choices& choices,
        const std::set<LeafId>& asked, const std::function<bool(LeafId)>& is_idle)
      : flow_(flow),
        leaves_(leaves),
        around_(around),
        choices_(choices),
        asked_(asked),
        guards_(flow, leaves, is_idle),
        fixed_(flow, around),
        is_open_(flow.scopes.size(), false) {
    for (const LeafId leaf : asked) {
      const flow::Node& node = flow.nodes[leaves.all[leaf].node];
      const auto [part, is_new] = part_of_.try_emplace({node.object, node.offset}, first_.size());
      if (is_new)
        first_.push_back(FirstContent(flow, around, leaves.all[leaf].node));
    }
  }

  std::map<LeafId, Settled> Find() {
    Parts parts(first_.size());
    read_first_.assign(first_.size(), false);
    Walk(around_.loop(), false, parts);
    std::map<LeafId, Settled> settled;
    for (const LeafId leaf : asked_)
      if (const auto found = Of(leaf, parts); found && !gave_up_)
        settled[leaf] = *found;
    return settled;
  }

 private:
  [[nodiscard]] std::optional<Settled> Of(LeafId leaf, const Parts& parts) const {
    const flow::Node& node = flow_.nodes[leaves_.all[leaf].node];
    const std::size_t i = part_of_.at({node.object, node.offset});
    const Part& part = parts[i];
    if (part.dirty_by.empty() && part.back_by != kNone)
      return Settled{part.back_by, true};
    const NodeId by = setter_.contains(i) ? setter_.at(i) : kNone;
    if (read_first_[i] || by == kNone || IsReadElsewhere(leaves_.all[leaf].node, by))
      return std::nullopt;
    return Settled{by, false};
  }

  // Outputs and the like read memory with no access of their own: nodes are numbered as the program runs.
  [[nodiscard]] bool IsReadElsewhere(NodeId cell, NodeId by) const {
    bool is_read = false;
    flow_.ForEdges(cell, [&](const flow::Edge& edge) {
      is_read = is_read || (edge.kind <= EdgeKind::Data && flow_.nodes[edge.to].kind != NodeKind::Cell &&
                            edge.to < by && flow_.AccessOf(edge.to) == nullptr && around_.Of(edge.to).inside);
    });
    return is_read;
  }

  void Walk(ScopeId scope, bool in_loop, Parts& parts) {
    if (gave_up_ || is_open_[scope])
      return;
    is_open_[scope] = true;
    Choice last;
    for (const flow::Event& event : flow_.scopes[scope].events) {
      gave_up_ = gave_up_ || ++events_ > kMostEvents;
      if (event.scope == kNone && event.node != kNone)
        Touch(*flow_.AccessOf(event.node), in_loop, parts);
      if (event.scope == kNone)
        continue;
      const flow::Scope& inner = flow_.scopes[event.scope];
      if (inner.kind != ScopeKind::Branch)
        Walk(event.scope, in_loop || inner.kind == ScopeKind::Loop, parts);
      else if (!flow::NeverRuns(flow_, event.scope))
        Branch(event.scope, in_loop, last, parts);
    }
    is_open_[scope] = false;
  }

  // What is known of the `if` that was met last in a scope.
  struct Choice {
    const rir::Op* op = nullptr;
    Parts before, after;                  // it, and the first one of its branches
    std::map<flow::Asked, Parts> behind;  // earlier branches, by what they ask: one that asks the same runs with them
  };

  // Of two branches one runs; one alone may not. What that only sets where it is not set is set afterwards.
  void Branch(ScopeId branch, bool in_loop, Choice& last, Parts& parts) {
    const flow::Scope& scope = flow_.scopes[branch];
    const bool is_second = last.op == scope.op;
    if (!is_second)
      last.before = parts;
    last.op = scope.op;
    Parts after = last.before;
    const flow::Asked asked = flow::AskedBy(flow_, branch);
    if (const auto same = last.behind.find(asked); asked.value != kNone && same != last.behind.end())
      for (std::size_t i = 0; i < after.size(); ++i)
        for (const NodeId by : same->second[i].set_by)
          Add(after[i].set_by, by);
    Walk(branch, in_loop, after);
    parts = after;
    const auto* choice = std::get_if<rir::IfOp>(&scope.op->data);
    if (choice == nullptr || !flow::ConstantOf(flow_, choice->condition, scope.instance))
      Meet(parts, is_second ? last.after : last.before);
    for (const auto& [place, i] : part_of_)
      if (parts[i].set_by.empty() && !after[i].set_by.empty() &&
          fixed_.HoldsAllWrites(branch, place.first, place.second))
        parts[i].set_by = after[i].set_by;
    const NodeId store = guards_.StoreIn(branch);
    if (store != kNone && (in_loop || !choices_.IsElement(*flow_.AccessOf(store))))
      for (std::size_t i = 0; i < parts.size(); ++i)
        if (Means(store, i))
          parts[i] = after[i];
    if (asked.value != kNone)
      last.behind[asked] = after;
    if (!is_second)
      last.after = std::move(after);
  }

  [[nodiscard]] bool Means(NodeId access, std::size_t part) const {
    return std::ranges::any_of(flow_.PointsTo(flow_.AccessOf(access)->address), [&](NodeId cell) {
      const auto found = part_of_.find({flow_.nodes[cell].object, flow_.nodes[cell].offset});
      return found != part_of_.end() && found->second == part;
    });
  }

  void Touch(const Access& access, bool in_loop, Parts& parts) {
    const rir::OpKind kind = flow_.nodes[access.node].op->Kind();
    for (const NodeId cell : flow_.PointsTo(access.address)) {
      const flow::Node& first = flow_.nodes[cell];
      const bool is_bulk = kind != rir::OpKind::Store && kind != rir::OpKind::Load && access.writes;
      // A fill or a copy goes on to what lies behind.
      for (auto at = part_of_.lower_bound({first.object, first.offset});
           at != part_of_.end() && at->first.first == first.object && (is_bulk || at->first.second == first.offset);
           ++at)
        TouchPart(access, at->second, in_loop || is_bulk, parts);
    }
    if (kind == rir::OpKind::Copy)
      for (const NodeId cell : flow_.PointsTo(access.value))
        for (auto at = part_of_.lower_bound({flow_.nodes[cell].object, 0});
             at != part_of_.end() && at->first.first == flow_.nodes[cell].object; ++at)
          Read({access.node, access.value, kNone, true, false}, at->second, parts);
  }

  void TouchPart(const Access& access, std::size_t i, bool is_many, Parts& parts) {
    if (access.reads && !guards_.IsAsked(access.node))
      Read(access, i, parts);
    if (!access.writes)
      return;
    Part& part = parts[i];
    const bool is_whole = !access.reads && (is_many || !choices_.IsElement(access));
    const std::optional<double> value = StoredBy(flow_, access);
    const bool is_first = first_[i] && value && *value == *first_[i];
    if (!is_first) {
      Add(part.dirty_by, access.node);
      part.back_by = kNone;
    } else if (is_whole && std::ranges::all_of(part.dirty_by, [&](NodeId by) {
                 return choices_.Covers(access, *flow_.AccessOf(by), asked_);
               })) {
      part.dirty_by.clear();
      part.back_by = access.node;
    }
    if (is_whole)
      Add(part.set_by, access.node);
  }

  // Before anything, or anything that is surely meant, was written there.
  void Read(const Access& access, std::size_t i, const Parts& parts) {
    const auto covers = [&](NodeId by) { return choices_.Covers(*flow_.AccessOf(by), access, asked_); };
    const auto by = std::ranges::find_if(parts[i].set_by, covers);
    if (by == parts[i].set_by.end())
      read_first_[i] = true;
    else
      setter_.try_emplace(i, *by);
  }

  const flow::Flow& flow_;
  const Leaves& leaves_;
  const Around& around_;
  Choices& choices_;
  const std::set<LeafId>& asked_;
  FlagGuards guards_;
  FixedBranches fixed_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> part_of_;  // by object and offset
  std::vector<std::optional<double>> first_;  // per part: what the code before the loop makes it
  std::vector<bool> read_first_;
  std::map<std::size_t, NodeId> setter_;  // of a part that is read: what had set it
  std::vector<bool> is_open_;             // per scope: the walk is in it
  std::size_t events_ = 0;
  bool gave_up_ = false;
};

}  // namespace

std::map<LeafId, Settled> SettledIn(const flow::Flow& flow, const Leaves& leaves, const Around& around,
                                    const InLoop& in_loop, std::set<LeafId> asked,
                                    const std::function<bool(LeafId)>& is_idle) {
  Choices choices(flow, in_loop, around.loop());
  std::erase_if(asked, [&](LeafId leaf) {
    return leaves.all[leaf].is_frozen || flow.nodes[leaves.all[leaf].node].kind != NodeKind::Cell;
  });
  // What turns out to be handed on may choose elements of the others.
  while (true) {
    std::map<LeafId, Settled> settled = Round(flow, leaves, around, choices, asked, is_idle).Find();
    if (settled.size() == asked.size())
      return settled;
    std::erase_if(asked, [&](LeafId leaf) { return !settled.contains(leaf); });
  }
}

}  // namespace detrain::audit
