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
  Finder(const infer::Engine& engine, const std::vector<const LoopRecord*>& loops)
      : module_(engine.Program()), callees_(engine.CalleesInProgram()), loops_(loops) {}

  Row Run() {
    for (const rir::Function& f : module_.functions)
      if (f.link_name == "main" && f.is_defined)
        return In(f, f.body);
    return {};
  }

 private:
  Row In(const rir::Function& f, rir::BlockId block) {
    Row row{WaysIn(f, block), nullptr, nullptr};
    std::set<const rir::Op*> leading;
    for (const Way& way : row.ways)
      leading.insert(way.via);
    if (leading.size() == 1)
      return Below(f, std::move(row));
    if (row.ways.empty() || leading.size() < row.ways.size())
      return {};
    const std::vector<rir::Op>& ops = f.blocks[block].ops;
    const std::size_t begin = StatementOf(ops, static_cast<std::size_t>(row.ways[0].via - ops.data()));
    row.begin = &ops[begin];
    row.before = begin == 0 ? nullptr : &ops[begin - 1];
    return row;
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
  Row Below(const rir::Function& f, Row itself) {
    const rir::Op& op = *itself.ways[0].via;
    if (const auto* call = std::get_if<rir::CallOp>(&op.data)) {
      const std::vector<rir::FunctionId> called = CalleesOf(f, op, *call);
      const rir::Function* callee = called.size() == 1 ? &module_.functions[called[0]] : nullptr;
      const bool is_new = callee != nullptr && callee->is_defined && seen_.insert(callee).second;
      return is_new ? In(*callee, callee->body) : itself;
    }
    if (!IsBranch(op))
      return itself;
    const std::vector<rir::BlockId> arms = ArmsOf(f, op);
    return arms.size() == 1 ? In(f, arms[0]) : Row{Alternatives(f, arms), nullptr, nullptr};
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

  // Of several arms each is a way. What they call may be what another one calls too, and is not gone into.
  [[nodiscard]] std::vector<Way> Alternatives(const rir::Function& f, const std::vector<rir::BlockId>& arms) const {
    std::vector<Way> all;
    for (const rir::BlockId arm : arms) {
      std::vector<Way> ways = WaysIn(f, arm);
      if (ways.size() == 1 && IsBranch(*ways[0].via))
        ways = Alternatives(f, ArmsOf(f, *ways[0].via));
      else if (ways.size() != 1)
        return {};
      all.insert(all.end(), ways.begin(), ways.end());
    }
    return all;
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
  Row row = Finder(engine, loops).Run();
  const bool leads_to_all = std::ranges::all_of(
      loops, [&](const LoopRecord* loop) { return std::ranges::find(row.ways, loop, &Way::loop) != row.ways.end(); });
  const bool is_row = row.ways.size() > 1 && leads_to_all;
  return is_row ? std::optional(std::move(row)) : std::nullopt;
}

}  // namespace detrain::plan
