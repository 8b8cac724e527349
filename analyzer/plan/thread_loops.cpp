// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/plan/thread_loops.h"

#include <algorithm>
#include <map>
#include <variant>
#include <vector>

namespace detrain::plan {

namespace {

// What a piece of code does itself, and which functions it calls.
struct Does {
  bool starts = false, waits = false;  // threads
  std::set<rir::FunctionId> calls;

  void Add(const Does& other) {
    starts = starts || other.starts;
    waits = waits || other.waits;
    calls.insert(other.calls.begin(), other.calls.end());
  }
};

class Collector {
 public:
  explicit Collector(const rir::Function& function) : function_(function) {}

  // What a thread does is not what the code does that starts it.
  Does Look(rir::BlockId block) {
    Does does;
    if (block == rir::kNone)
      return does;
    for (const rir::Op& op : function_.blocks[block].ops) {
      if (const auto* par = std::get_if<rir::ParOp>(&op.data)) {
        const Does inside = Look(par->body);
        if (par->kind == rir::ParKind::Thread)
          does.starts = true;
        else
          does.Add(inside);
      } else if (const auto* loop = std::get_if<rir::LoopOp>(&op.data)) {
        does.Add(loops[loop] = Look(loop->body));
      } else if (const auto* choice = std::get_if<rir::IfOp>(&op.data)) {
        does.Add(Look(choice->then_block));
        does.Add(Look(choice->else_block));
      } else if (const auto* call = std::get_if<rir::CallOp>(&op.data)) {
        if (call->callee.kind == rir::OperandKind::Function)
          does.calls.insert(call->callee.id);
      } else if (const auto* sync = std::get_if<rir::SyncOp>(&op.data)) {
        // A thread that has ended is one that has been met.
        does.waits = does.waits || sync->kind == rir::SyncKind::Wait || sync->kind == rir::SyncKind::Barrier;
      }
    }
    return does;
  }

  std::map<const rir::LoopOp*, Does> loops;

 private:
  const rir::Function& function_;
};

// With what the functions do that it calls.
Does Whole(const Does& own, const std::vector<Does>& functions) {
  Does whole = own;
  std::vector<rir::FunctionId> left(own.calls.begin(), own.calls.end());
  while (!left.empty()) {
    const Does& callee = functions[left.back()];
    left.pop_back();
    whole.starts = whole.starts || callee.starts;
    whole.waits = whole.waits || callee.waits;
    for (const rir::FunctionId f : callee.calls)
      if (whole.calls.insert(f).second)
        left.push_back(f);
  }
  return whole;
}

}  // namespace

std::set<const rir::LoopOp*> ThreadLoops(const rir::Module& module) {
  std::vector<Does> functions;
  std::map<const rir::LoopOp*, Does> loops;
  for (const rir::Function& function : module.functions) {
    Collector collector(function);
    functions.push_back(collector.Look(function.body));
    loops.merge(collector.loops);
  }
  std::set<const rir::LoopOp*> out;
  if (std::ranges::none_of(functions, &Does::starts))
    return out;
  for (const auto& [loop, own] : loops)
    if (const Does whole = Whole(own, functions); whole.starts && !whole.waits)
      out.insert(loop);
  return out;
}

}  // namespace detrain::plan
