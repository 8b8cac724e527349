// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/races/rows.h"

#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "analyzer/flow/behind.h"

namespace detrain::races {

namespace {

struct Element {
  flow::NodeId row = flow::kNone, column = flow::kNone;
  std::string base, width;
};

class Rows {
 public:
  Rows(const flow::Flow& flow, OriginSearch& search, const Together& where)
      : flow_(flow), search_(search), where_(where) {}

  bool AreOther(flow::NodeId a, flow::NodeId b) {
    const std::optional<Element> left = ElementAt(a), right = ElementAt(b);
    if (!left || !right || left->width != right->width || left->base != right->base)
      return false;
    return AreApart(left->row, right->row) || AreApart(left->column, right->column) ||
           BeginsBehind(left->row, right->row) || BeginsBehind(right->row, left->row);
  }

 private:
  [[nodiscard]] flow::NodeId Operand(flow::NodeId user, const rir::Operand& operand) const {
    return flow::Behind(flow_, search_.OperandOf(user, operand));
  }

  std::optional<Element> ElementAt(flow::NodeId address) {
    const rir::ComputeOp* index = flow::ComputeAt(flow_, address, rir::Opcode::Index);
    const flow::NodeId sum = index == nullptr ? flow::kNone : Operand(address, index->args[1]);
    const rir::ComputeOp* add = flow::ComputeAt(flow_, sum, rir::Opcode::Add);
    if (add == nullptr)
      return std::nullopt;
    for (const auto& [first, second] : {std::pair{0, 1}, std::pair{1, 0}}) {
      const flow::NodeId product = Operand(sum, add->args[static_cast<std::size_t>(first)]);
      const flow::NodeId column = Operand(sum, add->args[static_cast<std::size_t>(second)]);
      const rir::ComputeOp* times = flow::ComputeAt(flow_, product, rir::Opcode::Mul);
      for (const std::size_t row : {0U, 1U})
        if (times != nullptr && IsBelow(column, FormulaOf(product, times->args[1 - row])))
          return Element{Operand(product, times->args[row]), column, search_.Base(address, where_),
                         FormulaOf(product, times->args[1 - row])};
    }
    return std::nullopt;
  }

  std::string FormulaOf(flow::NodeId user, const rir::Operand& operand) {
    return operand.kind == rir::OperandKind::Int ? std::to_string(operand.integer)
                                                 : search_.Formula(search_.OperandOf(user, operand), where_);
  }

  // A loop around it counts it: for (column = ...; column < width; ...), or < width - 1
  bool IsBelow(flow::NodeId column, const std::string& width) {
    if (column == flow::kNone)
      return false;
    for (flow::ScopeId at = flow_.nodes[column].scope; at != flow::kNone;) {
      const flow::Scope& scope = flow_.scopes[at];
      const auto* loop = scope.kind == flow::ScopeKind::Loop ? std::get_if<rir::LoopOp>(&scope.op->data) : nullptr;
      if (loop != nullptr && EndsBelow(*loop, scope.instance, column, width))
        return true;
      at = scope.parents.size() == 1 ? scope.parents.front() : flow::kNone;
    }
    return false;
  }

  bool EndsBelow(const rir::LoopOp& loop, flow::InstanceId instance, flow::NodeId column, const std::string& width) {
    const flow::NodeId test = loop.condition.kind == rir::OperandKind::Value && instance != flow::kNone
                                  ? flow_.values[instance][loop.condition.id]
                                  : flow::kNone;
    const rir::ComputeOp* less = flow::ComputeAt(flow_, test, rir::Opcode::Lt);
    if (less == nullptr || !IsSameVariable(Operand(test, less->args[0]), column))
      return false;
    const flow::NodeId end = Operand(test, less->args[1]);
    const rir::ComputeOp* shorter = flow::ComputeAt(flow_, end, rir::Opcode::Sub);
    const bool is_less =
        shorter != nullptr && shorter->args[1].kind == rir::OperandKind::Int && shorter->args[1].integer >= 0;
    return (is_less ? FormulaOf(end, shorter->args[0]) : FormulaOf(test, less->args[1])) == width;
  }

  // Threads share the variables around a loop through memory.
  [[nodiscard]] bool IsSameVariable(flow::NodeId a, flow::NodeId b) {
    if (a == b || a == flow::kNone || b == flow::kNone)
      return a == b;
    const bool is_counter =
        flow_.nodes[a].kind == flow::NodeKind::Round || flow_.nodes[b].kind == flow::NodeKind::Round;
    return !is_counter && search_.Formula(a, where_) == search_.Formula(b, where_);
  }

  // Another number in each round, and the same one in a round.
  bool AreApart(flow::NodeId a, flow::NodeId b) {
    return search_.IsApart(a, where_) && search_.IsApart(b, where_) &&
           search_.Formula(a, where_) == search_.Formula(b, where_);
  }

  // The rounds' own row begins behind the other one: for (row = other + 1; ...; row++)
  bool BeginsBehind(flow::NodeId row, flow::NodeId other) {
    if (row == flow::kNone || other == flow::kNone || flow_.nodes[row].kind != flow::NodeKind::Round ||
        flow_.nodes[row].scope != where_.work)
      return false;
    bool is_behind = false;
    flow_.ForBefore(row, [&](flow::NodeId from, flow::EdgeKind kind) {
      const flow::ScopeId scope = flow_.nodes[from].scope;
      if (kind != flow::EdgeKind::Copy || (scope != flow::kNone && flow_.IsInside(scope, where_.work)))
        return;
      const flow::NodeId start = flow::Behind(flow_, from);
      const rir::ComputeOp* add = flow::ComputeAt(flow_, start, rir::Opcode::Add);
      is_behind = add != nullptr && add->args[1].kind == rir::OperandKind::Int && add->args[1].integer > 0 &&
                  IsSameVariable(Operand(start, add->args[0]), other);
    });
    return is_behind;
  }

  const flow::Flow& flow_;
  OriginSearch& search_;
  const Together& where_;
};

}  // namespace

bool AreOtherElements(const flow::Flow& flow, OriginSearch& search, flow::NodeId a, flow::NodeId b,
                      const Together& where) {
  return Rows(flow, search, where).AreOther(a, b);
}

}  // namespace detrain::races
