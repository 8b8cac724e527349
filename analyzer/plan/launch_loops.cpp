// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/plan/launch_loops.h"

#include <variant>

#include "analyzer/rir/fields.h"

namespace detrain::plan {

namespace {

class Collector {
 public:
  explicit Collector(const rir::Function& function) : function_(function) {}

  void Look(rir::BlockId block, bool in_launch) {
    if (block == rir::kNone)
      return;
    for (const rir::Op& op : function_.blocks[block].ops) {
      if (const auto* par = std::get_if<rir::ParOp>(&op.data)) {
        Look(par->body, in_launch || par->kind != rir::ParKind::Thread);
      } else if (const auto* loop = std::get_if<rir::LoopOp>(&op.data)) {
        if (in_launch)
          found.insert(loop);
        Look(loop->body, in_launch);
      } else if (const auto* choice = std::get_if<rir::IfOp>(&op.data)) {
        Look(choice->then_block, in_launch);
        Look(choice->else_block, in_launch);
      }
    }
  }

  std::set<const rir::LoopOp*> found;

 private:
  const rir::Function& function_;
};

// f(const Op&) for every op inside of a construct of OpenMP; perhaps more than once.
template <typename F>
void ForEachInConstruct(const rir::Function& function, const F& f) {
  if (function.body == rir::kNone)
    return;
  rir::ForEachOp(function, function.body, [&](const rir::Op& op) {
    const auto* par = std::get_if<rir::ParOp>(&op.data);
    if (par != nullptr && par->kind != rir::ParKind::Thread && par->kind != rir::ParKind::Launch)
      rir::ForEachOp(function, par->body, f);
  });
}

}  // namespace

std::set<const rir::LoopOp*> LaunchLoops(const rir::Module& module) {
  std::set<const rir::LoopOp*> all;
  for (const rir::Function& function : module.functions) {
    Collector collector(function);
    collector.Look(function.body, false);
    all.merge(collector.found);
  }
  return all;
}

std::set<const rir::LoopOp*> ConstructLoops(const rir::Module& module) {
  std::set<const rir::LoopOp*> all;
  for (const rir::Function& function : module.functions)
    ForEachInConstruct(function, [&](const rir::Op& op) {
      if (const auto* loop = std::get_if<rir::LoopOp>(&op.data))
        all.insert(loop);
    });
  return all;
}

bool IsInConstruct(const rir::Function& function, const rir::LoopOp* loop, const rir::Location& location) {
  bool is_inside = false;
  const auto is_it = [&](const rir::Op& op) {
    return loop != nullptr ? std::get_if<rir::LoopOp>(&op.data) == loop
                           : std::holds_alternative<rir::CallOp>(op.data) && op.location == location;
  };
  ForEachInConstruct(function, [&](const rir::Op& op) { is_inside = is_inside || is_it(op); });
  return is_inside;
}

}  // namespace detrain::plan
