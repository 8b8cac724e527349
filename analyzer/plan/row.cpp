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

  std::optional<Row> Run() {
    for (const rir::Function& f : module_.functions)
      if (f.link_name == "main" && f.is_defined)
        return In(f, f.body);
    return std::nullopt;
  }

 private:
  std::optional<Row> In(const rir::Function& f, rir::BlockId block) {
    const std::vector<rir::Op>& ops = f.blocks[block].ops;
    std::vector<std::size_t> ways;  // by loop: the operation that leads to it
    for (const LoopRecord* loop : loops_) {
      const auto leads = [&](const rir::Op& op) { return Leads(f, op, *loop); };
      const auto way = std::ranges::find_if(ops, leads);
      if (way == ops.end() || std::any_of(way + 1, ops.end(), leads))
        return std::nullopt;
      ways.push_back(static_cast<std::size_t>(way - ops.begin()));
    }
    const std::size_t first = std::ranges::min(ways);
    if (std::ranges::count(ways, first) == std::ssize(ways))
      return Below(f, ops[first]);
    std::vector<std::size_t> sorted = ways;
    std::ranges::sort(sorted);
    if (std::ranges::adjacent_find(sorted) != sorted.end())
      return std::nullopt;
    Row row;
    for (const std::size_t way : sorted)
      row.loops.push_back(loops_[static_cast<std::size_t>(std::ranges::find(ways, way) - ways.begin())]);
    const std::size_t begin = StatementOf(ops, first);
    row.begin = &ops[begin];
    row.before = begin == 0 ? nullptr : &ops[begin - 1];
    return row;
  }

  // What the operation runs once, if it leads to all of them.
  std::optional<Row> Below(const rir::Function& f, const rir::Op& op) {
    if (const auto* call = std::get_if<rir::CallOp>(&op.data)) {
      const std::vector<rir::FunctionId> called = CalleesOf(f, op, *call);
      const rir::Function* callee = called.size() == 1 ? &module_.functions[called[0]] : nullptr;
      const bool is_new = callee != nullptr && callee->is_defined && seen_.insert(callee).second;
      return is_new ? In(*callee, callee->body) : std::nullopt;
    }
    const auto* loop = std::get_if<rir::LoopOp>(&op.data);
    if (op.Kind() != rir::OpKind::If && (loop == nullptr || loop->kind != rir::LoopKind::Once))
      return std::nullopt;
    std::optional<Row> found;
    rir::ForEachBlock(op, [&](rir::BlockId block) { found = found || block == rir::kNone ? found : In(f, block); });
    return found;
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
  return Finder(engine, loops).Run();
}

}  // namespace detrain::plan
