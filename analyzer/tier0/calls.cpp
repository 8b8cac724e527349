// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/tier0/calls.h"

#include <variant>

#include "analyzer/plan/reached_functions.h"
#include "analyzer/rir/fields.h"

namespace detrain::tier0 {

namespace {

using rir::Function;
using rir::Op;

constexpr std::size_t kMostWays = 8;

// The levels that are added inside of one function. False where a thread of its own comes there.
bool AddLevels(const Function& function, const Op& target, Nest& nest) {
  bool is_in_parallel = false;
  const std::vector<Stop> stops = StopsAt(function, target);
  for (const Stop& stop : stops) {
    const Op& op = function.blocks[stop.block].ops[stop.index];
    if (StartsThread(op))
      return false;
    is_in_parallel = is_in_parallel || std::holds_alternative<rir::ParOp>(op.data);
    if (IsLoop(op) || &op == &target)
      nest.push_back({&function, &op, IsLoop(op), is_in_parallel});
  }
  return !stops.empty();
}

}  // namespace

Calls::Calls(const rir::Module& module) : module_(module) {
  for (const Function* caller : plan::ReachedFunctions(module))
    rir::ForEachOp(*caller, caller->body, [&](const Op& op) {
      const auto* call = std::get_if<rir::CallOp>(&op.data);
      rir::ForEachOperand(op, [&](const rir::Operand& operand) {
        if (operand.kind != rir::OperandKind::Function)
          return;
        if (call != nullptr && &operand == &call->callee)
          sites_[&module.functions[operand.id]].push_back({caller, &op});
        else
          named_otherwise_.insert(&module.functions[operand.id]);
      });
    });
}

std::vector<Nest> Calls::NestsOf(const Function& function, const Op& loop) const {
  Nest nest;
  std::set<const Function*> entered;
  std::vector<Nest> ways;
  return AddLevels(function, loop, nest) && AddWays(function, nest, entered, ways) ? ways : std::vector<Nest>();
}

bool Calls::AddWays(const Function& function, const Nest& inside, std::set<const Function*>& entered,
                    std::vector<Nest>& ways) const {
  if (!plan::IsUsers(function) || function.is_address_taken || named_otherwise_.contains(&function) ||
      &function == &module_.init)
    return false;
  if (function.link_name == "main") {
    ways.push_back(inside);
    return ways.size() <= kMostWays;
  }
  const auto sites = sites_.find(&function);
  if (sites == sites_.end() || !entered.insert(&function).second)
    return false;
  for (const Site& site : sites->second) {
    Nest nest;
    if (!AddLevels(*site.caller, *site.call, nest))
      return false;
    const bool is_in_parallel = nest.back().is_in_parallel;
    for (Level level : inside) {
      level.is_in_parallel = level.is_in_parallel || is_in_parallel;
      nest.push_back(level);
    }
    if (!AddWays(*site.caller, nest, entered, ways))
      return false;
  }
  entered.erase(&function);
  return true;
}

}  // namespace detrain::tier0
