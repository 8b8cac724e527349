// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/plan/made_at_need.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "analyzer/rir/fields.h"

namespace detrain::plan {

namespace {

using rir::Operand;
using rir::OperandKind;

// One function's use of a variable.
class Uses {
 public:
  // `frees`: what the variable leads to may be freed where it has not been made: it is null there.
  Uses(const rir::Function& function, rir::RegionId variable, const std::set<rir::RegionId>& tells, bool frees)
      : function_(function), variable_(variable), tells_(tells), frees_(frees) {
    rir::ForEachOp(function, function.body, [&](const rir::Op& op) {
      if (op.result != rir::kNone)
        made_by_[op.result] = &op;
      rir::ForEachOperand(op, [&](const Operand& operand) {
        if (operand.kind == OperandKind::Value)
          users_[operand.id].push_back(&op);
      });
    });
  }

  // Whether what uses the variable stands behind code that makes it.
  [[nodiscard]] bool AreGuarded() const { return Walk(function_.body, false, Rule::Made); }

  // Whether the variable only tells whether something has been made: it is asked, and set where that is made.
  [[nodiscard]] bool OnlyTell() const { return Walk(function_.body, false, Rule::Flag); }

  // Variables that decide about code which gives the variable its value.
  [[nodiscard]] std::set<rir::RegionId> Deciding() const {
    std::set<rir::RegionId> out;
    rir::ForEachOp(function_, function_.body, [&](const rir::Op& op) {
      const auto* branch = std::get_if<rir::IfOp>(&op.data);
      if (branch != nullptr && (Makes(branch->then_block) || Makes(branch->else_block)))
        AddLoaded(branch->condition, out);
    });
    return out;
  }

 private:
  enum class Rule : std::uint8_t { Made, Flag };

  void AddLoaded(const Operand& operand, std::set<rir::RegionId>& out) const {
    const auto made = operand.kind == OperandKind::Value ? made_by_.find(operand.id) : made_by_.end();
    if (made == made_by_.end())
      return;
    const auto* load = std::get_if<rir::LoadOp>(&made->second->data);
    if (load != nullptr && load->address.kind == OperandKind::Region)
      out.insert(load->address.id);
    if (const auto* compute = std::get_if<rir::ComputeOp>(&made->second->data))
      for (const Operand& arg : compute->args)
        AddLoaded(arg, out);
  }

  [[nodiscard]] bool Mentions(const rir::Op& op) const {
    bool found = false;
    rir::ForEachOperand(op, [&](const Operand& operand) {
      found = found || (operand.kind == OperandKind::Region && operand.id == variable_);
    });
    return found;
  }

  // Whether the block gives the variable a value.
  [[nodiscard]] bool Makes(rir::BlockId block) const {
    bool found = false;
    if (block != rir::kNone)
      rir::ForEachOp(function_, block, [&](const rir::Op& op) {
        const bool is_read = std::holds_alternative<rir::LoadOp>(op.data) ||
                             std::holds_alternative<rir::ComputeOp>(op.data) ||
                             std::holds_alternative<rir::DeclareOp>(op.data);
        found = found || (Mentions(op) && !is_read && !TakesValue(op));
      });
    return found;
  }

  // Whether the value is computed from what tells whether the variable has been made, and from constants.
  [[nodiscard]] bool Asks(const Operand& operand) const {
    const auto made = operand.kind == OperandKind::Value ? made_by_.find(operand.id) : made_by_.end();
    if (made == made_by_.end())
      return false;
    if (const auto* load = std::get_if<rir::LoadOp>(&made->second->data))
      return load->address.kind == OperandKind::Region && tells_.contains(load->address.id);
    const auto* compute = std::get_if<rir::ComputeOp>(&made->second->data);
    const auto is_variable = [](const Operand& arg) { return arg.kind == OperandKind::Value; };
    return compute != nullptr && std::ranges::any_of(compute->args, is_variable) &&
           std::ranges::all_of(compute->args, [&](const Operand& arg) { return !is_variable(arg) || Asks(arg); });
  }

  // What the value is where nothing has been made: what tells so is zero.
  [[nodiscard]] std::optional<std::int64_t> WhenUnset(const Operand& operand) const {
    if (operand.kind != OperandKind::Value)
      return operand.kind == OperandKind::Null  ? std::optional<std::int64_t>(0)
             : operand.kind == OperandKind::Int ? std::optional<std::int64_t>(operand.integer)
                                                : std::nullopt;
    if (!Asks(operand))
      return std::nullopt;
    const auto* compute = std::get_if<rir::ComputeOp>(&made_by_.at(operand.id)->data);
    if (compute == nullptr)
      return 0;
    const auto first = WhenUnset(compute->args.front()), last = WhenUnset(compute->args.back());
    if (!first || !last)
      return std::nullopt;
    switch (compute->opcode) {
      case rir::Opcode::Cast:
        return first;
      case rir::Opcode::LNot:
        return *first == 0 ? 1 : 0;
      case rir::Opcode::Eq:
        return *first == *last ? 1 : 0;
      case rir::Opcode::Ne:
        return *first != *last ? 1 : 0;
      default:
        return std::nullopt;
    }
  }

  // A load of which nothing is done but to ask whether there is a value, and to free what it leads to. One without a
  // use is a library's argument.
  [[nodiscard]] bool OnlyAsksOrFrees(const rir::Op& op) const {
    return std::holds_alternative<rir::LoadOp>(op.data) && users_.contains(op.result) && OnlyAsksOrFrees(op.result);
  }

  [[nodiscard]] bool OnlyAsksOrFrees(rir::ValueId value) const {
    const auto users = users_.find(value);
    return users == users_.end() || std::ranges::all_of(users->second, [&](const rir::Op* user) {
             return (frees_ && std::holds_alternative<rir::FreeOp>(user->data)) ||
                    std::holds_alternative<rir::IfOp>(user->data) ||
                    (std::holds_alternative<rir::ComputeOp>(user->data) && Asks(Operand::Value(user->result)) &&
                     OnlyAsksOrFrees(user->result));
           });
  }

  // Not where it takes the value away.
  [[nodiscard]] static bool GivesValue(const rir::Op& op) {
    const auto* store = std::get_if<rir::StoreOp>(&op.data);
    return store != nullptr && store->value != Operand::Null() && store->value != Operand::Int(0);
  }

  [[nodiscard]] bool TakesValue(const rir::Op& op) const {
    const auto* store = std::get_if<rir::StoreOp>(&op.data);
    return store != nullptr && store->address == Operand::Region(variable_) && !GivesValue(op);
  }

  [[nodiscard]] bool Returns(rir::BlockId block) const {
    return block != rir::kNone && !function_.blocks[block].ops.empty() &&
           std::holds_alternative<rir::ReturnOp>(function_.blocks[block].ops.back().data);
  }

  // `is_behind`: the block is reached only where the variable has been made, or is made now.
  [[nodiscard]] bool Walk(rir::BlockId block, bool is_behind, Rule rule) const {
    bool is_missing = false;
    for (const rir::Op& op : function_.blocks[block].ops) {
      const auto* branch = std::get_if<rir::IfOp>(&op.data);
      if (const auto unset = branch != nullptr ? WhenUnset(branch->condition) : std::nullopt) {
        const auto [taken, other] = *unset != 0 ? std::pair(branch->then_block, branch->else_block)
                                                : std::pair(branch->else_block, branch->then_block);
        is_missing = is_missing || (Returns(other) && !Returns(taken));
        is_behind = is_behind || is_missing || Makes(taken);
        continue;
      }
      const bool is_used = Mentions(op) && !is_missing && !OnlyAsksOrFrees(op) && !TakesValue(op) &&
                           !std::holds_alternative<rir::DeclareOp>(op.data);
      if (is_used && (!is_behind || rule == Rule::Flag || GivesValue(op)))
        return false;
      bool are_good = true;
      rir::ForEachBlock(op, [&](rir::BlockId inner) { are_good = are_good && Walk(inner, is_behind, rule); });
      if (!are_good)
        return false;
    }
    return true;
  }

  const rir::Function& function_;
  const rir::RegionId variable_;
  const std::set<rir::RegionId>& tells_;
  const bool frees_;
  std::map<rir::ValueId, const rir::Op*> made_by_;
  std::map<rir::ValueId, std::vector<const rir::Op*>> users_;
};

}  // namespace

namespace {

// What may tell whether something has been made: a flag, or another handle.
bool MayTell(const rir::Module& module, rir::RegionId id) {
  const rir::Region& region = module.regions[id];
  if (region.type == rir::kNone || region.kind == rir::RegionKind::Param || region.kind == rir::RegionKind::Hidden)
    return false;
  const rir::TypeKind kind = module.types[region.type].kind;
  return kind == rir::TypeKind::Int || kind == rir::TypeKind::Pointer;
}

}  // namespace

bool IsLocal(const rir::Region& region) {
  return region.kind == rir::RegionKind::Local || region.kind == rir::RegionKind::Param;
}

std::set<rir::RegionId> MadeAtNeed(const rir::Module& module, rir::RegionId variable) {
  std::set<rir::RegionId> tells = {variable}, others;
  for (rir::RegionId id = 0; id < module.regions.size(); ++id)
    if (module.regions[id].link_name == module.regions[variable].link_name + "$guard")
      tells.insert(id);
  const auto uses = [&](const rir::Function& f, rir::RegionId id) {
    return Uses(f, id, tells, !IsLocal(module.regions[id]));
  };
  const auto all_of = [&](auto&& is_good) {
    return std::ranges::all_of(module.functions, [&](const rir::Function& f) { return !f.is_defined || is_good(f); });
  };
  for (const rir::Function& f : module.functions)
    if (f.is_defined)
      for (const rir::RegionId id : uses(f, variable).Deciding())
        if (!tells.contains(id) && MayTell(module, id))
          others.insert(id);
  tells.insert(others.begin(), others.end());
  const auto is_guarded = [&](rir::RegionId id) {
    return all_of([&](const rir::Function& f) { return uses(f, id).AreGuarded(); });
  };
  const bool is_good =
      is_guarded(variable) && std::ranges::all_of(others, [&](rir::RegionId id) {
        const bool is_flag = module.types[module.regions[id].type].kind == rir::TypeKind::Int;
        return is_flag ? all_of([&](const rir::Function& f) { return uses(f, id).OnlyTell(); }) : is_guarded(id);
      });
  return is_good ? tells : std::set<rir::RegionId>{};
}

}  // namespace detrain::plan
