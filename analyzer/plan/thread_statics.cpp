// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/plan/thread_statics.h"

#include <algorithm>
#include <cstddef>
#include <set>
#include <utility>
#include <variant>

#include "analyzer/plan/choose.h"
#include "analyzer/rir/fields.h"

namespace detrain::plan {

namespace {

using rir::Op;

// Which functions the program runs at most once: main, and what one statement alone calls, in no loop, of such a
// function.
class RunOnce {
 public:
  explicit RunOnce(const rir::Module& module) : module_(module), uses_(module.functions.size()) {
    for (std::size_t f = 0; f < module.functions.size(); ++f)
      if (module.functions[f].body != rir::kNone)
        Walk(f, module.functions[f].body, false);
    if (module.init.body != rir::kNone)
      rir::ForEachOp(module.init, module.init.body, [&](const Op& op) { Mention(op); });
  }

  [[nodiscard]] bool Contains(std::size_t function) const {
    std::set<std::size_t> seen;
    for (; module_.functions[function].name != "main"; function = uses_[function].caller)
      if (!uses_[function].IsOne() || !seen.insert(function).second)
        return false;
    return true;
  }

 private:
  struct Uses {
    std::size_t calls = 0, others = 0;
    std::size_t caller = 0;
    bool is_repeated = false;
    [[nodiscard]] bool IsOne() const { return calls == 1 && others == 0 && !is_repeated; }
  };

  // Code that may run more than once, or in several threads.
  static bool Repeats(const Op& op) {
    const auto* parallel = std::get_if<rir::ParOp>(&op.data);
    return std::holds_alternative<rir::LoopOp>(op.data) ||
           (parallel != nullptr && parallel->kind != rir::ParKind::Thread);
  }

  void Walk(std::size_t function, rir::BlockId block, bool is_repeated) {
    for (const Op& op : module_.functions[function].blocks[block].ops) {
      Mention(op);
      const auto* call = std::get_if<rir::CallOp>(&op.data);
      if (call != nullptr && call->callee.kind == rir::OperandKind::Function) {
        Uses& uses = uses_[call->callee.id];
        --uses.others;
        ++uses.calls;
        uses.caller = function;
        uses.is_repeated = uses.is_repeated || is_repeated;
      }
      rir::ForEachBlock(op, [&](rir::BlockId inner) { Walk(function, inner, is_repeated || Repeats(op)); });
    }
  }

  void Mention(const Op& op) {
    rir::ForEachOperand(op, [&](const rir::Operand& operand) {
      if (operand.kind == rir::OperandKind::Function)
        ++uses_[operand.id].others;
    });
  }

  const rir::Module& module_;
  std::vector<Uses> uses_;
};

// Numbers, pointers and arrays of them: nothing is called where such a variable begins or ends.
bool IsPlain(const rir::Module& module, rir::TypeId type) {
  const rir::Type& t = module.types[type];
  switch (t.kind) {
    case rir::TypeKind::Int:
    case rir::TypeKind::Float:
    case rir::TypeKind::Pointer:
      return true;
    case rir::TypeKind::Array:
      return t.size != 0 && IsPlain(module, t.element);
    default:
      return false;
  }
}

bool AreSame(const Place& a, const Place& b) {
  return a.file == b.file && a.line == b.line && a.column == b.column;
}

}  // namespace

std::vector<Place> OnStacks(const CheckpointPlan& plan) {
  std::vector<Place> places;
  ForEachLoop(plan, [&](const CheckpointPlan& one) {
    for (const Place& place : one.on_stacks)
      if (std::ranges::none_of(places, [&](const Place& known) { return AreSame(known, place); }))
        places.push_back(place);
  });
  return places;
}

std::vector<rir::RegionId> StaticsFor(const rir::Module& module, const std::vector<Place>& declared) {
  std::vector<rir::RegionId> variables;
  if (declared.empty())
    return variables;
  const RunOnce once(module);
  for (const Place& place : declared) {
    const auto region = std::ranges::find_if(module.regions, [&](const rir::Region& r) {
      return r.kind == rir::RegionKind::Local && AreSame(PlaceOf(module, r.declared), place);
    });
    if (region == module.regions.end() || region->is_const || !IsPlain(module, region->type) ||
        !once.Contains(region->function))
      return {};
    variables.push_back(static_cast<rir::RegionId>(region - module.regions.begin()));
  }
  return variables;
}

rir::Module WithStatics(rir::Module module, const std::vector<rir::RegionId>& variables) {
  for (const rir::RegionId id : variables) {
    rir::Region& region = module.regions[id];
    region.kind = rir::RegionKind::FunctionStatic;
    region.name = module.functions[region.function].name + "::" + region.name;
    region.link_name = region.name;
    for (rir::Block& block : module.functions[region.function].blocks)
      std::erase_if(block.ops, [&](const Op& op) {
        const auto* declares = std::get_if<rir::DeclareOp>(&op.data);
        return declares != nullptr && declares->region == id;
      });
  }
  return module;
}

void NoteStatics(CheckpointPlan& plan, const std::vector<Place>& declared) {
  for (Entry& entry : plan.entries)
    if (std::ranges::any_of(declared, [&](const Place& place) { return AreSame(place, entry.declared); }))
      entry.why.push_back(
          {entry.declared,
           "its thread keeps it while it waits; the rewrite makes it a static, which a restore reaches"});
}

}  // namespace detrain::plan
