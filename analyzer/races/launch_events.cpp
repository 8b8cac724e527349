// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/races/launch_events.h"

#include <algorithm>
#include <utility>

#include "analyzer/flow/constants.h"

namespace detrain::races {

namespace {

constexpr std::size_t kMostVisits = 100'000;  // events of one launch

class Visitor {
 public:
  Visitor(const flow::Flow& flow, flow::ScopeId launch, std::span<const BarrierPlace> added)
      : flow_(flow), launch_(launch), added_(added) {}

  LaunchEvents Events() {
    Visit(launch_);
    return std::move(events_);
  }

 private:
  void Visit(flow::ScopeId id) {
    const flow::Scope& scope = flow_.scopes[id];
    const flow::Scope& launch = flow_.scopes[launch_];
    // The loops of a launch over its own threads are no loops of a thread.
    const bool is_loop = scope.kind == flow::ScopeKind::Loop &&
                         (launch.kind != flow::ScopeKind::Parallel || scope.instance != launch.instance);
    const std::uint32_t outer = round_;
    for (unsigned number = 0; number < (is_loop ? 2U : 1U); ++number) {
      if (is_loop) {
        events_.rounds.push_back({outer, id, number});
        round_ = static_cast<std::uint32_t>(events_.rounds.size() - 1);
      }
      for (std::size_t i = 0; i < scope.events.size(); ++i) {
        if (IsAdded(id, i))
          ++phase_;
        if (++visits_ <= kMostVisits)
          Take(scope.events[i]);
      }
    }
    round_ = outer;
  }

  [[nodiscard]] bool IsAdded(flow::ScopeId scope, std::size_t event) const {
    return std::ranges::any_of(added_,
                               [&](const BarrierPlace& place) { return place.scope == scope && place.event == event; });
  }

  void Take(const flow::Event& event) {
    if (event.scope != flow::kNone && !flow::NeverRuns(flow_, event.scope))
      Visit(event.scope);
    else if (event.node != flow::kNone)
      events_.items.push_back({flow_.AccessOf(event.node), phase_, round_, grid_phase_});
    else if (event.scope == flow::kNone)
      Wait(event.is_of_grid);
  }

  void Wait(bool is_of_grid) {
    ++phase_;
    grid_phase_ += is_of_grid ? 1 : 0;
  }

  const flow::Flow& flow_;
  flow::ScopeId launch_;
  std::span<const BarrierPlace> added_;
  LaunchEvents events_;
  unsigned phase_ = 0, grid_phase_ = 0;
  std::uint32_t round_ = flow::kNone;
  std::size_t visits_ = 0;
};

// The call in `from` that leads to the access; kNone: there is none, or the access stands in `from` itself.
flow::InstanceId CallTowards(const flow::Flow& flow, const flow::Access& access, flow::InstanceId from) {
  flow::InstanceId at = flow.nodes[access.node].instance, call = flow::kNone;
  for (; at != flow::kNone && at != from; at = flow.instances[at].caller)
    call = at;
  return at == flow::kNone ? flow::kNone : call;
}

}  // namespace

LaunchEvents EventsOf(const flow::Flow& flow, flow::ScopeId launch, std::span<const BarrierPlace> added) {
  return Visitor(flow, launch, added).Events();
}

std::vector<std::uint32_t> RoundsAround(const LaunchEvents& events, const LaunchItem& item) {
  std::vector<std::uint32_t> around;
  for (std::uint32_t at = item.round; at != flow::kNone; at = events.rounds[at].outer)
    around.push_back(at);
  std::ranges::reverse(around);
  return around;
}

std::set<flow::ScopeId> LoopsOfBoth(const LaunchEvents& events, const LaunchItem& a, const LaunchItem& b) {
  const std::vector<std::uint32_t> left = RoundsAround(events, a), right = RoundsAround(events, b);
  std::set<flow::ScopeId> loops;
  for (auto at = left.begin(); at != std::ranges::mismatch(left, right).in1; ++at)
    loops.insert(events.rounds[*at].loop);
  return loops;
}

flow::InstanceId CallInLoop(const flow::Flow& flow, const LaunchEvents& events, const LaunchItem& a,
                            const LaunchItem& b) {
  const std::vector<std::uint32_t> left = RoundsAround(events, a), right = RoundsAround(events, b);
  const auto [first, second] = std::ranges::mismatch(left, right);
  if (first == left.end() || second == right.end() || events.rounds[*first].loop != events.rounds[*second].loop)
    return flow::kNone;
  const flow::InstanceId loop = flow.scopes[events.rounds[*first].loop].instance;
  const flow::InstanceId call = CallTowards(flow, *a.access, loop);
  return call == CallTowards(flow, *b.access, loop) ? call : flow::kNone;
}

}  // namespace detrain::races
