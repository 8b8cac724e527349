// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/races/chosen_element.h"

#include <algorithm>
#include <set>
#include <string>
#include <variant>
#include <vector>

namespace detrain::races {

namespace {

class Row {
 public:
  Row(const flow::Flow& flow, OriginSearch& search, ThreadNumbers& numbers, const flow::Access& access)
      : flow_(flow), search_(search), numbers_(numbers) {
    AddAddress(access.address);
    std::ranges::sort(rest_);
    std::ranges::sort(threads_);
  }

  [[nodiscard]] bool IsForEachThread() const { return !threads_.empty() && !has_data_ && !is_shifted_; }
  [[nodiscard]] bool IsChosen() const { return has_data_ && threads_.empty() && !is_shifted_; }
  // Of the same pointer, with the same terms but for those that tell the threads' elements, or that data choose.
  [[nodiscard]] bool IsRowOf(const Row& other) const { return !rest_.empty() && rest_ == other.rest_; }
  // The element of the same thread, moved on by what it reads times a size.
  [[nodiscard]] bool IsMovedFrom(const Row& other) const {
    return is_shifted_ && !has_data_ && other.IsForEachThread() && threads_ == other.threads_ && IsRowOf(other);
  }

 private:
  void AddAddress(flow::NodeId address) {
    const rir::ComputeOp* compute = flow::ComputeOf(flow_, address);
    if (compute == nullptr || compute->opcode != rir::Opcode::Index) {
      rest_.push_back("&" + (address == flow::kNone ? std::string() : Text(address)));
      return;
    }
    AddTerms(address, compute->args[1]);
    if (compute->args[0].kind == rir::OperandKind::Region)
      rest_.push_back("@" + std::to_string(compute->args[0].id));
    else
      AddAddress(search_.OperandOf(address, compute->args[0]));
  }

  void AddTerms(flow::NodeId user, const rir::Operand& operand) {
    const flow::NodeId value = search_.OperandOf(user, operand);
    if (value == flow::kNone) {
      if (operand.kind != rir::OperandKind::Int || operand.integer != 0)
        rest_.push_back(numbers_.FormulaOf(user, operand));
      return;
    }
    const flow::NodeId made = MadeOf(value);
    const rir::ComputeOp* compute = flow::ComputeOf(flow_, made);
    if (compute != nullptr && (compute->opcode == rir::Opcode::Add || compute->opcode == rir::Opcode::Cast)) {
      for (const rir::Operand& arg : compute->args)
        AddTerms(made, arg);
      return;
    }
    if ((numbers_.From(made, false) & kOfBlock).any())
      AddOfThread(made, compute);
    else if (IsReadAnew(made))
      has_data_ = true;
    else
      rest_.push_back(Text(made));
  }

  // What each thread has for itself: made of its number, or of what it reads times a size.
  void AddOfThread(flow::NodeId made, const rir::ComputeOp* compute) {
    const auto is_read = [&](const rir::Operand& arg) {
      const flow::NodeId factor = search_.OperandOf(made, arg);
      return factor != flow::kNone && IsReadAnew(MadeOf(factor));
    };
    const bool is_scaled = compute != nullptr && compute->opcode == rir::Opcode::Mul;
    if (is_scaled && std::ranges::any_of(compute->args, is_read))
      is_shifted_ = true;
    else
      threads_.push_back(Text(made));
  }

  // What was stored in the variable that is read, where that is one value.
  [[nodiscard]] flow::NodeId MadeOf(flow::NodeId value) const {
    for (unsigned depth = 0; depth < 16; ++depth) {
      flow::NodeId from = flow::kNone;
      unsigned ways = 0;
      const flow::Node& node = flow_.nodes[value];
      const bool holds =
          node.op != nullptr && (node.op->Kind() == rir::OpKind::Load || node.op->Kind() == rir::OpKind::Store);
      if (!holds || flow_.AccessOf(value) != nullptr)
        return value;
      flow_.ForBefore(value, [&](flow::NodeId before, flow::EdgeKind kind) {
        from = kind == flow::EdgeKind::Copy ? before : from;
        ways += kind == flow::EdgeKind::Copy ? 1U : 0U;
      });
      if (ways != 1 || flow_.nodes[from].kind == flow::NodeKind::Round ||
          flow_.nodes[from].kind == flow::NodeKind::Merge)
        return value;
      value = from;
    }
    return value;
  }

  // Read from memory that is not the thread's own, at a place that the launch does not set.
  [[nodiscard]] bool IsReadAnew(flow::NodeId value) const {
    const flow::Node& node = flow_.nodes[value];
    const flow::Access* access = flow_.AccessOf(value);
    if (access == nullptr || node.op == nullptr || node.op->Kind() != rir::OpKind::Load)
      return false;
    const auto cells = flow_.PointsTo(access->address);
    return !cells.empty() && std::ranges::none_of(cells, [&](flow::NodeId cell) { return numbers_.IsOwn(cell); });
  }

  [[nodiscard]] std::string Text(flow::NodeId value) { return numbers_.FormulaOf(value); }

  const flow::Flow& flow_;
  OriginSearch& search_;
  ThreadNumbers& numbers_;
  std::vector<std::string> threads_, rest_;
  bool has_data_ = false, is_shifted_ = false;
};

}  // namespace

bool IsChosenElement(const flow::Flow& flow, OriginSearch& search, ThreadNumbers& numbers, const flow::Access& a,
                     const flow::Access& b) {
  const Row one(flow, search, numbers, a), two(flow, search, numbers, b);
  const bool is_first_chosen = (one.IsChosen() && two.IsForEachThread()) || one.IsMovedFrom(two);
  const bool is_chosen = is_first_chosen || (one.IsForEachThread() && two.IsChosen()) || two.IsMovedFrom(one);
  const flow::Access& each = is_first_chosen ? b : a;
  return is_chosen && one.IsRowOf(two) && (numbers.Elected(each.node, false) & kOfBlock).none();
}

}  // namespace detrain::races
