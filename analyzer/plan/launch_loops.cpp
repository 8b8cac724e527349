// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/plan/launch_loops.h"

#include <variant>

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

}  // namespace detrain::plan
