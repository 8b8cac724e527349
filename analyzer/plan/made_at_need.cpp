// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/plan/made_at_need.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "analyzer/plan/nest_way.h"
#include "analyzer/rir/fields.h"

namespace detrain::plan {

namespace {

using rir::Operand;
using rir::OperandKind;

// Functions that make the variable where it is missing, and those that are called only where it has been made.
struct Around {
  std::span<const infer::NestStep> nest;
  std::set<rir::FunctionId> making, entered;
};

// One function's use of a variable.
class Uses {
 public:
  // `frees`: what the variable leads to may be freed where it has not been made: it is null there.
  Uses(const rir::Function& function, rir::RegionId variable, const std::set<rir::RegionId>& tells, bool frees,
       const Around& around)
      : function_(function), variable_(variable), tells_(tells), frees_(frees), around_(around) {
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
  [[nodiscard]] bool AreGuarded(bool is_entered) const { return IsGood(is_entered, false); }

  // Whether the variable only tells whether something has been made: it is asked, and set where that is made.
  [[nodiscard]] bool OnlyTell() const { return IsGood(false, true); }

  // Whether the variable has been made wherever the function returns.
  [[nodiscard]] bool AlwaysMake() const {
    bool end = false;
    const auto is_good = [](const rir::Op& op, Point at) {
      return at.is_made || !std::holds_alternative<rir::ReturnOp>(op.data);
    };
    const auto is_on_way = [&](const infer::NestStep& step) { return step.function == &function_; };
    return std::ranges::none_of(around_.nest, is_on_way) && Walk(function_.body, {}, Tests::Skipped, is_good, &end) &&
           end;
  }

  // Functions that are called where the variable may be missing, or in ways that are not followed.
  void AddExposed(bool is_entered, std::set<rir::FunctionId>& out) const {
    Walk(function_.body, {is_entered, false}, Tests::Entered, [&](const rir::Op& op, Point at) {
      std::multiset<rir::FunctionId> named;
      rir::ForEachOperand(op, [&](const Operand& operand) {
        if (operand.kind == OperandKind::Function)
          named.insert(operand.id);
      });
      const auto* call = std::get_if<rir::CallOp>(&op.data);
      if (at.is_made && call != nullptr && call->callee.kind == OperandKind::Function)
        named.erase(named.find(call->callee.id));
      out.insert(named.begin(), named.end());
      return true;
    });
  }

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
  enum class Tests : std::uint8_t { Skipped, Entered };
  struct Point {
    bool is_made = false;     // nobody gets here but where the variable has been made
    bool is_missing = false;  // but where it has not been
  };

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
      rir::ForEachOp(function_, block, [&](const rir::Op& op) { found = found || MakesNow(op); });
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

  [[nodiscard]] bool IsGood(bool is_entered, bool is_flag) const {
    return Walk(function_.body, {is_entered, false}, Tests::Skipped, [&](const rir::Op& op, Point at) {
      const bool is_used = Mentions(op) && !at.is_missing && !OnlyAsksOrFrees(op) && !TakesValue(op) &&
                           !std::holds_alternative<rir::DeclareOp>(op.data);
      return !is_used || (at.is_made && !is_flag && !GivesValue(op));
    });
  }

  // Whether a resumed run may come to the loop's body without what stands before the loop: that is so of all loops of
  // the nest but the outermost.
  [[nodiscard]] bool IsResumedIn(const rir::Op& op) const {
    const auto* loop = std::get_if<rir::LoopOp>(&op.data);
    const auto is_loop = [](const infer::NestStep& step) { return step.loop != nullptr; };
    const auto is_this = [&](const infer::NestStep& step) { return step.loop == loop; };
    return loop != nullptr &&
           std::ranges::find_if(around_.nest, is_this) != std::ranges::find_if(around_.nest, is_loop) &&
           std::ranges::any_of(around_.nest, is_this);
  }

  [[nodiscard]] bool MakesNow(const rir::Op& op) const {
    const auto* call = std::get_if<rir::CallOp>(&op.data);
    if (call != nullptr && call->callee.kind == OperandKind::Function && around_.making.contains(call->callee.id))
      return true;
    const bool is_read = std::holds_alternative<rir::LoadOp>(op.data) ||
                         std::holds_alternative<rir::ComputeOp>(op.data) ||
                         std::holds_alternative<rir::DeclareOp>(op.data);
    return Mentions(op) && !is_read && !TakesValue(op);
  }

  // Asks `is_good` of each op, with what is known there. What a test does where the variable is missing makes it: that
  // is for `tests` to enter or to skip. `end`: whether it has been made where the block ends.
  template <typename IsGoodOp>
  bool Walk(rir::BlockId block, Point at, Tests tests, const IsGoodOp& is_good, bool* end = nullptr) const {
    const auto is_block_good = [&](rir::BlockId inner, Point there) {
      return inner == rir::kNone || Walk(inner, there, tests, is_good);
    };
    for (const rir::Op& op : function_.blocks[block].ops) {
      const auto* branch = std::get_if<rir::IfOp>(&op.data);
      const bool is_on_way = IsOnWay(around_.nest, function_, op);
      if (const auto unset = branch != nullptr && !is_on_way ? WhenUnset(branch->condition) : std::nullopt) {
        const auto [taken, other] = *unset != 0 ? std::pair(branch->then_block, branch->else_block)
                                                : std::pair(branch->else_block, branch->then_block);
        if (tests == Tests::Entered && !(is_block_good(taken, {}) && is_block_good(other, {true, false})))
          return false;
        at.is_made = at.is_made || Makes(taken);
        at.is_missing = !at.is_made && (at.is_missing || (Returns(other) && !Returns(taken)));
        continue;
      }
      bool are_good = is_good(op, at);
      const Point inside = IsResumedIn(op) ? Point{} : at;
      rir::ForEachBlock(op, [&](rir::BlockId inner) { are_good = are_good && is_block_good(inner, inside); });
      if (!are_good)
        return false;
      at.is_made = (at.is_made || MakesNow(op)) && !is_on_way;
      at.is_missing = at.is_missing && !at.is_made && !is_on_way;
    }
    if (end != nullptr)
      *end = at.is_made;
    return true;
  }

  const rir::Function& function_;
  const rir::RegionId variable_;
  const std::set<rir::RegionId>& tells_;
  const bool frees_;
  const Around& around_;
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

// The whole program's use of a variable.
class Search {
 public:
  Search(const rir::Module& module, std::span<const infer::NestStep> nest, rir::RegionId variable)
      : module_(module), variable_(variable), tells_({variable}) {
    around_.nest = nest;
    for (rir::RegionId id = 0; id < module.regions.size(); ++id)
      if (module.regions[id].link_name == module.regions[variable].link_name + "$guard")
        tells_.insert(id);
  }

  std::set<rir::RegionId> Find() {
    std::set<rir::RegionId> others;
    ForAll([&](rir::FunctionId, const rir::Function& f) {
      for (const rir::RegionId id : UsesIn(f, variable_).Deciding())
        if (!tells_.contains(id) && MayTell(module_, id))
          others.insert(id);
    });
    tells_.insert(others.begin(), others.end());
    const bool is_good =
        IsGuarded(variable_) && std::ranges::all_of(others, [&](rir::RegionId id) {
          return module_.types[module_.regions[id].type].kind == rir::TypeKind::Int ? OnlyTells(id) : IsGuarded(id);
        });
    return is_good ? tells_ : std::set<rir::RegionId>{};
  }

 private:
  template <typename F>
  void ForAll(const F& f) const {
    for (rir::FunctionId id = 0; id < module_.functions.size(); ++id)
      if (module_.functions[id].is_defined)
        f(id, module_.functions[id]);
  }

  [[nodiscard]] Uses UsesIn(const rir::Function& f, rir::RegionId id) const {
    return {f, id, tells_, !IsLocal(module_.regions[id]), around_};
  }

  [[nodiscard]] bool AllAreGuarded(rir::RegionId id) const {
    bool are_guarded = true;
    ForAll([&](rir::FunctionId f, const rir::Function& function) {
      are_guarded = are_guarded && UsesIn(function, id).AreGuarded(around_.entered.contains(f));
    });
    return are_guarded;
  }

  [[nodiscard]] bool OnlyTells(rir::RegionId id) const {
    bool only = true;
    ForAll([&](rir::FunctionId, const rir::Function& function) { only = only && UsesIn(function, id).OnlyTell(); });
    return only;
  }

  bool IsGuarded(rir::RegionId id) {
    around_.making.clear();
    around_.entered.clear();
    if (AllAreGuarded(id))
      return true;
    FindMaking(id);
    FindEntered(id);
    return AllAreGuarded(id);
  }

  // Functions after which the variable has been made: `ensure_handle()`.
  void FindMaking(rir::RegionId id) {
    std::size_t before = 0;
    do {
      before = around_.making.size();
      ForAll([&](rir::FunctionId f, const rir::Function& function) {
        if (UsesIn(function, id).AlwaysMake())
          around_.making.insert(f);
      });
    } while (around_.making.size() != before);
  }

  // Functions that are called, and nowhere but where it has been made.
  void FindEntered(rir::RegionId id) {
    std::set<rir::FunctionId> called;
    ForAll([&](rir::FunctionId, const rir::Function& function) {
      rir::ForEachOp(function, function.body, [&](const rir::Op& op) {
        if (const auto* call = std::get_if<rir::CallOp>(&op.data); call && call->callee.kind == OperandKind::Function)
          called.insert(call->callee.id);
      });
    });
    std::size_t before = 0;
    do {
      before = around_.entered.size();
      std::set<rir::FunctionId> exposed, entered;
      UsesIn(module_.init, id).AddExposed(false, exposed);
      ForAll([&](rir::FunctionId f, const rir::Function& function) {
        UsesIn(function, id).AddExposed(around_.entered.contains(f), exposed);
      });
      std::ranges::set_difference(called, exposed, std::inserter(entered, entered.end()));
      around_.entered = std::move(entered);
    } while (around_.entered.size() != before);
  }

  const rir::Module& module_;
  const rir::RegionId variable_;
  std::set<rir::RegionId> tells_;
  Around around_;
};

}  // namespace

bool IsLocal(const rir::Region& region) {
  return region.kind == rir::RegionKind::Local || region.kind == rir::RegionKind::Param;
}

std::set<rir::RegionId> MadeAtNeed(const rir::Module& module, std::span<const infer::NestStep> nest,
                                   rir::RegionId variable) {
  return Search(module, nest, variable).Find();
}

}  // namespace detrain::plan
