// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/tier0/nest.h"

#include <algorithm>
#include <set>
#include <utility>
#include <variant>

#include "analyzer/plan/reached_functions.h"
#include "analyzer/rir/fields.h"

namespace detrain::tier0 {

namespace {

using flow::Flow;
using flow::Instance;
using flow::Scope;
using flow::ScopeId;
using flow::ScopeKind;
using plan::IsUsers;

bool FindStops(const rir::Function& function, rir::BlockId block, const rir::Op& target, std::vector<Stop>& stops) {
  const std::vector<rir::Op>& ops = function.blocks[block].ops;
  for (std::size_t i = 0; i < ops.size(); ++i) {
    stops.push_back({block, i});
    bool is_found = &ops[i] == &target;
    rir::ForEachBlock(ops[i],
                      [&](rir::BlockId inner) { is_found = is_found || FindStops(function, inner, target, stops); });
    if (is_found)
      return true;
    stops.pop_back();
  }
  return false;
}

// One scope at a time.
class Outwards {
 public:
  explicit Outwards(const Flow& flow) : flow_(flow) {}

  std::optional<Nest> From(ScopeId at) {
    while (at != flow::kNone)
      if (!Take(at))
        return std::nullopt;
    std::ranges::reverse(nest_);
    return has_main_ ? std::optional(std::move(nest_)) : std::nullopt;
  }

 private:
  // Moves `at` to the scope around it. False where no plan can have that way.
  bool Take(ScopeId& at) {
    const Scope& scope = flow_.scopes[at];
    const bool goes_on = scope.kind == ScopeKind::Function ? TakeCall(scope) : TakeStatement(scope);
    if (!goes_on || scope.parents.size() > 1)
      return false;
    at = scope.parents.empty() ? flow::kNone : scope.parents.front();
    return true;
  }

  bool TakeStatement(const Scope& scope) {
    const rir::Function* function = flow_.FunctionOf(scope.instance);
    if (function == nullptr || !IsUsers(*function))
      return false;
    if (scope.kind == ScopeKind::Parallel && StartsThread(*scope.op))
      return false;
    if (IsLoop(scope))
      nest_.push_back({function, scope.op, true, false});
    for (Level& level : nest_)
      level.is_in_parallel = level.is_in_parallel || scope.kind == ScopeKind::Parallel;
    return true;
  }

  bool TakeCall(const Scope& scope) {
    const Instance& instance = flow_.instances[scope.instance];
    const rir::Function* function = flow_.FunctionOf(scope.instance);
    if (function == nullptr || !IsUsers(*function) || !entered_.insert(function).second)
      return false;
    has_main_ = has_main_ || function->name == "main";
    if (instance.caller == flow::kNone)
      return true;
    const rir::Function* caller = flow_.FunctionOf(instance.caller);
    if (caller == nullptr || instance.op == nullptr || !std::holds_alternative<rir::CallOp>(instance.op->data))
      return false;
    nest_.push_back({caller, instance.op, false, false});
    return true;
  }

  const Flow& flow_;
  Nest nest_;
  std::set<const rir::Function*> entered_;
  bool has_main_ = false;
};

}  // namespace

bool IsLoop(const rir::Op& op) {
  const auto* loop = std::get_if<rir::LoopOp>(&op.data);
  return loop != nullptr && loop->kind != rir::LoopKind::Once;
}

bool IsLoop(const Scope& scope) {
  return scope.kind == ScopeKind::Loop && IsLoop(*scope.op);
}

bool StartsThread(const rir::Op& op) {
  const auto* par = std::get_if<rir::ParOp>(&op.data);
  return par != nullptr && (par->kind == rir::ParKind::Thread || par->kind == rir::ParKind::Launch);
}

std::vector<Stop> StopsAt(const rir::Function& function, const rir::Op& target) {
  std::vector<Stop> stops;
  FindStops(function, function.body, target, stops);
  return stops;
}

std::optional<Nest> NestOf(const Flow& flow, ScopeId loop) {
  return Outwards(flow).From(loop);
}

}  // namespace detrain::tier0
