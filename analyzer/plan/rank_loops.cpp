// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/plan/rank_loops.h"

#include <algorithm>
#include <map>
#include <utility>
#include <variant>
#include <vector>

#include "analyzer/rir/fields.h"

namespace detrain::plan {

namespace {

using Regions = std::set<rir::RegionId>;  // variables that hold the rank, or what is made of it

// Goes through one function's text.
class RankWalk {
 public:
  RankWalk(const rir::Module& module, const rir::Function& function, Regions& made)
      : module_(module), function_(function), made_(made) {
    Walk(function.body, false);
  }

  std::set<const rir::LoopOp*> loops;                    // all of them
  std::set<const rir::LoopOp*> guarded;                  // of some ranks
  std::vector<std::pair<rir::FunctionId, bool>> called;  // and whether by some ranks

 private:
  bool IsMade(const rir::Operand& operand) const {
    return operand.kind == rir::OperandKind::Value && values_.contains(operand.id);
  }

  void Walk(rir::BlockId block, bool is_guarded) {
    if (block == rir::kNone)
      return;
    for (const rir::Op& op : function_.blocks[block].ops) {
      if (const auto* choice = std::get_if<rir::IfOp>(&op.data)) {
        const bool decides = IsMade(choice->condition);
        Walk(choice->then_block, is_guarded || decides);
        Walk(choice->else_block, is_guarded || decides);
        is_guarded = is_guarded || (decides && (Leaves(choice->then_block) || Leaves(choice->else_block)));
      } else if (const auto* loop = std::get_if<rir::LoopOp>(&op.data)) {
        loops.insert(loop);
        if (is_guarded)
          guarded.insert(loop);
        for (const rir::BlockId part : {loop->test, loop->body, loop->step})
          Walk(part, is_guarded);
      } else if (const auto* par = std::get_if<rir::ParOp>(&op.data)) {
        Walk(par->body, is_guarded);
      } else {
        Look(op, is_guarded);
      }
    }
  }

  // The rest of the block around it is not for those that come here.
  bool Leaves(rir::BlockId block) const {
    if (block == rir::kNone || function_.blocks[block].ops.empty())
      return false;
    const rir::OpData& last = function_.blocks[block].ops.back().data;
    return std::holds_alternative<rir::ContinueOp>(last) || std::holds_alternative<rir::BreakOp>(last) ||
           std::holds_alternative<rir::ReturnOp>(last);
  }

  void Look(const rir::Op& op, bool is_guarded) {
    if (const auto* input = std::get_if<rir::InputOp>(&op.data)) {
      for (const rir::InputTarget& target : input->targets)
        if (input->callee == "MPI_Comm_rank" && target.address.kind == rir::OperandKind::Region)
          made_.insert(target.address.id);
    } else if (const auto* store = std::get_if<rir::StoreOp>(&op.data)) {
      if (store->address.kind == rir::OperandKind::Region && IsMade(store->value))
        made_.insert(store->address.id);
    } else if (const auto* load = std::get_if<rir::LoadOp>(&op.data)) {
      if (load->address.kind == rir::OperandKind::Region && made_.contains(load->address.id))
        values_.insert(op.result);
    } else if (const auto* compute = std::get_if<rir::ComputeOp>(&op.data)) {
      if (std::ranges::any_of(compute->args, [&](const rir::Operand& arg) { return IsMade(arg); }))
        values_.insert(op.result);
    } else if (const auto* call = std::get_if<rir::CallOp>(&op.data)) {
      Pass(*call, is_guarded);
    }
  }

  void Pass(const rir::CallOp& call, bool is_guarded) {
    if (call.callee.kind != rir::OperandKind::Function)
      return;
    called.emplace_back(call.callee.id, is_guarded);
    const auto& params = module_.functions[call.callee.id].params;
    for (std::size_t i = 0; i < std::min(params.size(), call.args.size()); ++i)
      if (IsMade(call.args[i]))
        made_.insert(params[i]);
  }

  const rir::Module& module_;
  const rir::Function& function_;
  Regions& made_;
  std::set<rir::ValueId> values_;
};

std::vector<RankWalk> WalkAll(const rir::Module& module, Regions& made) {
  std::vector<RankWalk> walks;
  for (const rir::Function& function : module.functions)
    walks.emplace_back(module, function, made);
  return walks;
}

// Functions that all ranks may come to: those that nobody calls by name, and what these call under no condition on it.
std::set<rir::FunctionId> OfAllRanks(const std::vector<RankWalk>& walks) {
  std::set<rir::FunctionId> called, all;
  for (const RankWalk& walk : walks)
    for (const auto& [function, is_guarded] : walk.called)
      called.insert(function);
  std::vector<rir::FunctionId> open;
  const auto add = [&](rir::FunctionId function) {
    if (all.insert(function).second)
      open.push_back(function);
  };
  for (rir::FunctionId function = 0; function < walks.size(); ++function)
    if (!called.contains(function))
      add(function);
  while (!open.empty()) {
    const rir::FunctionId function = open.back();
    open.pop_back();
    for (const auto& [callee, is_guarded] : walks[function].called)
      if (!is_guarded)
        add(callee);
  }
  return all;
}

}  // namespace

std::set<const rir::LoopOp*> LoopsOfSomeRanks(const rir::Module& module) {
  Regions made;
  std::vector<RankWalk> walks = WalkAll(module, made);
  if (made.empty())
    return {};
  for (std::size_t before = 0; before != made.size();) {
    before = made.size();
    walks = WalkAll(module, made);
  }
  const std::set<rir::FunctionId> of_all = OfAllRanks(walks);
  std::set<const rir::LoopOp*> out;
  for (rir::FunctionId function = 0; function < walks.size(); ++function) {
    const RankWalk& walk = walks[function];
    const auto& loops = of_all.contains(function) ? walk.guarded : walk.loops;
    out.insert(loops.begin(), loops.end());
  }
  return out;
}

}  // namespace detrain::plan
