// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/races/part_bounds.h"

#include <algorithm>
#include <string>
#include <variant>

#include "analyzer/flow/ranges.h"
#include "analyzer/races/origin_search.h"

namespace detrain::races {

namespace {

constexpr unsigned kMostDeep = 12;    // of a formula
constexpr unsigned kMostPassed = 64;  // from a variable to the number that it was given

}  // namespace

// What a parameter, a result or a variable was given, where that is one number.
flow::NodeId PartBounds::Passed(flow::NodeId node) const {
  const flow::NodeKind kind = flow_.nodes[node].kind;
  const rir::Op* op = kind == flow::NodeKind::Value ? flow_.nodes[node].op : nullptr;
  const bool is_passed =
      op != nullptr && (std::holds_alternative<rir::CallOp>(op->data) || std::holds_alternative<rir::LoadOp>(op->data));
  if (kind != flow::NodeKind::Parameter && kind != flow::NodeKind::Result && kind != flow::NodeKind::Effect &&
      !is_passed)
    return flow::kNone;
  return flow::OnlyCopied(flow_, node);
}

flow::NodeId PartBounds::WithoutCasts(flow::NodeId node) const {
  for (unsigned depth = 0; depth < kMostPassed && node != flow::kNone; ++depth) {
    const rir::ComputeOp* compute = flow::ComputeOf(flow_, node);
    const bool is_cast = compute != nullptr && compute->opcode == rir::Opcode::Cast;
    const flow::NodeId before = is_cast ? search_.OperandOf(node, compute->args[0]) : Passed(node);
    if (before == flow::kNone)
      break;
    node = before;
  }
  return node;
}

// Whether a load reads what was there before the threads began: none of them stores there.
bool PartBounds::IsGiven(flow::NodeId address, const Together& where) const {
  const auto& cells = flow_.PointsTo(address);
  bool is_given = !cells.empty();
  for (const flow::NodeId cell : cells) {
    flow_.ForStored(cell, [&](flow::NodeId store) {
      const flow::ScopeId scope = flow_.nodes[store].scope;
      is_given = is_given && (scope == flow::kNone || !where.inside[scope]);
    });
  }
  return is_given;
}

// Two reads of one member.
bool PartBounds::AreLoadsOfOne(flow::NodeId a, flow::NodeId b, const Together& where, unsigned depth) {
  const auto load_of = [&](flow::NodeId node) {
    const bool is_load = flow_.nodes[node].kind == flow::NodeKind::Value && flow_.nodes[node].op != nullptr &&
                         std::holds_alternative<rir::LoadOp>(flow_.nodes[node].op->data);
    const flow::Access* access = is_load ? flow_.AccessOf(node) : nullptr;
    return access != nullptr ? access->address : flow::kNone;
  };
  const flow::NodeId from_a = load_of(a);
  const flow::NodeId from_b = load_of(b);
  return from_a != flow::kNone && from_b != flow::kNone && IsGiven(from_a, where) &&
         AreSame(from_a, from_b, where, depth + 1);
}

// Whether two values of one thread are the same number.
bool PartBounds::AreSame(flow::NodeId a, flow::NodeId b, const Together& where, unsigned depth) {
  a = WithoutCasts(a);
  b = WithoutCasts(b);
  if (a == flow::kNone || b == flow::kNone || depth > kMostDeep)
    return false;
  if (a == b || AreLoadsOfOne(a, b, where, depth))
    return true;
  const rir::ComputeOp* of_a = flow::ComputeOf(flow_, a);
  const rir::ComputeOp* of_b = flow::ComputeOf(flow_, b);
  if (of_a == nullptr || of_b == nullptr || of_a->opcode != of_b->opcode || of_a->args.size() != of_b->args.size()) {
    const std::string formula = search_.Formula(a, where);
    return formula.find('?') == std::string::npos && formula == search_.Formula(b, where);
  }
  for (std::size_t i = 0; i < of_a->args.size(); ++i) {
    if (!AreSame(of_a->args[i], a, of_b->args[i], b, where, depth))
      return false;
  }
  return true;
}

bool PartBounds::AreSame(const rir::Operand& a, flow::NodeId user_of_a, const rir::Operand& b, flow::NodeId user_of_b,
                         const Together& where, unsigned depth) {
  const std::optional<std::int64_t> number = Number(a, user_of_a);
  if (number)
    return number == Number(b, user_of_b);
  if (a.kind != rir::OperandKind::Value)
    return a == b;
  return AreSame(search_.OperandOf(user_of_a, a), search_.OperandOf(user_of_b, b), where, depth + 1);
}

std::optional<std::int64_t> PartBounds::Number(const rir::Operand& operand, flow::NodeId user) const {
  if (operand.kind == rir::OperandKind::Int)
    return operand.integer;
  const std::optional<flow::Range> range = flow::RangeOf(flow_, operand, flow_.nodes[user].instance);
  const bool is_one = range && range->symbol == flow::kNone && range->end == range->low + 1;
  return is_one ? std::optional(range->low) : std::nullopt;
}

// k + 1 and k.
bool PartBounds::IsOneMore(flow::NodeId next, flow::NodeId begin, const Together& where) {
  const rir::ComputeOp* sum = flow::ComputeOf(flow_, next);
  if (sum == nullptr || sum->opcode != rir::Opcode::Add)
    return false;
  for (const std::size_t i : {0U, 1U}) {
    if (Number(sum->args[i], next) == 1 && AreSame(search_.OperandOf(next, sum->args[1 - i]), begin, where, 0))
      return true;
  }
  return false;
}

bool PartBounds::AreProductsInARow(flow::NodeId next, flow::NodeId begin, const Together& where, unsigned depth) {
  const rir::ComputeOp* a = flow::ComputeOf(flow_, next);
  const rir::ComputeOp* b = flow::ComputeOf(flow_, begin);
  for (const std::size_t i : {0U, 1U}) {
    for (const std::size_t j : {0U, 1U}) {
      if (AreSame(a->args[i], next, b->args[j], begin, where, depth) &&
          IsNext(search_.OperandOf(next, a->args[1 - i]), search_.OperandOf(begin, b->args[1 - j]), where, depth + 1))
        return true;
    }
  }
  return false;
}

// Whether `next` is what `begin` would be for the next number of a thread.
bool PartBounds::IsNext(flow::NodeId next, flow::NodeId begin, const Together& where, unsigned depth) {
  next = WithoutCasts(next);
  begin = WithoutCasts(begin);
  if (depth > kMostDeep || next == flow::kNone || begin == flow::kNone)
    return false;
  if (IsOneMore(next, begin, where))
    return true;
  const rir::ComputeOp* a = flow::ComputeOf(flow_, next);
  const rir::ComputeOp* b = flow::ComputeOf(flow_, begin);
  if (a == nullptr || b == nullptr || a->opcode != b->opcode)
    return false;
  if (a->opcode == rir::Opcode::Mul)
    return AreProductsInARow(next, begin, where, depth);
  return a->opcode == rir::Opcode::Div && AreSame(a->args[1], next, b->args[1], begin, where, depth) &&
         IsNext(search_.OperandOf(next, a->args[0]), search_.OperandOf(begin, b->args[0]), where, depth + 1);
}

// Among the values of a function's instance.
bool PartBounds::HasNext(flow::InstanceId instance, flow::NodeId quotient, const Together& where) {
  return std::ranges::any_of(flow_.values[instance], [&](flow::NodeId value) {
    const rir::ComputeOp* other = flow::ComputeOf(flow_, value);
    return other != nullptr && value != quotient && other->opcode == rir::Opcode::Div && IsNext(value, quotient, where);
  });
}

bool PartBounds::IsBegin(flow::NodeId quotient, const Together& where) {
  const rir::ComputeOp* compute = flow::ComputeOf(flow_, quotient);
  const flow::InstanceId instance = flow_.nodes[quotient].instance;
  if (compute == nullptr || compute->opcode != rir::Opcode::Div || instance == flow::kNone)
    return false;
  const auto [answer, is_new] = answers_.try_emplace({quotient, where.scope, where.work}, false);
  for (flow::InstanceId other = 0; is_new && other < flow_.instances.size() && !answer->second; ++other) {
    if (flow_.instances[other].function == flow_.instances[instance].function)
      answer->second = HasNext(other, quotient, where);
  }
  return answer->second;
}

}  // namespace detrain::races
