// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/check/reach.h"

#include <algorithm>
#include <unordered_set>
#include <variant>

#include "analyzer/diag/message.h"
#include "analyzer/flow/launch.h"

namespace detrain::check {

using diag::Certainty;
using diag::Reach;
using diag::Remark;
using flow::NodeId;
using flow::NodeKind;

namespace {

int Rank(const Reached& reached) {
  if (reached.reach <= Reach::Log)
    return static_cast<int>(reached.reach);
  const int base = reached.reach == Reach::State ? 1 : 0;
  return 2 + base + (reached.certainty == Certainty::Certain ? 2 : 0);
}

template <Remark kind, typename... Args>
std::string Text(Args&&... args) {
  return diag::Say<kind>({}, std::forward<Args>(args)...).message;
}

}  // namespace

bool Reached::IsStrongerThan(const Reached& other) const {
  return Rank(*this) != Rank(other) ? Rank(*this) > Rank(other) : other.ends_with_launch && !ends_with_launch;
}

Reacher::Reacher(const flow::Flow& flow, const flow::State& state) : flow_(flow), state_(state) {}

Reached Reacher::From(std::span<const NodeId> sources, Spared spared, const Passes& passes) {
  return SearchSteps(sources, passes, {spared, true, nullptr});
}

Reached Reacher::BeyondOwn(std::span<const NodeId> sources, const Objects& own, const Passes& passes) {
  return SearchSteps(sources, passes, {Spared::None, true, &own});
}

Reached Reacher::SearchSteps(std::span<const NodeId> sources, const Passes& passes, Wanted wanted) {
  Reached reached = Search(sources, passes, wanted);
  const bool is_state = reached.reach == Reach::State && reached.certainty == Certainty::Certain;
  if (!is_state || !AreAfterSteps(sources))
    return reached;
  wanted.reaches_steps = false;
  return Search(sources, passes, wanted);
}

bool Reacher::AreAfterSteps(std::span<const NodeId> sources) {
  if (!after_)
    after_.emplace(flow_, state_.loops);
  return std::ranges::all_of(sources, [&](NodeId source) { return after_->Holds(source); });
}

Reached Reacher::Search(std::span<const NodeId> sources, const Passes& passes, const Wanted& wanted) {
  ++search_;
  seen_.resize(flow_.nodes.size());
  from_.resize(flow_.nodes.size());
  std::vector<NodeId> open;
  for (const NodeId source : sources) {
    seen_[source] = search_;
    from_[source] = flow::kNone;
    open.push_back(source);
  }
  Reached best;
  NodeId sink = flow::kNone;
  for (std::size_t i = 0; i < open.size(); ++i) {
    const NodeId at = open[i];
    Reached here = SinkAt(at, wanted);
    if (here.IsStrongerThan(best)) {
      best = std::move(here);
      sink = at;
      if (best.reach == Reach::State && best.certainty == Certainty::Certain && !best.ends_with_launch)
        break;  // there is nothing stronger
    }
    flow_.ForEdges(at, [&](const flow::Edge& edge) {
      if (seen_[edge.to] == search_ || (passes && !passes(at, edge)))
        return;
      seen_[edge.to] = search_;
      from_[edge.to] = at;
      open.push_back(edge.to);
    });
  }
  for (NodeId at = sink; at != flow::kNone; at = from_[at])
    best.path.push_back(at);
  std::ranges::reverse(best.path);
  return best;
}

bool Reacher::IsFromClock(NodeId id) {
  const auto [known, is_new] = from_clock_.try_emplace(id, false);
  if (is_new)
    known->second = StartsAtClock(id);
  return known->second;
}

bool Reacher::StartsAtClock(NodeId id) const {
  std::vector<NodeId> open = {id};
  std::unordered_set<NodeId> seen = {id};
  for (std::size_t i = 0; i < open.size() && i < 2000; ++i) {
    const flow::Node& node = flow_.nodes[open[i]];
    const auto* input = node.op == nullptr ? nullptr : std::get_if<rir::InputOp>(&node.op->data);
    if (input != nullptr && input->source == rir::Source::Clock)
      return true;
    if (node.op != nullptr && std::holds_alternative<rir::DrawOp>(node.op->data))
      continue;  // what a generator makes of its seed is no time
    flow_.ForBefore(open[i], [&](NodeId from, flow::EdgeKind kind) {
      if (kind <= flow::EdgeKind::Data && seen.insert(from).second)
        open.push_back(from);
    });
  }
  return false;
}

bool Reacher::IsSpared(NodeId id, Spared spared) {
  if (spared == Spared::None || !state_.measured.contains(id))
    return false;
  return spared == Spared::Counts ? !state_.is_float.contains(id) : IsFromClock(id);
}

// What no step is given is not state, though it may be stored where the state of steps was.
Reached Reacher::SinkAt(NodeId id, const Wanted& wanted) {
  const flow::Node& node = flow_.nodes[id];
  Reached out;
  if (node.kind == NodeKind::Effect && std::holds_alternative<rir::OutputOp>(node.op->data))
    out = OutputAt(node);
  // Of a whole program it is known where such memory's content goes from there, if anywhere.
  const bool ends = EndsWithLaunch(id), is_all = flow_.has_main && !flow_.is_truncated;
  const bool is_own =
      is_all && wanted.own != nullptr && node.kind == NodeKind::Cell && wanted.own->contains(node.object);
  const bool is_state = wanted.reaches_steps && state_.carried.contains(id) && !is_own && !IsSpared(id, wanted.spared);
  if (is_state && !(ends && is_all))
    out = {Reach::State, Certainty::Certain, {}, ends};
  else if (state_.leaves.contains(id))
    out = {Reach::State, Certainty::Maybe, {}};
  return out;
}

bool Reacher::EndsWithLaunch(NodeId id) const {
  const flow::Node& node = flow_.nodes[id];
  return node.kind == NodeKind::Cell && flow::EndsWithLaunch(flow_, flow_.objects[node.object]);
}

Reached Reacher::OutputAt(const flow::Node& node) const {
  const auto& output = std::get<rir::OutputOp>(node.op->data);
  if (output.target)
    return {};  // memory, and goes on from there
  const auto files = flow_.PointsTo(flow_.NodeOf(output.handle, node.instance));
  if (!files.empty() && std::ranges::all_of(files, [&](NodeId file) { return flow_.IsStringStream(file); }))
    return {};  // as well
  if (output.sink == rir::Sink::Text || output.sink == rir::Sink::Log || AreLogs(files))
    return {Reach::Log, Certainty::Certain, {}};
  const bool is_lost = files.empty() && flow_.is_truncated;  // what it is has been left out
  return {Reach::Output, is_lost ? Certainty::Maybe : Certainty::Certain, {}};
}

// The terminal, as a stream of C++, text in memory, or a file that is opened under a name that says that it is a log.
bool Reacher::AreLogs(std::span<const NodeId> files) const {
  return !files.empty() && std::ranges::all_of(files, [&](NodeId file) {
    const flow::Object& object = flow_.objects[flow_.nodes[file].object];
    const auto* open = object.op == nullptr ? nullptr : std::get_if<rir::OpenOp>(&object.op->data);
    const bool is_log = open != nullptr && open->path.kind == rir::OperandKind::String &&
                        flow_.module->strings[open->path.id].ends_with(".log");
    return is_log || flow_.IsConsole(object) || flow_.IsStringStream(file);
  });
}

Location Reacher::LocationOf(const rir::Location& place) const {
  if (place.file == rir::kNone)
    return {};
  return {flow_.module->files[place.file], place.line, place.column};
}

std::string Reacher::LeafName(NodeId id) const {
  const flow::Node& node = flow_.nodes[id];
  if (node.kind == NodeKind::Result) {
    const rir::FunctionId function = flow_.instances[node.instance].function;
    return "the result of '" + (function == flow::kNone ? std::string() : flow_.module->functions[function].name) + "'";
  }
  const flow::Object& object = flow_.objects[node.object];
  const std::string name = flow_.NameOf(id);
  if (object.kind == flow::ObjectKind::Region)
    return "the global '" + name + "'";
  return name.empty() ? "memory of its caller" : "memory of its caller, '" + name + "'";
}

std::string Reacher::Clause(const Reached& reached) const {
  if (reached.reach == Reach::None)
    return Text<Remark::ReachesNothing>();
  if (reached.reach == Reach::Log)
    return Text<Remark::ReachesLog>();
  if (reached.reach == Reach::Output)
    return reached.certainty == Certainty::Maybe ? Text<Remark::MayReachOutput>() : Text<Remark::ReachesOutput>();
  const NodeId sink = reached.path.back();
  if (reached.certainty == Certainty::Maybe)
    return Text<Remark::MayReachState>(LeafName(sink));
  const std::string name = flow_.NameOf(sink);
  return Text<Remark::ReachesState>(name.empty() ? std::string("memory") : name);
}

void Reacher::AddSink(const Reached& reached, std::string name, std::vector<diag::TraceStep>& trace) const {
  const NodeId sink = reached.path.back();
  Location at;
  for (auto node = reached.path.rbegin(); node != reached.path.rend() && !at.IsKnown(); ++node)
    at = LocationOf(flow_.PlaceOf(*node));
  switch (reached.reach) {
    case Reach::None:
      return;
    case Reach::Log:
      trace.push_back({at, Text<Remark::TraceLog>()});
      return;
    case Reach::Output:
      trace.push_back({at, Text<Remark::TraceOutput>()});
      return;
    case Reach::State:
      break;
  }
  if (reached.certainty == Certainty::Maybe) {
    trace.push_back({at, Text<Remark::TraceLeaves>(LeafName(sink))});
    return;
  }
  if (name.empty())
    name = flow_.NameOf(sink);
  const flow::Scope& loop = flow_.scopes[state_.carried.at(sink)];
  const rir::Location place = flow_.PlaceOf(loop.op->location, loop.instance);
  const std::string file = LocationOf(place).file, line = std::to_string(place.line);
  trace.push_back({at, Text<Remark::TraceState>(name.empty() ? std::string("memory") : name,
                                                file == at.file ? line : line + " of " + file)});
}

std::vector<diag::TraceStep> Reacher::Trace(const Reached& reached, const std::string& what,
                                            const std::string& sink) const {
  std::vector<diag::TraceStep> trace;
  if (reached.path.empty())
    return trace;
  trace.push_back({LocationOf(flow_.PlaceOf(reached.path.front())), Text<Remark::TraceSource>(what)});
  rir::FunctionId in = flow_.UserFunctionOf(reached.path.front());
  for (const NodeId id : reached.path) {
    const rir::FunctionId now = flow_.UserFunctionOf(id);
    if (now == in || now == flow::kNone || in == flow::kNone) {
      in = now == flow::kNone ? in : now;
      continue;
    }
    const flow::Node& node = flow_.nodes[id];
    const bool is_down = node.kind == NodeKind::Parameter || (node.kind == NodeKind::Control && node.op == nullptr);
    const rir::Location call =
        is_down ? flow_.PlaceOf(flow_.instances[node.instance].call, flow_.instances[node.instance].caller)
                : flow_.PlaceOf(id);
    const std::string name = flow_.module->functions[is_down ? now : in].name;
    const Location at = LocationOf(call);
    if (at.IsKnown())
      trace.push_back({at, is_down ? Text<Remark::TracePassed>(name) : Text<Remark::TraceReturned>(name)});
    in = now;
  }
  AddSink(reached, sink, trace);
  return trace;
}

}  // namespace detrain::check
