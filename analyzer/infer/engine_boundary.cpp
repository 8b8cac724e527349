// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The step loop, and the boundary at its top.
#include <algorithm>
#include <utility>

#include "analyzer/infer/engine_threads.h"

namespace detrain::infer {

namespace {

constexpr int kMaxPasses = 48;
constexpr std::size_t kMaxStates = 6;

}  // namespace

// From one boundary to the next. That of a do loop is in front of its test, but for the first one, in front of its
// body.
Engine::Iteration Engine::RunStep(const rir::LoopOp& data, State state, bool is_first) {
  if (data.kind != rir::LoopKind::TestLast)
    return RunIteration(data, std::move(state));
  Iteration out;
  std::optional<State> start = std::move(state);
  if (!is_first) {
    Tested tested = RunTest(data, std::move(*start), out);
    out.exit = std::move(tested.fails);
    start = std::move(tested.holds);
  }
  out.enters = start.has_value();
  if (start)
    out.end = RunBody(data, std::move(*start), out);
  return out;
}

// One iteration from one of the possible states at the boundary. True where it teaches something new of any of them.
bool Engine::LearnStep(const rir::LoopOp& data, std::deque<StepState>& states, std::size_t from) {
  states[from].is_settled = true;
  const ExprId k = FreshIteration("step");
  State head = HeadOf(states[from].base, states[from].known, k);
  head.control.clear();
  threads_->TakeTurns(head);
  const std::size_t exposed = exposed_.size();
  Iteration ran = RunStep(data, head, false);
  if (!ran.end)
    return false;
  ran.end->control.clear();
  std::size_t to = 0;
  while (to < states.size() && SplitsOnNull(states[to].base, *ran.end))
    ++to;
  if (to == states.size() && states.size() < kMaxStates) {
    states.push_back({std::move(*ran.end), {}});
    return true;
  }
  if (to == states.size())
    to = from;
  LoopMemory& known = states[to].known;
  const bool learned = to == from ? Learn(head, *ran.end, known, k, true)
                                  : Learn(HeadOf(states[to].base, known, k), *ran.end, known, k, false);
  if (learned)
    states[to].is_settled = false;
  return learned || exposed_.size() > exposed;
}

// The states that are possible at the top of the step loop, each with its invariant. Nothing is noted.
std::deque<Engine::StepState> Engine::FindStepStates(const rir::LoopOp& data, const State& entry) {
  const Mode mode = std::exchange(mode_, Mode::Plain);
  const bool followed = std::exchange(follows_dependences_, false);  // ForgetDependences
  const Level saved = levels_.back();
  const Notes before = NotesNow();
  std::deque<StepState> states;
  if (data.kind != rir::LoopKind::TestLast)
    states.push_back({entry, {}});
  else if (auto first = RunStep(data, entry, true).end)
    states.push_back({std::move(*first), {}});
  if (!states.empty())
    threads_->TakeTurns(states.front().base);
  bool is_settled = false;
  for (int pass = 0; pass < kMaxPasses && !is_settled; ++pass) {
    // Once each is settled all run again, because what is known of the loops inside may have grown.
    const bool runs_all = std::all_of(states.begin(), states.end(), [](const StepState& s) { return s.is_settled; });
    is_settled = runs_all;
    for (std::size_t i = 0; i < states.size(); ++i)
      if (runs_all || !states[i].is_settled)
        is_settled = !LearnStep(data, states, i) && is_settled;
  }
  levels_.back() = saved;
  Forget(before);
  mode_ = mode;
  follows_dependences_ = followed;
  boundary.is_settled = boundary.is_settled && is_settled;
  return states;
}

// Dependences that earlier passes saw are not counted from the boundary.
void Engine::ForgetDependences() {
  for (auto& [place, known] : loop_memory_) {
    known.settled = false;
    for (auto& [where, change] : known.changed)
      change.joined.deps.clear();
    for (auto& [id, lost] : known.lost) {
      lost.deps.clear();
      for (auto& [leaf, value] : lost.any)
        value.deps.clear();
    }
  }
}

void Engine::DescribeBoundary(const rir::Op& op, const rir::LoopOp& data, const State& entry) {
  boundary.entry = entry;
  boundary.nest = nest_;
  boundary.nest.push_back({stack_.back().function, &data, op.location});
  for (ObjectId id = 0; id < objects.size(); ++id) {
    const rir::RegionId region = objects[id].region;
    if (region == rir::kNone || module_.regions[region].function == rir::kNone)
      continue;
    for (std::size_t f = 0; f < stack_.size(); ++f)
      if (objects[id].path == stack_[f].path)
        boundary.frame_of[id] = static_cast<std::uint32_t>(f);
  }
}

// The state at the top of a step. From here on, what a value depends on is counted from the boundary.
State Engine::AtBoundary(const StepState& at) {
  State head = HeadOf(at.base, at.known, FreshIteration("step"));
  head.control.clear();
  head.since_boundary = true;
  for (const auto& [id, contents] : head.memory) {
    Contents& c = head.Change(id);
    c.deps.clear();
    for (Cell& cell : c.cells)
      cell.value.deps = {SourceOf({SourceKind::Cell, id, LeafAt(id, cell.offset, kNoExpr), "", {}})};
    for (auto& [leaf, value] : c.any)
      value.deps.clear();
  }
  threads_->TakeTurns(head);
  return head;
}

// A step from a state at the boundary, and now it is noted what it reads and writes.
void Engine::ExecStep(const rir::LoopOp& data, const StepState& at, bool is_first, Flow& flow,
                      std::vector<State>& exits) {
  State head = AtBoundary(at);
  boundary.states.push_back(head);
  Iteration ran = RunStep(data, std::move(head), is_first);
  boundary.ends.push_back(ran.end ? *ran.end : State{});
  std::vector<State> left = ran.TakeExits(flow);
  std::move(left.begin(), left.end(), std::back_inserter(exits));
}

// The step loop runs from each of the possible states.
void Engine::ExecSteps(const rir::Op& op, const rir::LoopOp& data, const State& entry, Flow& flow,
                       std::optional<State>& next) {
  reached_ = true;
  between_ = false;
  if (IsOutermost())
    EnterNest(entry);
  const std::deque<StepState> states = FindStepStates(data, entry);
  recording_ = noting_ = true;  // what runs before the boundary runs again after it, in ExecNest's tail
  boundary_path_ = stack_.back().path;
  ForgetDependences();
  DescribeBoundary(op, data, entry);
  std::vector<State> exits;
  const std::size_t returned = flow.returns.size();
  if (data.kind == rir::LoopKind::TestLast)
    ExecStep(data, {entry, {}}, true, flow, exits);
  for (const StepState& at : states)
    ExecStep(data, at, false, flow, exits);
  is_left_ = !exits.empty() || flow.returns.size() > returned;
  if (IsOutermost())
    boundary.writes = levels_[0].writes;
  next = JoinAll(std::move(exits));
}

void Engine::ExecStepLoop(const rir::Op& op, const rir::LoopOp& data, State entry, Flow& flow,
                          std::optional<State>& next) {
  for (const rir::LoopOp* outer : active_loops_)
    if (outer != &data && !options_.around.contains(outer))
      missed_around.insert(outer);
  const bool is_again = mode_ == Mode::Final && reached_;
  revisited = revisited || is_again;
  if (mode_ == Mode::Plain || is_again)
    return ExecLoop(op, data, std::move(entry), flow, next);
  if (mode_ == Mode::Final)
    return ExecSteps(op, data, entry, flow, next);
  Iteration ran = RunStep(data, std::move(entry), true);  // on the way to the next boundary
  next = JoinAll(ran.TakeExits(flow));
}

// The loop's code takes itself to be on one of the ways that have a plan.
void Engine::ExecStepLoopElsewhere(const rir::Op& op, const rir::LoopOp& data, State entry, Flow& flow,
                                   std::optional<State>& next) {
  revisited = revisited || other_depth_ == 0;
  ExecLoop(op, data, std::move(entry), flow, next);
}

}  // namespace detrain::infer
