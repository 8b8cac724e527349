// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/audit/context.h"

#include <algorithm>

#include "analyzer/diag/message.h"

namespace detrain::audit {

using diag::Reach;
using diag::Remark;
using flow::InstanceId;
using flow::kNone;
using flow::NodeId;

namespace {

// State but for what only measures, and but for these leaves.
flow::State WithoutLeaves(const Context& context, const std::vector<LeafId>& leaves) {
  flow::State state = context.state;
  for (const NodeId node : context.state.measured)
    state.carried.erase(node);
  for (const LeafId leaf : leaves)
    state.carried.erase(context.leaves.all[leaf].node);
  state.measured.clear();
  state.leaves.clear();
  return state;
}

// What reaches a file by way of what lives from step to step has reached that first.
void StopAtState(const Context& context, check::Reached& reached) {
  for (std::size_t i = reached.path.size(); i-- > 1;)
    if (context.state.carried.contains(reached.path[i])) {
      reached.reach = Reach::State;
      reached.path.resize(i + 1);
      return;
    }
}

template <Remark kind, typename... Args>
std::string Text(Args&&... args) {
  return diag::Say<kind>({}, std::forward<Args>(args)...).message;
}

}  // namespace

diag::Certainty CertaintyOf(const Context& context) {
  return context.code.is_paired && context.has_plan ? diag::Certainty::Certain : diag::Certainty::Maybe;
}

std::vector<NodeId> OpsOf(const std::vector<FileUse>& files, bool is_output) {
  std::vector<NodeId> ops;
  for (const FileUse& file : files)
    for (const Transfer& transfer : is_output ? file.written : file.read)
      ops.push_back(transfer.op);
  return ops;
}

check::Reached ReachOf(const Context& context, const std::vector<LeafId>& leaves, bool is_saved) {
  const flow::State state = WithoutLeaves(context, leaves);
  check::Reacher reacher(context.flow, state);
  std::vector<NodeId> nodes;
  bool is_state = false;
  for (const LeafId leaf : leaves) {
    nodes.push_back(context.leaves.all[leaf].node);
    is_state = is_state || !context.leaves.all[leaf].is_measured;
  }
  // That a time is up is no number that a step computes with; nor is what was made of it before the first one.
  const bool are_frozen = std::ranges::all_of(leaves, [&](LeafId leaf) { return context.leaves.all[leaf].is_frozen; });
  const auto is_value = [&](NodeId, const flow::Edge& edge) {
    const When when = context.around.Of(edge.to);
    return edge.kind != flow::EdgeKind::Control && (!when.before || when.inside || when.after);
  };
  check::Reached reached = are_frozen ? reacher.From(nodes, check::Reacher::Spared::None, is_value)
                                      : reacher.From(nodes, check::Reacher::Spared::None);
  if (are_frozen && reached.reach == Reach::Output)
    StopAtState(context, reached);
  is_state = is_state || (is_saved && reached.reach == Reach::Output);
  if (reached.reach != Reach::State && is_state && context.state.carried.contains(nodes.front()))
    reached = {Reach::State, diag::Certainty::Certain, {nodes.front()}};
  return reached;
}

bool ReachesNothing(const Context& context, LeafId leaf) {
  const flow::State state = WithoutLeaves(context, {leaf});
  const NodeId node = context.leaves.all[leaf].node;
  return check::Reacher(context.flow, state).From({&node, 1}, check::Reacher::Spared::None).reach == Reach::None;
}

bool OnlyCountsSteps(const Context& context, LeafId leaf) {
  const flow::State state = WithoutLeaves(context, {leaf});
  const rir::Op* loop = context.flow.scopes[context.around.loop()].op;
  const auto is_no_end = [&](NodeId, const flow::Edge& edge) {
    const flow::Node& to = context.flow.nodes[edge.to];
    return to.kind != flow::NodeKind::Control || to.op != loop;
  };
  const NodeId node = context.leaves.all[leaf].node;
  check::Reacher reacher(context.flow, state);
  const auto reaches_state = [&](const check::Reacher::Passes& passes) {
    return reacher.From({&node, 1}, check::Reacher::Spared::None, passes).reach == Reach::State;
  };
  return reaches_state({}) && !reaches_state(is_no_end);
}

namespace {

// The plan has names for memory of which the graph knows no holder. Empty: it has none for what is reached.
std::string NameOfReached(const Context& context, const check::Reached& reached) {
  const auto leaf = reached.path.empty() ? context.leaves.of.end() : context.leaves.of.find(reached.path.back());
  const bool is_state = reached.reach == Reach::State && reached.certainty == diag::Certainty::Certain;
  return is_state && leaf != context.leaves.of.end() ? context.leaves.all[leaf->second].name : std::string();
}

}  // namespace

std::string ClauseOf(const Context& context, const check::Reached& reached, const std::string& name) {
  if (reached.reach == Reach::State && reached.path.size() == 1)
    return Text<Remark::ReachesState>(name);
  if (const std::string known = NameOfReached(context, reached); !known.empty())
    return Text<Remark::ReachesState>(known);
  return check::Reacher(context.flow, context.state).Clause(reached);
}

std::vector<diag::TraceStep> TraceOf(const Context& context, const check::Reached& reached, const std::string& name) {
  std::vector<diag::TraceStep> trace =
      check::Reacher(context.flow, context.state)
          .Trace(reached, "'" + name + "' is read in the next step", NameOfReached(context, reached));
  for (const Leaf& leaf : context.leaves.all)
    if (leaf.name == name && leaf.root != rir::kNone)
      for (diag::TraceStep& step : trace)
        if (!step.location.IsKnown())
          step.location = PlaceOf(context.flow, context.flow.module->regions[leaf.root].declared);
  return trace;
}

rir::FunctionId FunctionOf(const flow::Flow& flow, const std::vector<NodeId>& ops) {
  const auto chain = [&](NodeId node) {
    std::vector<InstanceId> up;
    for (InstanceId i = flow.nodes[node].instance; i != kNone; i = flow.instances[i].caller)
      up.push_back(i);
    std::ranges::reverse(up);
    return up;
  };
  std::vector<InstanceId> common;
  for (const NodeId op : ops) {
    const std::vector<InstanceId> up = chain(op);
    if (op == ops.front())
      common = up;
    const auto [a, b] = std::ranges::mismatch(common, up);
    common.erase(a, common.end());
  }
  // A helper that does nothing but this one op has a name that says less than its caller's.
  const bool is_helper = ops.size() == 1 && common.size() > 2;
  for (std::size_t i = common.size() - (is_helper ? 1 : 0); i-- > 0;) {
    const rir::FunctionId function = flow.instances[common[i]].function;
    if (function == kNone)
      continue;
    const rir::FileId file = flow.module->functions[function].declared.file;
    if (!flow.IsSystem(file))
      return function;
  }
  return kNone;
}

Location PlaceOf(const flow::Flow& flow, const rir::Location& at) {
  return at.file == rir::kNone ? Location{} : Location{flow.module->files[at.file], at.line, at.column};
}

Location PlaceOf(const flow::Flow& flow, NodeId node) {
  return PlaceOf(flow, flow.PlaceOf(node));
}

Location DeclarationOf(const flow::Flow& flow, rir::FunctionId function) {
  return function == kNone ? Location{} : PlaceOf(flow, flow.module->functions[function].declared);
}

std::string NameOf(const flow::Flow& flow, rir::FunctionId function) {
  return function == kNone ? std::string() : flow.module->functions[function].name;
}

std::vector<std::string> NamesOf(const Context& context, const std::vector<LeafId>& leaves) {
  std::vector<std::string> names;
  for (const LeafId leaf : leaves)
    if (const std::string& name = context.leaves.all[leaf].name;
        !name.empty() && std::ranges::find(names, name) == names.end())
      names.push_back(name);
  if (names.empty())
    names.emplace_back("memory");
  return names;
}

std::string Listed(const std::vector<std::string>& names) {
  constexpr std::size_t most = 4;
  std::string text;
  for (std::size_t i = 0; i < std::min(names.size(), most); ++i)
    text += (i == 0 ? "'" : ", '") + names[i] + "'";
  return names.size() > most ? text + " and " + std::to_string(names.size() - most) + " more" : text;
}

}  // namespace detrain::audit
