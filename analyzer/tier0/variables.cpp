// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/tier0/variables.h"

#include <algorithm>
#include <map>
#include <set>
#include <variant>

#include "analyzer/plan/layout.h"
#include "analyzer/rir/fields.h"

namespace detrain::tier0 {

namespace {

using rir::Op;
using rir::OperandKind;
using rir::RegionId;

void AddNamed(const rir::Function& function, const Op& op, std::set<RegionId>& named) {
  const auto add = [&](const Op& one) {
    rir::ForEachOperand(one, [&](const rir::Operand& operand) {
      if (operand.kind == OperandKind::Region)
        named.insert(operand.id);
    });
  };
  add(op);
  rir::ForEachBlock(op, [&](rir::BlockId block) { rir::ForEachOp(function, block, add); });
}

// What an operation does with the address of a variable, other than to load from it or to store to it.
void AddEscaping(const Op& op, std::set<RegionId>& escaping) {
  if (std::holds_alternative<rir::LoadOp>(op.data))
    return;
  const auto* store = std::get_if<rir::StoreOp>(&op.data);
  rir::ForEachOperand(op, [&](const rir::Operand& operand) {
    if (operand.kind == OperandKind::Region && (store == nullptr || &operand == &store->value))
      escaping.insert(operand.id);
  });
}

// The variable that a call makes as its result: it begins its life when the call is over.
RegionId MadeBy(const Op& op) {
  const auto* call = std::get_if<rir::CallOp>(&op.data);
  return call != nullptr && call->into.kind == OperandKind::Region ? call->into.id : rir::kNone;
}

// One function of the nest, up to the operation that leads on.
class Frame {
 public:
  Frame(const rir::Module& module, const rir::Function& function, const std::vector<const Op*>& loops, const Op* last,
        const Op* row_begin, bool is_in_loop)
      : module_(module), function_(function), result_(MadeBy(*last)) {
    const std::vector<Stop> way = StopsAt(function, *last);
    if (way.empty())
      return;
    for (const RegionId param : function.params)
      Declare(param, 0, is_in_loop);
    for (std::size_t k = 0; k < way.size(); ++k) {
      const std::vector<Op>& ops = function.blocks[way[k].block].ops;
      for (std::size_t i = 0; i < way[k].index; ++i) {
        is_in_loop = is_in_loop || &ops[i] == row_begin;
        Before(ops[i], k, is_in_loop);
      }
      is_in_loop = is_in_loop || std::ranges::find(loops, &ops[way[k].index]) != loops.end();
    }
    Follow(way);
    is_followed_in_loop_ = is_in_loop;
  }

  // Whether what it calls on the way is called again and again, or with what a resumed run has not computed yet.
  [[nodiscard]] bool CallsInLoop() const { return is_followed_in_loop_; }
  // Declared where control has come by, and named again before that place is come to anew.
  [[nodiscard]] bool IsLive(RegionId id) const {
    const auto declared = declared_.find(id);
    return declared != declared_.end() && id != result_ &&
           (escaping_.contains(id) || named_from_[declared->second.level].contains(id));
  }
  [[nodiscard]] bool MayBeOver(RegionId id) const { return !named_from_[declared_.at(id).level].contains(id); }
  [[nodiscard]] bool IsMadeAgain(RegionId id) const { return declared_.at(id).is_made_again; }

 private:
  struct Declared {
    std::size_t level = 0;
    bool is_made_again = false;
  };

  void Declare(RegionId id, std::size_t level, bool is_made_again) { declared_.try_emplace(id, level, is_made_again); }

  void Before(const Op& op, std::size_t level, bool is_made_again) {
    if (const auto* declare = std::get_if<rir::DeclareOp>(&op.data))
      Declare(declare->region, level, is_made_again);
    AddEscaping(op, escaping_);
    rir::ForEachBlock(op, [&](rir::BlockId block) {
      rir::ForEachOp(function_, block, [&](const Op& inner) { AddEscaping(inner, escaping_); });
    });
  }

  // Per level: what is named by the operation on the way, or behind it in its block before it is surely overwritten.
  void Follow(const std::vector<Stop>& way) {
    for (const Stop& stop : way) {
      std::set<RegionId>& named = named_from_.emplace_back();
      std::set<RegionId> overwritten;
      const std::vector<Op>& ops = function_.blocks[stop.block].ops;
      for (std::size_t i = stop.index; i < ops.size(); ++i) {
        std::set<RegionId> here;
        AddNamed(function_, ops[i], here);
        if (const RegionId whole = OverwrittenBy(ops[i]); whole != rir::kNone && !named.contains(whole))
          overwritten.insert(whole);
        for (const RegionId id : here)
          if (!overwritten.contains(id))
            named.insert(id);
      }
    }
  }

  // The variable that is set as a whole.
  [[nodiscard]] RegionId OverwrittenBy(const Op& op) const {
    const auto* store = std::get_if<rir::StoreOp>(&op.data);
    if (store == nullptr || store->address.kind != OperandKind::Region)
      return rir::kNone;
    const rir::TypeId type = module_.regions[store->address.id].type;
    const bool is_whole =
        type != rir::kNone && op.type != rir::kNone && module_.types[type].size == module_.types[op.type].size;
    return is_whole ? store->address.id : rir::kNone;
  }

  const rir::Module& module_;
  const rir::Function& function_;
  const RegionId result_;
  std::map<RegionId, Declared> declared_;
  std::set<RegionId> escaping_;
  std::vector<std::set<RegionId>> named_from_;
  bool is_followed_in_loop_ = false;
};

// Of the nest's functions, the outermost first.
std::vector<std::pair<const rir::Function*, Frame>> FramesOf(const rir::Module& module, const Way& way) {
  const Nest& nest = way.nest;
  std::vector<std::pair<const rir::Function*, Frame>> frames;
  std::vector<const Op*> loops;
  for (std::size_t i = 0; i < nest.size(); ++i) {
    const bool is_last = i + 1 == nest.size() || nest[i + 1].function != nest[i].function;
    if (nest[i].is_loop)
      loops.push_back(nest[i].op);
    if (!is_last)
      continue;
    const bool is_in_loop = !frames.empty() && frames.back().second.CallsInLoop();
    frames.emplace_back(nest[i].function,
                        Frame(module, *nest[i].function, loops, nest[i].op, way.row.begin, is_in_loop));
    loops.clear();
  }
  return frames;
}

// Statics that the program's code names; those of a library's headers are its own business.
bool IsOfProgram(const rir::Module& module, const rir::Region& region) {
  const bool is_static = region.kind == rir::RegionKind::Global || region.kind == rir::RegionKind::FileStatic ||
                         region.kind == rir::RegionKind::FunctionStatic;
  return is_static && region.is_defined && !region.is_const && !region.is_of_block &&
         !region.name.starts_with("$guard::") && !rir::IsStandardName(region.name) &&
         (region.type == rir::kNone || module.types[region.type].kind != rir::TypeKind::Function);
}

// std::cout and its kind, which keep how they write numbers, and std::cin.
bool IsStreamOfLibrary(const rir::Module& module, const rir::Region& region) {
  return region.kind == rir::RegionKind::Global && !region.is_defined && rir::IsStandardName(region.name) &&
         plan::IsStream(plan::DTypeOf(module, region.type));
}

bool HasName(const rir::Region& region) {
  return !region.name.starts_with("tmp.") && !region.name.starts_with(rir::kMadeFlag);
}

}  // namespace

std::vector<Variable> VariablesOf(const rir::Module& module, const Way& way,
                                  const std::vector<const rir::Function*>& reached) {
  const auto frames = FramesOf(module, way);
  std::set<RegionId> named;
  for (const rir::Function* function : reached)
    if (function != &module.init)
      rir::ForEachOp(*function, function->body, [&](const Op& op) { AddNamed(*function, op, named); });
  std::vector<Variable> out;
  for (RegionId id = 0; id < module.regions.size(); ++id) {
    const rir::Region& region = module.regions[id];
    if (region.type == rir::kNone || !HasName(region))
      continue;
    if ((IsOfProgram(module, region) || IsStreamOfLibrary(module, region)) && named.contains(id))
      out.push_back({id, 0, false, false});
    if (region.kind != rir::RegionKind::Local && region.kind != rir::RegionKind::Param)
      continue;
    for (std::uint32_t frame = 0; frame < frames.size(); ++frame)
      if (frames[frame].first == &module.functions[region.function] && frames[frame].second.IsLive(id))
        out.push_back({id, frame, frames[frame].second.IsMadeAgain(id), frames[frame].second.MayBeOver(id)});
  }
  return out;
}

}  // namespace detrain::tier0
