// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/plan/thread_loops.h"

#include <algorithm>
#include <map>
#include <variant>
#include <vector>

#include "analyzer/base/file.h"

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

bool StandsAt(const rir::Module& module, const rir::Location& at, const Place& place) {
  return at.line == place.line && at.file != rir::kNone && IsSameFile(module.files[at.file], place.file);
}

// What the threads of the program begin with.
std::set<const rir::Function*> Begun(const infer::Engine& engine) {
  const rir::Module& module = engine.Program();
  std::set<const rir::Function*> begun;
  for (const rir::Function& f : module.functions)
    for (const rir::Block& block : f.blocks)
      for (const rir::Op& op : block.ops)
        if (const auto* par = std::get_if<rir::ParOp>(&op.data); par != nullptr && par->kind == rir::ParKind::Thread)
          for (const rir::Op& inner : f.blocks[par->body].ops)
            if (const auto* call = std::get_if<rir::CallOp>(&inner.data)) {
              const bool is_named = call->callee.kind == rir::OperandKind::Function;
              for (const rir::FunctionId callee :
                   is_named ? std::vector{call->callee.id} : engine.CalleesInProgram().Of(f, inner, *call))
                begun.insert(&module.functions[callee]);
            }
  return begun;
}

}  // namespace

bool IsLoopOfThread(const infer::Engine& engine, const Place& place) {
  const rir::Module& module = engine.Program();
  const std::set<const rir::Function*> begun = Begun(engine);
  const auto runs = [&](const rir::Function& f) {
    const std::set<const rir::Function*>& callers = engine.CalleesInProgram().CallersOf(f);
    return std::ranges::any_of(begun, [&](const rir::Function* first) { return callers.contains(first); });
  };
  return std::ranges::any_of(module.functions, [&](const rir::Function& f) {
    return std::ranges::any_of(f.blocks, [&](const rir::Block& block) {
      return std::ranges::any_of(block.ops, [&](const rir::Op& op) {
        return std::holds_alternative<rir::LoopOp>(op.data) && StandsAt(module, op.location, place) && runs(f);
      });
    });
  });
}

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
