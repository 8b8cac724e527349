// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/plan/row.h"

#include <algorithm>
#include <set>
#include <variant>

#include "analyzer/rir/fields.h"

namespace detrain::plan {

namespace {

using infer::LoopRecord;

class Finder {
 public:
  Finder(const rir::Module& module, const infer::Callees& callees, const std::vector<const LoopRecord*>& loops)
      : module_(module), callees_(callees), loops_(loops) {}

  std::vector<Way> Run() {
    for (const rir::Function& f : module_.functions)
      if (f.link_name == "main" && f.is_defined)
        return In(f, f.body);
    return {};
  }

 private:
  using Ways = std::vector<Way>;

  Ways In(const rir::Function& f, rir::BlockId block) {
    Ways ways = WaysIn(f, block);
    if (LeadingIn(ways).size() == 1)
      return Below(f, std::move(ways));
    return block == f.body && Leaves(f, ways) ? InPlaceOf(f, block, ways) : AsRow(f, block, std::move(ways));
  }

  // Whether the first operation that leads to loops is a branch, and where it does, the function ends with it.
  [[nodiscard]] bool Leaves(const rir::Function& f, const Ways& ways) const {
    return !ways.empty() && ways.front().via->Kind() == rir::OpKind::If &&
           std::ranges::all_of(ArmsOf(f, *ways.front().via), [&](rir::BlockId arm) {
             return f.blocks[arm].ops.back().Kind() == rir::OpKind::Return;
           });
  }

  // What is behind such a branch runs in its place.
  Ways InPlaceOf(const rir::Function& f, rir::BlockId block, const Ways& ways) {
    const rir::Op* branch = ways.front().via;
    const auto behind = std::ranges::find_if(ways, [&](const Way& way) { return way.via != branch; });
    const Ways rest(behind, ways.end());
    const bool is_last = LeadingIn(rest).size() == 1 || !Leaves(f, rest);
    Ways all = Alternatives(f, ArmsOf(f, *branch));
    const Ways others = is_last ? InAlternative(f, block, rest) : InPlaceOf(f, block, rest);
    if (all.empty() || others.empty())
      return {};
    all.insert(all.end(), others.begin(), others.end());
    return all;
  }

  static std::set<const rir::Op*> LeadingIn(const Ways& ways) {
    std::set<const rir::Op*> leading;
    for (const Way& way : ways)
      leading.insert(way.via);
    return leading;
  }

  // Empty where one of the block's operations leads to several of the loops.
  static Ways AsRow(const rir::Function& f, rir::BlockId block, Ways ways) {
    if (ways.empty() || LeadingIn(ways).size() < ways.size())
      return {};
    const std::vector<rir::Op>& ops = f.blocks[block].ops;
    const std::size_t begin = StatementOf(ops, static_cast<std::size_t>(ways[0].via - ops.data()));
    for (Way& way : ways)
      way.row = {&ops[begin], begin == 0 ? nullptr : &ops[begin - 1]};
    return ways;
  }

  // Of the block's own operations.
  [[nodiscard]] std::vector<Way> WaysIn(const rir::Function& f, rir::BlockId block) const {
    std::vector<Way> ways;
    for (const rir::Op& op : f.blocks[block].ops)
      for (const LoopRecord* loop : loops_)
        if (Leads(f, op, *loop))
          ways.push_back({loop, &op});
    return ways;
  }

  static bool IsBranch(const rir::Op& op) {
    const auto* loop = std::get_if<rir::LoopOp>(&op.data);
    return op.Kind() == rir::OpKind::If || (loop != nullptr && loop->kind == rir::LoopKind::Once);
  }

  // What the operation, which alone leads to loops, runs once; nothing of that sort: it is the way.
  Ways Below(const rir::Function& f, Ways itself) {
    const rir::Op& op = *itself[0].via;
    if (const auto* call = std::get_if<rir::CallOp>(&op.data)) {
      const std::vector<rir::FunctionId> called = CalleesOf(f, op, *call);
      const rir::Function* callee = called.size() == 1 ? &module_.functions[called[0]] : nullptr;
      const bool is_new = callee != nullptr && callee->is_defined && seen_.insert(callee).second;
      return is_new ? In(*callee, callee->body) : itself;
    }
    if (!IsBranch(op))
      return itself;
    const std::vector<rir::BlockId> arms = ArmsOf(f, op);
    return arms.size() == 1 ? In(f, arms[0]) : Alternatives(f, arms);
  }

  // The arms that lead to loops.
  [[nodiscard]] std::vector<rir::BlockId> ArmsOf(const rir::Function& f, const rir::Op& op) const {
    std::vector<rir::BlockId> arms;
    rir::ForEachBlock(op, [&](rir::BlockId block) {
      if (block != rir::kNone && !WaysIn(f, block).empty())
        arms.push_back(block);
    });
    return arms;
  }

  Ways InAlternative(const rir::Function& f, rir::BlockId block, Ways ways) {
    return LeadingIn(ways).size() == 1 ? InArm(f, std::move(ways)) : AsRow(f, block, std::move(ways));
  }

  // Of several arms each has a way or a row. Empty where one of them has neither.
  Ways Alternatives(const rir::Function& f, const std::vector<rir::BlockId>& arms) {
    Ways all;
    for (const rir::BlockId arm : arms) {
      const Ways ways = InAlternative(f, arm, WaysIn(f, arm));
      if (ways.empty())
        return {};
      all.insert(all.end(), ways.begin(), ways.end());
    }
    return all;
  }

  // Of an arm in which one operation leads to loops. What it calls is gone into where it must be, and where no other
  // arm can come there.
  Ways InArm(const rir::Function& f, Ways itself) {
    const rir::Op& op = *itself[0].via;
    if (IsBranch(op))
      return Alternatives(f, ArmsOf(f, op));
    const auto* call = std::get_if<rir::CallOp>(&op.data);
    if (call != nullptr && call->callee.kind == rir::OperandKind::Function && CountCalls(call->callee.id) == 1)
      if (Ways inside = Below(f, itself); inside.size() > 1)
        return inside;
    return itself.size() == 1 ? itself : Ways();
  }

  // The places that name the function, in the whole program.
  [[nodiscard]] std::size_t CountCalls(rir::FunctionId id) const {
    std::size_t count = 0;
    const auto look = [&](const rir::Function& function) {
      if (function.body != rir::kNone)
        rir::ForEachOp(function, function.body, [&](const rir::Op& op) {
          rir::ForEachOperand(op, [&](const rir::Operand& operand) {
            count += operand.kind == rir::OperandKind::Function && operand.id == id ? 1 : 0;
          });
        });
    };
    look(module_.init);
    for (const rir::Function& function : module_.functions)
      look(function);
    return count;
  }

  [[nodiscard]] std::vector<rir::FunctionId> CalleesOf(const rir::Function& f, const rir::Op& op,
                                                       const rir::CallOp& call) const {
    if (call.callee.kind == rir::OperandKind::Function)
      return {call.callee.id};
    return callees_.Of(f, op, call);
  }

  [[nodiscard]] bool Leads(const rir::Function& f, const rir::Op& op, const LoopRecord& loop) const {
    if (std::get_if<rir::LoopOp>(&op.data) == loop.loop)
      return true;
    if (const auto* call = std::get_if<rir::CallOp>(&op.data)) {
      const auto& callers = callees_.CallersOf(*loop.function);
      return std::ranges::any_of(CalleesOf(f, op, *call),
                                 [&](rir::FunctionId callee) { return callers.contains(&module_.functions[callee]); });
    }
    bool leads = false;
    rir::ForEachBlock(op, [&](rir::BlockId block) {
      leads = leads || (block != rir::kNone && std::ranges::any_of(f.blocks[block].ops, [&](const rir::Op& inner) {
                          return Leads(f, inner, loop);
                        }));
    });
    return leads;
  }

  // Where the statement of ops[at] begins: what it evaluates first stands behind its beginning in the text, or has no
  // place there. The rewrite refuses a row where that is not so.
  static std::size_t StatementOf(const std::vector<rir::Op>& ops, std::size_t at) {
    const rir::Location& place = ops[at].location;
    while (at > 0 && (ops[at - 1].location.file != place.file || ops[at - 1].location.line >= place.line))
      --at;
    return at;
  }

  const rir::Module& module_;
  const infer::Callees& callees_;
  const std::vector<const LoopRecord*>& loops_;
  std::set<const rir::Function*> seen_;
};

}  // namespace

std::optional<Row> RowOf(const infer::Engine& engine, const std::vector<const LoopRecord*>& loops) {
  return RowOf(engine.Program(), engine.CalleesInProgram(), loops);
}

std::optional<Row> RowOf(const rir::Module& module, const infer::Callees& callees,
                         const std::vector<const LoopRecord*>& loops) {
  Row row{Finder(module, callees, loops).Run()};
  const bool leads_to_all = std::ranges::all_of(
      loops, [&](const LoopRecord* loop) { return std::ranges::find(row.ways, loop, &Way::loop) != row.ways.end(); });
  const bool is_row = row.ways.size() > 1 && leads_to_all;
  return is_row ? std::optional(std::move(row)) : std::nullopt;
}

}  // namespace detrain::plan
