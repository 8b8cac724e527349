// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// detrain-env-seed, detrain-env-branch and detrain-worker-dependent: what the program asks of its environment. A value
// that is computed with is a seed, or a number of workers; one that only decides is a branch.
#include <algorithm>
#include <optional>
#include <string_view>
#include <unordered_set>
#include <variant>

#include "analyzer/check/generators.h"
#include "analyzer/check/library_calls.h"
#include "analyzer/check/mend.h"
#include "analyzer/check/reseeded.h"
#include "analyzer/check/worker_flow.h"
#include "analyzer/rir/library_choice.h"

namespace detrain::check {

namespace {

using diag::Finding;
using diag::Reach;
using flow::EdgeKind;
using flow::NodeId;
using flow::NodeKind;

struct Asked {
  std::string callee;
  rir::Source source;
  auto operator<=>(const Asked&) const = default;
};

std::optional<std::string_view> NameOf(rir::Source source) {
  switch (source) {
    case rir::Source::Clock:
      return "the clock";
    case rir::Source::Pid:
      return "the number of a process or thread";
    case rir::Source::Entropy:
      return "the system's entropy";
    case rir::Source::Address:
      return "an address";
    case rir::Source::Host:
      return "the machine";
    default:
      return std::nullopt;
  }
}

// On one kind of machine these are the same in every run, and so no harm to a plan; on another one they are not.
bool CountsDevices(std::string_view callee) {
  return callee == "cudaGetDeviceCount" || callee == "ncclCommCount" || callee == "ncclCommUserRank";
}

// number == one of them
bool NamesOne(const Context& context, NodeId id) {
  const flow::Node& node = context.flow.nodes[id];
  const auto* compute =
      node.kind != NodeKind::Value || node.op == nullptr ? nullptr : std::get_if<rir::ComputeOp>(&node.op->data);
  return compute != nullptr && (compute->opcode == rir::Opcode::Eq || compute->opcode == rir::Opcode::Ne);
}

// The loop or branch that is decided by the value: the first one on the way.
const flow::Node* DecisionOn(const Context& context, const Reached& reached) {
  for (const NodeId id : reached.path)
    if (context.flow.nodes[id].kind == NodeKind::Control && context.flow.nodes[id].op != nullptr)
      return &context.flow.nodes[id];
  return nullptr;
}

template <Finding kind, typename... Args>
void Say(const Context& context, const Location& at, const Reached& reached, NodeId source, const std::string& callee,
         Findings& out, Args&&... args) {
  Keep(context,
       diag::Find<kind>(at, reached.reach, reached.certainty, std::forward<Args>(args)...,
                        context.reacher.Clause(reached)),
       reached, "'" + callee + "'", source, out);
}

void SayBranch(const Context& context, const Reached& reached, NodeId source, const Asked& asked, Findings& out) {
  const flow::Node* decision = DecisionOn(context, reached);
  const Location at =
      decision == nullptr
          ? Location()
          : context.reacher.LocationOf(context.flow.PlaceOf(decision->op->location, decision->instance));
  if (at.IsKnown())
    Say<Finding::EnvBranch>(context, at, reached, source, asked.callee, out, "the value of '" + asked.callee + "'");
}

// The call of detrain/draws.h that stands for one of the library's.
std::string NamedDraw(std::string_view callee) {
  if (callee.find("normal") != std::string_view::npos)
    return "detrain_draw_normal_f32(&draws, sample, i)";
  if (callee.find("uniform_int") != std::string_view::npos)
    return "detrain_draw_below(&draws, sample, i, n)";
  if (callee.find("48") != std::string_view::npos || callee.find("real") != std::string_view::npos)
    return "detrain_draw_f64(&draws, sample, i)";
  return "detrain_draw_u32(&draws, sample, i)";
}

// The generator that is near to what the values reach, the library's or one that is written out, as a named draw.
std::optional<std::string> GeneratorOf(const Context& context, const std::vector<NodeId>& nodes) {
  constexpr std::size_t kNear = 500;
  std::vector<NodeId> open = nodes;
  std::unordered_set<NodeId> seen(open.begin(), open.end());
  for (std::size_t i = 0; i < open.size() && i < kNear; ++i) {
    if (const rir::Op* op = context.flow.nodes[open[i]].op) {
      if (const auto* draw = std::get_if<rir::DrawOp>(&op->data))
        return NamedDraw(draw->callee);
      if (const auto* seed = std::get_if<rir::SeedOp>(&op->data))
        return NamedDraw(seed->callee);
      if (MultipliesByLarge(*op))
        return NamedDraw("");
    }
    context.flow.ForEdges(open[i], [&](const flow::Edge& edge) {
      if (edge.kind != EdgeKind::Control && seen.insert(edge.to).second)
        open.push_back(edge.to);
    });
  }
  return std::nullopt;
}

// What is computed from the values behind a generator: which of the workers it is can no longer be asked of that.
std::unordered_set<NodeId> DrawnFrom(const Context& context, const std::vector<NodeId>& nodes) {
  constexpr std::size_t kMost = 20'000;
  std::vector<NodeId> open = nodes, drawn;
  std::unordered_set<NodeId> seen(open.begin(), open.end()), behind;
  const auto draws = [&](NodeId id) {
    const rir::Op* op = context.flow.nodes[id].op;
    return op != nullptr && (std::holds_alternative<rir::DrawOp>(op->data) ||
                             std::holds_alternative<rir::SeedOp>(op->data) || MultipliesByLarge(*op));
  };
  const auto go_on = [&](NodeId from, std::unordered_set<NodeId>& known, std::vector<NodeId>& to) {
    context.flow.ForEdges(from, [&](const flow::Edge& edge) {
      if (edge.kind != EdgeKind::Control && known.insert(edge.to).second)
        to.push_back(edge.to);
    });
  };
  for (std::size_t i = 0; i < open.size() && i < kMost; ++i)
    if (draws(open[i]) && behind.insert(open[i]).second)
      drawn.push_back(open[i]);
    else
      go_on(open[i], seen, open);
  for (std::size_t i = 0; i < drawn.size() && i < kMost; ++i)
    go_on(drawn[i], behind, drawn);
  return behind;
}

void SayWorkers(const Context& context, const Location& at, const Reached& reached, const std::vector<NodeId>& nodes,
                const Asked& asked, Findings& out) {
  const std::string what = "the value of '" + asked.callee + "'";
  if (const std::optional<std::string> draw = GeneratorOf(context, nodes))
    Keep(context,
         diag::Find<Finding::WorkersDraws>(at, reached.reach, reached.certainty, what, context.reacher.Clause(reached),
                                           *draw),
         reached, "'" + asked.callee + "'", nodes.front(), out);
  else
    Say<Finding::WorkerDependent>(context, at, reached, nodes.front(), asked.callee, out, what);
}

// The way begins where the number is asked for, also where it goes on from a loop that counts up to it.
Reached FromWorkers(const Context& context, const WorkerFlow& flow, const std::vector<NodeId>& nodes,
                    const Reacher::Passes& passes) {
  Reached reached = context.reacher.From(flow.Sources(), Reacher::Spared::None, passes);
  if (!reached.path.empty() && std::ranges::find(nodes, reached.path.front()) == nodes.end())
    reached.path.insert(reached.path.begin(), nodes.front());
  return reached;
}

void JudgeWorkers(const Context& context, const Location& at, const Asked& asked, const std::vector<NodeId>& nodes,
                  Findings& out) {
  const WorkerFlow flow(context, nodes);
  const auto computed = [&](NodeId from, const flow::Edge& edge) {
    const bool is_branch = edge.kind == EdgeKind::Control && context.flow.nodes[edge.to].op != nullptr &&
                           std::holds_alternative<rir::IfOp>(context.flow.nodes[edge.to].op->data);
    return !is_branch && flow.Passes(from, edge);
  };
  Reached reached = FromWorkers(context, flow, nodes, computed);
  if (reached.reach >= Reach::Output)
    return SayWorkers(context, at, reached, nodes, asked, out);
  const bool is_number = IsWorkersNumber(asked.callee);
  const std::unordered_set<NodeId> drawn = DrawnFrom(context, nodes);
  reached = FromWorkers(context, flow, nodes, [&](NodeId from, const flow::Edge& edge) {
    const bool names_one = is_number && !drawn.contains(from) && NamesOne(context, edge.to);
    return !names_one && flow.Passes(from, edge);
  });
  if (reached.reach < Reach::Output)
    return;
  const auto is_drawn = [&](NodeId id) { return drawn.contains(id); };
  if (is_number ? !drawn.empty() : std::ranges::any_of(reached.path, is_drawn))
    SayWorkers(context, at, reached, nodes, asked, out);
  else if (is_number)  // which of them it is decides over its share of the work
    Say<Finding::WorkerDependent>(context, at, reached, nodes.front(), asked.callee, out,
                                  "the value of '" + asked.callee + "'");
  else
    SayBranch(context, reached, nodes.front(), asked, out);
}

void JudgeSeed(const Context& context, const Reseeded& reseeded, const Location& at, const Asked& asked,
               const std::vector<NodeId>& nodes, Findings& out) {
  const bool is_clock = asked.source == rir::Source::Clock;
  const bool may_branch = is_clock || asked.source == rir::Source::Host;
  const auto spared = is_clock ? Reacher::Spared::Times : Reacher::Spared::None;
  LaterDraws later(context.flow);
  const auto goes_on = [&](NodeId from, const flow::Edge& edge) {
    const rir::Op* op = context.flow.nodes[from].op;
    const bool is_seed = op != nullptr && std::holds_alternative<rir::SeedOp>(op->data);
    return !IsNoQuestion(context, edge.to) && !reseeded.IsGone(edge.to) && (!is_seed || later.After(from));
  };
  const auto computed = [&](NodeId from, const flow::Edge& edge) {
    return IsNoDecision(from, edge) && goes_on(from, edge);
  };
  Reached reached = context.reacher.From(nodes, spared, computed);
  if (reached.reach < Reach::Output) {
    const Reached decided = context.reacher.From(nodes, spared, goes_on);
    if (decided.reach >= Reach::Output && may_branch && !SeedsGenerator(context.flow, nodes))
      return SayBranch(context, decided, nodes.front(), asked, out);
    if (decided.reach >= Reach::Output)
      reached = decided;
  }
  if (reached.reach == Reach::None)
    return;
  Say<Finding::EnvSeed>(context, at, reached, nodes.front(), asked.callee, out, "the value of '" + asked.callee + "'",
                        std::string(*NameOf(asked.source)));
  if (const std::optional<diag::FixEdit> edit = WithConstantSeed(context, at, nodes))
    out.back().fixes.push_back(*edit);
}

// Whether it fills memory with text: the machine's name says which one it is, and counts nothing.
bool IsText(const Context& context, NodeId id) {
  const flow::Node& node = context.flow.nodes[id];
  const auto* input = std::get_if<rir::InputOp>(&node.op->data);
  const auto is_letters = [&](NodeId cell) {
    const flow::Object& object = context.flow.objects[context.flow.nodes[cell].object];
    const auto* alloc = object.op == nullptr ? nullptr : std::get_if<rir::AllocOp>(&object.op->data);
    const rir::TypeId whole =
        object.kind == flow::ObjectKind::Region ? context.module.regions[object.id].type : rir::kNone;
    const rir::TypeId element = alloc != nullptr      ? alloc->element
                                : whole == rir::kNone ? rir::kNone
                                                      : context.module.types[whole].element;
    return element != rir::kNone && context.module.types[element].kind == rir::TypeKind::Int &&
           context.module.types[element].size == 1;
  };
  return input != nullptr && node.instance != flow::kNone &&
         std::ranges::any_of(input->targets, [&](const rir::InputTarget& target) {
           const auto cells = context.flow.PointsTo(context.flow.NodeOf(target.address, node.instance));
           return !cells.empty() && std::ranges::all_of(cells, is_letters);
         });
}

// Bytes of the system's own generators, by the names of their files.
bool IsEntropyFile(const Context& context, const rir::InputOp& input, const flow::Node& node) {
  if (input.source != rir::Source::File || input.handle.kind != rir::OperandKind::Value || node.instance == flow::kNone)
    return false;
  const NodeId handle = context.flow.values[node.instance][input.handle.id];
  return std::ranges::any_of(context.flow.PointsTo(handle), [&](NodeId cell) {
    const flow::Object& object = context.flow.objects[context.flow.nodes[cell].object];
    const auto* open = object.op == nullptr ? nullptr : std::get_if<rir::OpenOp>(&object.op->data);
    return open != nullptr && open->path.kind == rir::OperandKind::String &&
           context.module.strings[open->path.id].ends_with("random") &&
           context.module.strings[open->path.id].starts_with("/dev/");
  });
}

}  // namespace

void Environment(const Context& context, Findings& out) {
  std::map<std::pair<Location, Asked>, std::vector<NodeId>> sources;
  for (NodeId id = 0; id < context.flow.nodes.size(); ++id) {
    const flow::Node& node = context.flow.nodes[id];
    const auto* input =
        node.op == nullptr || node.kind != NodeKind::Value ? nullptr : std::get_if<rir::InputOp>(&node.op->data);
    const Location at = input == nullptr ? Location() : context.reacher.LocationOf(context.flow.PlaceOf(id));
    if (!at.IsKnown() || rir::LibraryChoiceOf(*input) != nullptr)
      continue;
    const std::string name = WrittenAs(context.flow, id, input->callee);
    if (IsEntropyFile(context, *input, node))
      sources[{at, Asked{name, rir::Source::Entropy}}].push_back(id);
    else if (CountsDevices(name))
      sources[{at, Asked{name, rir::Source::Host}}].push_back(id);
    else if (NameOf(input->source))
      sources[{at, Asked{name, input->source}}].push_back(id);
  }
  for (const LibraryCall& call : context.library_calls) {
    const Location at = context.reacher.LocationOf(context.flow.PlaceOf(call.node));
    if (call.name == "std::thread::hardware_concurrency" && at.IsKnown())
      sources[{at, Asked{call.name, rir::Source::Host}}].push_back(call.node);
  }
  const Reseeded reseeded(context);
  for (const auto& [key, nodes] : sources) {
    const bool is_count = key.second.source == rir::Source::Host &&
                          key.second.callee.find("load") == std::string::npos &&
                          std::ranges::none_of(nodes, [&](NodeId node) { return IsText(context, node); });
    is_count ? JudgeWorkers(context, key.first, key.second, nodes, out)
             : JudgeSeed(context, reseeded, key.first, key.second, nodes, out);
  }
}

}  // namespace detrain::check
