// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/races/last_owner.h"

#include <algorithm>
#include <string_view>
#include <variant>

namespace detrain::races {

namespace {

constexpr std::string_view kFutures = "/detrain/libstdc++/future";
constexpr std::string_view kShared = "std::__future_base::";                    // how the types of what is shared begin
constexpr std::string_view kForgets = "std::__future_base::_Owner::_M_forget";  // an owner that is moved from
constexpr std::string_view kWaits = "std::__future_base::_Owner::_M_wait";
constexpr std::string_view kCounts = "std::_Sp_counted_base<";  // libstdc++'s, of std::shared_ptr
constexpr std::string_view kEnds = "std::__future_base::_Owner::_M_release";

}  // namespace

LastOwner::LastOwner(const flow::Flow& flow) : flow_(flow) {
  for (const flow::Access& access : flow.accesses) {
    const rir::Function* function = flow_.FunctionOf(flow.nodes[access.node].instance);
    if (function == nullptr || (function->name != kForgets && function->name != kWaits))
      continue;
    const auto cells = flow.PointsTo(access.address);
    asked_.insert(cells.begin(), cells.end());
  }
}

bool LastOwner::EndsWithout(flow::ScopeId scope) const {
  const flow::Scope& entered = flow_.scopes[scope];
  const rir::Function* function =
      entered.kind == flow::ScopeKind::Function ? flow_.FunctionOf(entered.instance) : nullptr;
  if (function == nullptr || function->name != kEnds)
    return false;
  const flow::Instance& called = flow_.instances[entered.instance];
  const auto* call = called.op == nullptr ? nullptr : std::get_if<rir::CallOp>(&called.op->data);
  if (called.is_shared || call == nullptr || call->args.empty())
    return false;
  const auto owners = flow_.PointsTo(flow_.NodeOf(call->args[0], called.caller));
  return std::ranges::all_of(owners, [&](flow::NodeId owner) { return asked_.contains(owner); });
}

bool LastOwner::IsOfOwners(flow::ScopeId scope) const {
  const flow::Scope& entered = flow_.scopes[scope];
  const rir::Function* function =
      entered.kind == flow::ScopeKind::Function ? flow_.FunctionOf(entered.instance) : nullptr;
  const rir::FileId file = function == nullptr ? rir::kNone : function->declared.file;
  return file != rir::kNone && (flow_.module->files[file] == kFutures || function->name.starts_with(kCounts));
}

bool LastOwner::IsShared(const flow::Object& object) const {
  const auto* made = object.op == nullptr ? nullptr : std::get_if<rir::AllocOp>(&object.op->data);
  return made != nullptr && made->element != rir::kNone && flow_.module->types[made->element].name.starts_with(kShared);
}

}  // namespace detrain::races
