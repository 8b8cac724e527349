// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/races/own_element.h"

#include <optional>
#include <string>
#include <variant>

namespace detrain::races {

namespace {

class Election {
 public:
  Election(const flow::Flow& flow, OriginSearch& search, const Together& where)
      : flow_(flow), search_(search), where_(where) {}

  // Whether the op stands where `formula` is equal to the number.
  bool Fixes(flow::NodeId op, const std::string& formula, std::int64_t number) {
    for (flow::ScopeId at = flow_.nodes[op].scope; at != flow::kNone && where_.inside[at];) {
      const flow::Scope& scope = flow_.scopes[at];
      const auto* choice = scope.kind == flow::ScopeKind::Branch ? std::get_if<rir::IfOp>(&scope.op->data) : nullptr;
      if (choice != nullptr && scope.block == choice->then_block &&
          Says(flow_.NodeOf(choice->condition, scope.instance), formula, number))
        return true;
      at = scope.parents.size() == 1 ? scope.parents.front() : flow::kNone;
    }
    return false;
  }

  std::string Formula(flow::NodeId user, const rir::Operand& operand) {
    return operand.kind == rir::OperandKind::Region ? "@" + std::to_string(operand.id)
                                                    : search_.Formula(search_.OperandOf(user, operand), where_);
  }

 private:
  // Whether the condition holds only where the formula is equal to the number.
  bool Says(flow::NodeId condition, const std::string& formula, std::int64_t number) {
    const rir::ComputeOp* compute = flow::ComputeOf(flow_, condition);
    if (compute == nullptr)
      return false;
    const auto part = [&](std::size_t i) { return search_.OperandOf(condition, compute->args[i]); };
    switch (compute->opcode) {
      case rir::Opcode::Cast:
        return Says(part(0), formula, number);
      case rir::Opcode::LAnd:
        return Says(part(0), formula, number) || Says(part(1), formula, number);
      case rir::Opcode::LNot:
        return number == 0 && Formula(condition, compute->args[0]) == formula;
      case rir::Opcode::Eq:
        for (const std::size_t i : {0U, 1U})
          if (compute->args[i] == rir::Operand::Int(number) && Formula(condition, compute->args[1 - i]) == formula)
            return true;
        return false;
      default:
        return false;
    }
  }

  const flow::Flow& flow_;
  OriginSearch& search_;
  const Together& where_;
};

}  // namespace

bool IsOwnElement(const flow::Flow& flow, OriginSearch& search, const Together& where, const flow::Access& each,
                  const flow::Access& other) {
  const rir::ComputeOp* written = flow::ComputeOf(flow, each.address);
  const rir::ComputeOp* read = flow::ComputeOf(flow, other.address);
  const bool are_elements = written != nullptr && read != nullptr && written->opcode == rir::Opcode::Index &&
                            read->opcode == rir::Opcode::Index && read->args[1].kind == rir::OperandKind::Int &&
                            written->args[1].kind == rir::OperandKind::Value;
  if (!are_elements)
    return false;
  Election election(flow, search, where);
  return election.Formula(each.address, written->args[0]) == election.Formula(other.address, read->args[0]) &&
         election.Fixes(other.node, election.Formula(each.address, written->args[1]), read->args[1].integer);
}

}  // namespace detrain::races
