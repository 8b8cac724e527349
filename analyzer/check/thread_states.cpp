// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// detrain-worker-dependent, of cuRAND states that belong to the threads of a kernel: where a loop goes on by a size of
// the grid, the size decides which elements a thread draws for, and so which numbers an element gets. A state that an
// element chooses, or that is made for it in the loop, is the element's.
#include <algorithm>
#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <variant>
#include <vector>

#include "analyzer/check/rules.h"

namespace detrain::check {

namespace {

using flow::EdgeKind;
using flow::NodeId;
using flow::NodeKind;
using flow::ScopeId;

constexpr std::size_t kMostNodes = 500;
constexpr int kMostCopies = 4;

// What a value is made of.
struct Parts {
  bool has_counter = false;  // a loop's
  bool has_size = false;     // of the grid or its blocks
  bool has_thread = false;   // its number
  bool has_given = false;    // what a function is handed
};

class ThreadStates {
 public:
  explicit ThreadStates(const Context& context) : context_(context), flow_(context.flow) {}

  void Find(Findings& out) {
    std::map<Location, Site> sites;
    for (const flow::Access& access : flow_.accesses)
      if (const NodeId counter = CounterAround(access); counter != flow::kNone) {
        Site& site = sites[context_.reacher.LocationOf(flow_.PlaceOf(access.node))];
        site.draws.push_back(access.node);
        site.counter = counter;
        const auto cells = flow_.PointsTo(access.address);
        site.states.insert(cells.begin(), cells.end());
      }
    for (const auto& [at, site] : sites)
      if (at.IsKnown())
        Judge(at, site, out);
  }

 private:
  // What stands at one place of the text.
  struct Site {
    std::vector<NodeId> draws;
    NodeId counter = flow::kNone;
    std::unordered_set<NodeId> states;
  };

  static std::string_view CalleeOf(const flow::Node& node) {
    const auto* draw = node.op == nullptr ? nullptr : std::get_if<rir::DrawOp>(&node.op->data);
    const std::string_view callee = draw == nullptr ? std::string_view() : std::string_view(draw->callee);
    return callee.starts_with("curand") && !callee.starts_with("curandGenerate") ? callee : std::string_view();
  }

  // Of a draw: the counter of a loop around it that goes on by a size, where its state is not the element's; else
  // kNone.
  NodeId CounterAround(const flow::Access& access) {
    if (CalleeOf(flow_.nodes[access.node]).empty())
      return flow::kNone;
    for (const auto& [counter, loop] : StridedLoops()) {
      const auto cells = flow_.PointsTo(access.address);
      if (flow_.IsInside(flow_.nodes[access.node].scope, loop) && !PartsOf(access.address, counter).has_counter &&
          !IsMadeFor(counter, loop, cells, 0))
        return counter;
    }
    return flow::kNone;
  }

  const std::vector<std::pair<NodeId, ScopeId>>& StridedLoops() {
    if (!strided_) {
      strided_.emplace();
      std::map<std::pair<const rir::Op*, flow::InstanceId>, ScopeId> loops;
      for (ScopeId id = 0; id < flow_.scopes.size(); ++id)
        if (flow_.scopes[id].kind == flow::ScopeKind::Loop)
          loops[{flow_.scopes[id].op, flow_.scopes[id].instance}] = id;
      for (NodeId id = 0; id < flow_.nodes.size(); ++id) {
        const flow::Node& node = flow_.nodes[id];
        const auto loop = node.kind == NodeKind::Round ? loops.find({node.op, node.instance}) : loops.end();
        if (loop != loops.end() && GoesOnBySize(id))
          strided_->emplace_back(id, loop->second);
      }
    }
    return *strided_;
  }

  // Also from a thread's number on by what the kernel is handed: the host has computed it from the sizes.
  [[nodiscard]] bool GoesOnBySize(NodeId counter) const {
    bool goes_on = false;
    Parts own;
    ForParts(counter, counter, [&](NodeId id) { Note(id, own); });
    ForParts(counter, counter, [&](NodeId id) {
      const rir::ComputeOp* sum = flow::ComputeOf(flow_, id);
      if (sum == nullptr || sum->opcode != rir::Opcode::Add)
        return;
      for (const std::size_t place : {0U, 1U}) {
        const NodeId variable = flow_.NodeOf(sum->args[place], flow_.nodes[id].instance);
        const NodeId by = flow_.NodeOf(sum->args[1 - place], flow_.nodes[id].instance);
        const Parts step = PartsOf(by, counter);
        const bool is_size = step.has_size || (step.has_given && own.has_thread);
        goes_on =
            goes_on || (PartsOf(variable, counter).has_counter && is_size && !step.has_thread && !step.has_counter);
      }
    });
    return goes_on;
  }

  // Visits what the value is made of, not through memory; `counter` is gone through at the start only.
  template <typename Visit>
  void ForParts(NodeId value, NodeId counter, const Visit& visit) const {
    if (value == flow::kNone)
      return;
    std::vector<NodeId> open = {value};
    std::unordered_set<NodeId> seen = {value};
    for (std::size_t i = 0; i < open.size() && i < kMostNodes; ++i) {
      visit(open[i]);
      if (i > 0 && open[i] == counter)
        continue;
      flow_.ForBefore(open[i], [&](NodeId from, EdgeKind kind) {
        if (kind <= EdgeKind::Data && flow_.nodes[from].kind != NodeKind::Cell && seen.insert(from).second)
          open.push_back(from);
      });
    }
  }

  void Note(NodeId id, Parts& parts) const {
    const rir::Op* op = flow_.nodes[id].op;
    const auto* load = op == nullptr ? nullptr : std::get_if<rir::LoadOp>(&op->data);
    const std::string_view name = load == nullptr || load->address.kind != rir::OperandKind::Region
                                      ? std::string_view()
                                      : std::string_view(context_.module.regions[load->address.id].name);
    parts.has_size |= name.starts_with("cuda::gridDim") || name.starts_with("cuda::blockDim");
    parts.has_thread |= name.starts_with("cuda::threadIdx") || name.starts_with("cuda::blockIdx");
    parts.has_given |= flow_.nodes[id].kind == NodeKind::Parameter;
  }

  [[nodiscard]] Parts PartsOf(NodeId value, NodeId counter) const {
    Parts parts;
    if (value == counter)
      return {.has_counter = true};
    ForParts(value, counter, [&](NodeId id) {
      parts.has_counter |= id == counter;
      Note(id, parts);
    });
    return parts;
  }

  // Whether the loop puts into one of the cells what its counter names: a seed, or another state that it chooses.
  [[nodiscard]] bool IsMadeFor(NodeId counter, ScopeId loop, std::span<const NodeId> cells, int depth) const {
    return depth < kMostCopies && std::ranges::any_of(
                                      flow_.accesses,
                                      [&](const flow::Access& access) {
                                        const flow::Node& node = flow_.nodes[access.node];
                                        const auto written = flow_.PointsTo(access.address);
                                        const bool is_here = access.writes && node.op != nullptr &&
                                                             flow_.IsInside(node.scope, loop) &&
                                                             std::ranges::any_of(written, [&](NodeId cell) {
                                                               return std::ranges::find(cells, cell) != cells.end();
                                                             });
                                        if (!is_here)
                                          return false;
                                        if (const auto* seed = std::get_if<rir::SeedOp>(&node.op->data))
                                          return std::ranges::any_of(seed->values, [&](const rir::Operand& value) {
                                            return PartsOf(flow_.NodeOf(value, node.instance), counter).has_counter;
                                          });
                                        return std::holds_alternative<rir::CopyOp>(node.op->data) &&
                                               (PartsOf(access.value, counter).has_counter ||
                                                IsMadeFor(counter, loop, flow_.PointsTo(access.value), depth + 1));
                                      });
  }

  // The state itself is the same after as many draws, whatever they were for.
  void Judge(const Location& at, const Site& site, Findings& out) {
    const Reached reached =
        context_.reacher.From(site.draws, Reacher::Spared::None,
                              [&](NodeId, const flow::Edge& edge) { return !site.states.contains(edge.to); });
    if (reached.reach == diag::Reach::None)
      return;
    const std::string callee(CalleeOf(flow_.nodes[site.draws.front()]));
    const std::string element = flow_.nodes[site.counter].object == flow::kNone
                                    ? "i"
                                    : context_.module.regions[flow_.nodes[site.counter].object].name;
    Keep(context_,
         diag::Find<diag::Finding::ThreadsDraws>(at, reached.reach, reached.certainty, callee,
                                                 context_.reacher.Clause(reached), element),
         reached, "'" + callee + "' draws", site.draws.front(), out);
  }

  const Context& context_;
  const flow::Flow& flow_;
  std::optional<std::vector<std::pair<NodeId, ScopeId>>> strided_;
};

}  // namespace

void ThreadsDraws(const Context& context, Findings& out) {
  ThreadStates(context).Find(out);
}

}  // namespace detrain::check
