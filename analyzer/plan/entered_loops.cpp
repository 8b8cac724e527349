// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/plan/entered_loops.h"

#include <algorithm>
#include <map>
#include <variant>
#include <vector>

#include "analyzer/rir/fields.h"

namespace detrain::plan {

namespace {

using Flags = std::set<rir::RegionId>;

// How often each flag of a goto into a block (docs/lift.md) is set in some code, and which are looked at there.
struct Uses {
  std::map<rir::RegionId, int> set;
  Flags read;
};

class Collector {
 public:
  Collector(const rir::Module& module, const rir::Function& function) : module_(module), function_(function) {}

  Uses Look(rir::BlockId block) {
    Uses uses;
    for (const rir::Op& op : function_.blocks[block].ops) {
      Uses inside = Of(op);
      rir::ForEachBlock(op, [&](rir::BlockId below) {
        if (below != rir::kNone)
          Add(Look(below), inside);
      });
      Add(inside, uses);
      if (const auto* loop = std::get_if<rir::LoopOp>(&op.data); loop != nullptr && loop->kind != rir::LoopKind::Once)
        loops[loop] = std::move(inside);
    }
    return uses;
  }

  std::map<const rir::LoopOp*, Uses> loops;

 private:
  static void Add(const Uses& from, Uses& to) {
    to.read.insert(from.read.begin(), from.read.end());
    for (const auto& [flag, times] : from.set)
      to.set[flag] += times;
  }

  [[nodiscard]] Uses Of(const rir::Op& op) const {
    Uses uses;
    if (const auto* load = std::get_if<rir::LoadOp>(&op.data); load != nullptr && IsFlag(load->address))
      uses.read.insert(load->address.id);
    const auto* store = std::get_if<rir::StoreOp>(&op.data);
    if (store != nullptr && IsFlag(store->address) && store->value == rir::Operand::Int(1))
      uses.set[store->address.id] = 1;
    return uses;
  }

  // No name of C has a dot.
  [[nodiscard]] bool IsFlag(const rir::Operand& address) const {
    return address.kind == rir::OperandKind::Region && module_.regions[address.id].name.starts_with("to.");
  }

  const rir::Module& module_;
  const rir::Function& function_;
};

}  // namespace

std::set<const rir::LoopOp*> EnteredLoops(const rir::Module& module) {
  std::set<const rir::LoopOp*> out;
  for (const rir::Function& function : module.functions) {
    if (!function.is_defined)
      continue;
    Collector collector(module, function);
    const Uses whole = collector.Look(function.body);
    for (const auto& [loop, uses] : collector.loops) {
      const auto is_set_outside = [&](rir::RegionId flag) {
        const auto all = whole.set.find(flag), mine = uses.set.find(flag);
        return all != whole.set.end() && all->second > (mine == uses.set.end() ? 0 : mine->second);
      };
      if (std::ranges::any_of(uses.read, is_set_outside))
        out.insert(loop);
    }
  }
  return out;
}

}  // namespace detrain::plan
