// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// detrain-restore-order: state that a load brings back, and that is set anew before the step loop.
#include <algorithm>
#include <map>
#include <set>
#include <variant>

#include "analyzer/audit/context.h"
#include "analyzer/diag/message.h"

namespace detrain::audit {

using flow::NodeId;
using flow::ScopeId;

namespace {

class Order {
 public:
  explicit Order(const Context& context) : context_(context) {
    std::vector<NodeId> inputs;
    for (const FileUse& file : context.code.loads) {
      inputs.insert(inputs.end(), file.inputs.begin(), file.inputs.end());
      for (const Transfer& transfer : file.read)
        loaded_[transfer.leaf].push_back(transfer.op);
    }
    depends_ = DependOn(context.flow, context.around, inputs);
  }

  void Report(Findings& out) {
    for (const flow::Access& access : context_.flow.accesses)
      if (const std::vector<LeafId> leaves = LostAt(access); !leaves.empty())
        lost_[PlaceOf(context_.flow, access.node)].insert(leaves.begin(), leaves.end());
    for (const auto& [place, leaves] : lost_)
      ReportAt(place, {leaves.begin(), leaves.end()}, out);
  }

 private:
  // The leaves that this access sets anew after their load, whenever that ran.
  std::vector<LeafId> LostAt(const flow::Access& access) const {
    std::vector<LeafId> lost;
    const flow::Node& node = context_.flow.nodes[access.node];
    const bool sets = std::holds_alternative<rir::StoreOp>(node.op->data) ||
                      std::holds_alternative<rir::FillOp>(node.op->data) ||
                      std::holds_alternative<rir::SeedOp>(node.op->data);
    const auto cells = context_.flow.PointsTo(access.address);
    if (!sets || access.reads || cells.size() != 1 || depends_[access.node] || !context_.around.Of(access.node).before)
      return lost;
    for (const auto& [leaf, inputs] : loaded_)
      if (Touches(access, context_.leaves.all[leaf].node) && std::ranges::all_of(inputs, [&](NodeId input) {
            return input < access.node && RunsAfter(access.node, input);
          }))
        lost.push_back(leaf);
    return lost;
  }

  [[nodiscard]] bool Touches(const flow::Access& access, NodeId leaf) const {
    const NodeId cell = context_.flow.PointsTo(access.address).front();
    if (cell == leaf)
      return true;
    const flow::Node& first = context_.flow.nodes[cell];
    const flow::Node& node = context_.flow.nodes[leaf];
    return std::holds_alternative<rir::FillOp>(context_.flow.nodes[access.node].op->data) &&
           node.kind == flow::NodeKind::Cell && first.object == node.object && first.offset <= node.offset;
  }

  // Whether nothing but what decides on the input decides on the node.
  [[nodiscard]] bool RunsAfter(NodeId node, NodeId input) const {
    const std::set<ScopeId> outer = ScopesAround(context_.flow, context_.flow.nodes[input].scope);
    for (const ScopeId scope : ScopesAround(context_.flow, context_.flow.nodes[node].scope))
      if (context_.flow.scopes[scope].kind == flow::ScopeKind::Branch && !outer.contains(scope))
        return false;
    return true;
  }

  void ReportAt(const Location& place, const std::vector<LeafId>& leaves, Findings& out) const {
    const check::Reached reached = ReachOf(context_, leaves, true);
    const std::vector<std::string> names = NamesOf(context_, leaves);
    diag::Diagnostic finding = diag::Find<diag::Finding::Overwritten>(
        place, reached.reach, CertaintyOf(context_), Listed(names), ClauseOf(context_, reached, names.front()));
    finding.trace.push_back({PlaceOf(context_.flow, loaded_.at(leaves.front()).front()),
                             diag::Say<diag::Remark::TraceLoaded>({}, names.front()).message});
    finding.trace.push_back({place, diag::Say<diag::Remark::TraceOverwritten>({}).message});
    const std::vector<diag::TraceStep> way = TraceOf(context_, reached, names.front());
    finding.trace.insert(finding.trace.end(), way.begin(), way.end());
    out.push_back(std::move(finding));
  }

  const Context& context_;
  std::map<LeafId, std::vector<NodeId>> loaded_;
  std::vector<bool> depends_;
  std::map<Location, std::set<LeafId>> lost_;
};

}  // namespace

void Overwritten(const Context& context, Findings& out) {
  Order(context).Report(out);
}

}  // namespace detrain::audit
