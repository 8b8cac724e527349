// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/rir/print_op.h"

#include <algorithm>
#include <utility>

#include "analyzer/base/text.h"
#include "analyzer/rir/defaults.h"
#include "analyzer/rir/fields.h"
#include "analyzer/rir/text.h"

namespace detrain::rir {
namespace {

std::string ResultText(const Op& op) {
  return "%" + NumberText(op.result);
}

// The word that a reader sees first: an opcode for a compute op.
std::string_view Keyword(const Op& op) {
  const auto* compute = std::get_if<ComputeOp>(&op.data);
  return compute ? Word(compute->opcode) : Word(op.Kind());
}

}  // namespace

OpPrinter::OpPrinter(const Module& module, const Names& names, const Function& function, FunctionId scope,
                     std::string& out)
    : module_(module),
      names_(names),
      function_(function),
      scope_(scope),
      default_file_(DefaultFile(function)),
      out_(out),
      is_printed_(function.blocks.size()) {}

std::string OpPrinter::OpenBlock(BlockId id) {
  const bool is_next = id == next_block_;
  is_printed_[id] = true;
  next_block_ = id + 1;
  return is_next ? " {\n" : " ^" + std::to_string(id) + " {\n";
}

void OpPrinter::BlockAt(BlockId id) {
  if (id >= is_printed_.size() || is_printed_[id]) {
    out_ += " ^" + NumberText(id);
    return;
  }
  out_ += OpenBlock(id);
  ++indent_;
  Ops(id);
  --indent_;
  out_ += std::string(2 * indent_, ' ') + "}";
}

void OpPrinter::Ops(BlockId id) {
  for (const Op& op : function_.blocks[id].ops) {
    out_ += std::string(2 * indent_, ' ');
    OneOp(op);
    out_ += "\n";
  }
}

void OpPrinter::OneOp(const Op& op) {
  const Op* const outer = std::exchange(op_, &op);
  has_place_ = false;
  has_positional_ = false;
  const std::string type = op.type == kNone ? "" : ": " + names_.Type(op.type);
  if (op.result != kNone)
    out_ += ResultText(op) + type + " = " + std::string(Keyword(op));
  else
    out_ += std::string(Keyword(op)) + type;
  OpFields(*this, op);
  Place();
  op_ = outer;
  has_place_ = true;  // that of the op around this one: it was written before its blocks
}

void OpPrinter::Word(std::string_view word) {
  out_ += " ";
  out_ += word;
}

std::string OpPrinter::OperandText(const Operand& operand) const {
  switch (operand.kind) {
    case OperandKind::None:
      return "none";
    case OperandKind::Value:
      return "%" + NumberText(operand.id);
    case OperandKind::Int:
      return std::to_string(operand.integer);
    case OperandKind::Float:
      return FloatText(operand.number);
    case OperandKind::Null:
      return "null";
    case OperandKind::Region:
      return names_.Region(operand.id, scope_);
    case OperandKind::Function:
      return names_.Function(operand.id);
    case OperandKind::String:
      return names_.String(operand.id);
  }
  return "";
}

void OpPrinter::Positional(const Operand& operand) {
  if (std::exchange(has_positional_, true))
    out_ += ",";
  Word(OperandText(operand));
}

void OpPrinter::Optional(std::string_view key, const Operand& operand) {
  if (operand)
    Word((key.empty() ? "" : std::string(key) + " ") + OperandText(operand));
}

std::string OpPrinter::Commas(const std::vector<std::string>& items) const {
  return Join(items, ", ");
}

void OpPrinter::List(const std::vector<Operand>& operands) {
  for (const Operand& operand : operands)
    Positional(operand);
}

void OpPrinter::Group(std::string_view key, const std::vector<Operand>& operands) {
  if (!key.empty() && operands.empty())
    return;
  std::vector<std::string> items;
  for (const Operand& operand : operands)
    items.push_back(OperandText(operand));
  if (!key.empty())
    Word(std::string(key) + " ");
  out_ += "(" + Commas(items) + ")";
}

void OpPrinter::Targets(std::string_view key, const std::vector<InputTarget>& targets) {
  std::vector<std::string> items;
  for (const InputTarget& target : targets)
    items.push_back(OperandText(target.address) + (target.bytes ? " bytes " + OperandText(target.bytes) : ""));
  if (!items.empty())
    Word(std::string(key) + " (" + Commas(items) + ")");
}

void OpPrinter::Reductions(std::string_view key, const std::vector<ParReduction>& reductions) {
  std::vector<std::string> items;
  for (const ParReduction& reduction : reductions)
    items.push_back(Quote(reduction.op) + " " + OperandText(reduction.address));
  if (!items.empty())
    Word(std::string(key) + " (" + Commas(items) + ")");
}

void OpPrinter::Regions(std::string_view key, const std::vector<RegionId>& regions) {
  std::vector<std::string> items;
  for (const RegionId region : regions)
    items.push_back(names_.Region(region, scope_));
  if (!items.empty())
    Word(std::string(key) + " (" + Commas(items) + ")");
}

void OpPrinter::Region(RegionId region) {
  Word(names_.Region(region, scope_));
}

void OpPrinter::Type(std::string_view key, TypeId type) {
  if (type != kNone)
    Word(std::string(key) + " " + names_.Type(type));
}

void OpPrinter::Loop(LoopId loop) {
  Word(NumberText(loop));
}

// By name where the record has one member of this name, else by number.
void OpPrinter::Member(std::string_view key, TypeId record, std::uint32_t member, bool is_always) {
  if (!is_always && member == 0)
    return;
  std::string text = "#" + std::to_string(member);
  if (record < module_.types.size() && member < module_.types[record].fields.size()) {
    const std::vector<Field>& fields = module_.types[record].fields;
    const std::string& name = fields[member].name;
    if (!name.empty() && std::ranges::count(fields, name, &Field::name) == 1)
      text = NameText(name);
  }
  Word(std::string(key) + " " + text);
}

void OpPrinter::Flag(std::string_view key, bool value, bool is_default) {
  if (value != is_default)
    Word(key);
}

void OpPrinter::Number(std::string_view key, std::uint32_t value, std::uint32_t is_default) {
  if (value != is_default)
    Word(std::string(key) + " " + std::to_string(value));
}

void OpPrinter::Bound(std::string_view key, const std::optional<std::uint64_t>& bound) {
  if (bound)
    Word(std::string(key) + " " + std::to_string(*bound));
}

void OpPrinter::Text(std::string_view key, const std::string& text) {
  if (key.empty())
    Word(Quote(text));
  else if (!text.empty())
    Word(std::string(key) + " " + NameText(text));
}

void OpPrinter::Place() {
  if (!std::exchange(has_place_, true))
    out_ += names_.Location(op_->location, default_file_);
}

void OpPrinter::Block(std::string_view key, BlockId block) {
  if (block == kNone)
    return;
  Word(key);
  BlockAt(block);
}

}  // namespace detrain::rir
