// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/tier0/effects.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <variant>

#include "analyzer/flow/state.h"
#include "analyzer/infer/infer.h"
#include "analyzer/plan/choose.h"
#include "analyzer/plan/layout.h"
#include "analyzer/races/threads.h"
#include "analyzer/rir/fields.h"
#include "analyzer/rir/library_choice.h"

namespace detrain::tier0 {

namespace {

using plan::Reason;
using rir::Op;

constexpr const char* kThread = "thread";           // what assumptions call one
constexpr std::string_view kShared = "__shared__";  // what lift calls the memory that a launch's blocks share

// What plans call a source of inputs; null: it gives the same in every run.
const char* EnvironmentOf(rir::Source source) {
  switch (source) {
    case rir::Source::Clock:
      return "clock";
    case rir::Source::Pid:
      return "process";
    case rir::Source::Entropy:
      return "entropy";
    case rir::Source::Host:
      return "host";
    case rir::Source::Interactive:
      return "input";
    case rir::Source::Directory:
      return "directory";
    case rir::Source::File:
    case rir::Source::Arguments:
    case rir::Source::Address:  // stack and heap lie where they lie in every run
      return nullptr;
  }
  return nullptr;
}

class Collector {
 public:
  Collector(const rir::Module& module, const plan::Options& options) : module_(module), options_(options) {}

  void Add(const rir::Function& function) {
    used_.clear();
    rir::ForEachOp(function, function.body, [&](const Op& op) {
      rir::ForEachOperand(op, [&](const rir::Operand& operand) {
        if (operand.kind == rir::OperandKind::Value)
          used_.insert(operand.id);
      });
    });
    rir::ForEachOp(function, function.body, [&](const Op& op) { Add(op); });
  }

  Effects Take() { return std::move(effects_); }

 private:
  void Add(const Op& op) {
    AddHidden(op);
    if (const auto* input = std::get_if<rir::InputOp>(&op.data))
      AddInput(op, *input);
    if (const auto* call = std::get_if<rir::CallOp>(&op.data))
      AddCall(op, *call);
    if (const auto* opaque = std::get_if<rir::OpaqueOp>(&op.data))
      Assume(opaque->reason, op, "is not modelled; it keeps no state of its own");
    if (const auto* par = std::get_if<rir::ParOp>(&op.data))
      AddParallel(op, *par);
    if (const auto* alloc = std::get_if<rir::AllocOp>(&op.data))
      AddAlloc(op, *alloc);
    if (const auto* output = std::get_if<rir::OutputOp>(&op.data); output && output->sink == rir::Sink::External)
      Refuse(op, "what is sent out of the process cannot be taken back");
  }

  [[nodiscard]] plan::Place At(const Op& op) const { return plan::PlaceOf(module_, op.location); }

  void Refuse(const Op& op, const std::string& why) {
    const Reason reason{At(op), why};
    if (std::ranges::none_of(effects_.reasons, [&](const Reason& r) { return r.message == why; }))
      effects_.reasons.push_back(reason);
  }

  void HaveNoPlan(const Op& op, const std::string& why) {
    if (!effects_.no_plan)
      effects_.no_plan = Reason{At(op), why};
  }

  void Assume(const std::string& callee, const Op& op, const std::string& effect) {
    if (assumed_.insert(callee).second)
      effects_.assumptions.push_back({callee, At(op), "opaque", effect});
  }

  // State of a library that the code moves on: of a generator, of standard input.
  void AddHidden(const Op& op) {
    const bool moves = std::holds_alternative<rir::DrawOp>(op.data) || std::holds_alternative<rir::SeedOp>(op.data) ||
                       std::holds_alternative<rir::InputOp>(op.data) || std::holds_alternative<rir::StoreOp>(op.data);
    rir::ForEachOperand(op, [&](const rir::Operand& operand) {
      if (operand.kind != rir::OperandKind::Region || module_.regions[operand.id].kind != rir::RegionKind::Hidden)
        return;
      const rir::Region& region = module_.regions[operand.id];
      const bool is_kept = moves && !region.is_const && !region.is_thread_local;
      if (region.is_held)
        HaveNoPlan(op, "objects of a library keep state of their own");
      else if (is_kept && (region.is_stream || region.name == rir::kStandardInput))
        effects_.hidden.insert(operand.id);
      else if (is_kept)
        Assume(region.name, op, "what a step leaves there, no later step needs");
    });
  }

  void AddInput(const Op& op, const rir::InputOp& input) {
    const char* what = EnvironmentOf(input.source);
    if (input.targets.empty() && !used_.contains(op.result))
      return;  // nobody looks at it
    const bool is_pinned_host = input.source == rir::Source::Host && input.is_recorded;
    if (what == nullptr || is_pinned_host || rir::LibraryChoiceOf(input) != nullptr)
      return;
    if (!input.is_recorded)
      return Refuse(op, std::string("state may depend on the ") + what + ", which is read here and is not recorded");
    const plan::Place place = At(op);
    if (std::ranges::none_of(effects_.inputs, [&](const plan::Input& i) { return i.place == place; }))
      effects_.inputs.push_back({place, what, {}});
  }

  void AddCall(const Op& op, const rir::CallOp& call) {
    if (call.callee.kind != rir::OperandKind::Function)
      return;
    const rir::Function& callee = module_.functions[call.callee.id];
    if (!callee.is_defined)
      Assume(callee.name, op, "has no body here; it keeps no state of its own");
  }

  void AddParallel(const Op& op, const rir::ParOp& par) {
    if (par.kind == rir::ParKind::Task)
      Refuse(op, "tasks run in an order that nobody fixes, and what they do is not followed");
  }

  void AddAlloc(const Op& op, const rir::AllocOp& alloc) {
    const bool is_automatic = alloc.on_stack || alloc.callee == kShared;
    const bool is_placed = infer::IsHooked(alloc.callee) || options_.placed.contains(alloc.callee);
    const bool is_elsewhere = !is_placed && !is_automatic;
    if (is_elsewhere && alloc.space != rir::Space::Host && options_.follows)
      HaveNoPlan(op, "memory of a device lies elsewhere in another process, but for --cuda=host");
    else if (is_elsewhere)
      Refuse(op, alloc.callee + " gives memory that lies elsewhere in another process, so that it is not saved");
    if (alloc.element != rir::kNone && HoldsFile(alloc.element))
      Refuse(op, "a block of the heap holds an open file (" + module_.types[alloc.element].name +
                     "), whose place is not followed");
  }

  bool HoldsFile(rir::TypeId type) {
    const auto [known, is_new] = holds_file_.try_emplace(type, false);
    if (is_new)
      known->second = std::ranges::any_of(plan::LeavesOf(module_, type, ""), [](const plan::NamedLeaf& leaf) {
        return leaf.leaf.dtype == plan::DType::File || plan::IsFileStream(leaf.leaf.dtype);
      });
    return known->second;
  }

  const rir::Module& module_;
  const plan::Options& options_;
  Effects effects_;
  std::set<rir::ValueId> used_;  // of the function
  std::set<std::string> assumed_;
  std::map<rir::TypeId, bool> holds_file_;
};

bool IsTeam(const flow::Scope& scope) {
  const bool is_parallel = scope.kind == flow::ScopeKind::Parallel;
  const auto kind = is_parallel ? std::get<rir::ParOp>(scope.op->data).kind : rir::ParKind::Thread;
  return kind != rir::ParKind::Thread && kind != rir::ParKind::Launch;
}

// Per scope: whether threads run there that take no turns, OpenMP's. Those of the program do; of a GPU's threads the
// rewrite says what is unordered (plan::Options), and `check` what races, as beside an exact plan.
std::vector<bool> ScopesOfTeams(const flow::Flow& flow) {
  std::vector<bool> inside(flow.scopes.size());
  for (flow::ScopeId scope = 0; scope < flow.scopes.size(); ++scope) {
    if (!IsTeam(flow.scopes[scope]) || inside[scope])
      continue;
    const std::vector<bool> within = flow::InsideOf(flow, scope);
    for (flow::ScopeId at = 0; at < inside.size(); ++at)
      inside[at] = inside[at] || within[at];
  }
  return inside;
}

// What OpenMP's threads do to each other's memory in an order that nobody fixes.
class Orders {
 public:
  Orders(const flow::Flow& flow, Effects& effects) : flow_(flow), effects_(effects), inside_(ScopesOfTeams(flow)) {}

  void Add() {
    const races::Threads threads = races::ThreadsOf(flow_);
    for (const races::Conflict& conflict : threads.conflicts)
      Refuse(conflict.write, "several threads write and read this memory, and nothing orders them");
    for (const races::SharedUpdate& update : threads.updates)
      if (update.update == races::OriginSearch::Update::FloatSum || update.varies)
        Refuse(update.write, "several threads write this memory in the order in which they come");
    for (const auto* nodes : {&threads.dealt, &threads.taken, &threads.appended, &threads.counted})
      for (const flow::NodeId node : *nodes)
        Refuse(node, "which thread comes first decides what is here");
    AddBlocks();
    if (threads.is_truncated)
      RefuseAt({}, "the program's threads take more ways than are followed");
  }

 private:
  // Where one of them asks for a block, the others may do so at once.
  void AddBlocks() {
    for (flow::NodeId node = 0; node < flow_.nodes.size(); ++node)
      if (const rir::Op* op = flow_.nodes[node].op; op != nullptr && std::holds_alternative<rir::AllocOp>(op->data))
        if (Refuse(node, "several threads ask for blocks at once, so that their addresses differ from run to run"))
          return;
  }

  bool Refuse(flow::NodeId node, const char* why) {
    const flow::ScopeId scope = flow_.nodes[node].scope;
    const bool is_inside = scope != flow::kNone && inside_[scope];
    if (is_inside)
      RefuseAt(flow_.PlaceOf(node), why);
    return is_inside;
  }

  void RefuseAt(const rir::Location& at, const char* why) {
    const plan::Place place = plan::PlaceOf(*flow_.module, at);
    if (std::ranges::none_of(effects_.reasons, [&](const Reason& r) { return r.place == place; }))
      effects_.reasons.push_back({place, why});
  }

  const flow::Flow& flow_;
  Effects& effects_;
  const std::vector<bool> inside_;  // per scope
};

// Threads of the program run one at a time, and none may be there when a step ends: the runtime sees to both.
void AddThreads(const flow::Flow& flow, Effects& effects) {
  bool has_any = false;
  for (const flow::Scope& scope : flow.scopes) {
    if (scope.kind != flow::ScopeKind::Parallel)
      continue;
    has_any = has_any || std::get<rir::ParOp>(scope.op->data).kind != rir::ParKind::Launch;
    if (std::get<rir::ParOp>(scope.op->data).kind != rir::ParKind::Thread)
      continue;
    const plan::Place place = plan::PlaceOf(*flow.module, flow.PlaceOf(scope.op->location, scope.instance));
    const auto is_same = [&](const plan::Assumption& a) { return a.callee == kThread && a.place == place; };
    if (std::ranges::none_of(effects.assumptions, is_same))
      effects.assumptions.push_back(
          {kThread, place, "catalog",
           "takes turns with the others, as the runtime makes them; none lives when a step ends, which is tested "
           "there: a run in which one does saves nothing and ends"});
  }
  if (has_any)
    Orders(flow, effects).Add();
}

}  // namespace

namespace {

// The scopes whose stores a resumed run is without: of the nest's outermost loop, on any way to it, or all of them
// where it jumps over the loops before this one.
std::vector<bool> NotRunAgain(const flow::Flow& flow, const Way& way) {
  const rir::Op* outermost = std::ranges::find_if(way.nest, &Level::is_loop)->op;
  std::vector<bool> inside(flow.scopes.size(), way.row.begin != nullptr);
  for (flow::ScopeId loop = 0; loop < flow.scopes.size(); ++loop)
    if (flow.scopes[loop].op == outermost) {
      const std::vector<bool> its = flow::InsideOf(flow, loop);
      for (flow::ScopeId scope = 0; scope < its.size(); ++scope)
        inside[scope] = inside[scope] || its[scope];
    }
  return inside;
}

}  // namespace

std::vector<plan::Reason> BlocksOnStack(const flow::Flow& flow, const Way& way) {
  const std::vector<bool> inside = NotRunAgain(flow, way);
  std::set<const Op*> stored;
  for (const flow::Access& access : flow.accesses) {
    const flow::ScopeId scope = flow.nodes[access.node].scope;
    if (access.writes && (scope == flow::kNone || inside[scope]))
      for (const flow::NodeId cell : flow.PointsTo(access.address))
        stored.insert(flow.objects[flow.nodes[cell].object].op);
  }
  std::vector<plan::Reason> reasons;
  std::set<const rir::Function*> seen;
  for (const Level& level : way.nest)
    if (seen.insert(level.function).second)
      rir::ForEachOp(*level.function, level.function->body, [&](const Op& op) {
        const auto* alloc = std::get_if<rir::AllocOp>(&op.data);
        const bool is_on_stack = alloc != nullptr && alloc->on_stack;
        if (is_on_stack && (flow.is_truncated || stored.contains(&op)))
          reasons.push_back({plan::PlaceOf(*flow.module, op.location),
                             "an array of variable length on the stack of a function around the step loop is not "
                             "saved, and the loop stores into it"});
      });
  return reasons;
}

std::vector<plan::Reason> OtherCalls(const flow::Flow& flow, const Nest& nest) {
  std::vector<plan::Reason> reasons;
  std::set<const rir::Function*> seen;
  for (const Level& level : nest)
    if (flow.is_truncated && level.function->is_address_taken && seen.insert(level.function).second)
      reasons.push_back(
          {plan::PlaceOf(*flow.module, level.function->declared),
           "the program is too large for all calls through pointers to be followed, and one may lead to " +
               level.function->name + " beside the way to the step loop"});
  return reasons;
}

Effects EffectsOf(const flow::Flow& flow, const std::vector<const rir::Function*>& reached,
                  const plan::Options& options) {
  Collector collector(*flow.module, options);
  for (const rir::Function* function : reached)
    collector.Add(*function);
  Effects effects = collector.Take();
  AddThreads(flow, effects);
  return effects;
}

}  // namespace detrain::tier0
