// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/audit/carry.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <variant>

namespace detrain::audit {

using flow::EdgeKind;
using flow::NodeId;
using flow::NodeKind;
using rir::Opcode;

namespace {

const rir::ComputeOp* ComputeOf(const flow::Node& node) {
  return node.kind != NodeKind::Value || node.op == nullptr ? nullptr : std::get_if<rir::ComputeOp>(&node.op->data);
}

bool IsConstant(const rir::Operand& operand) {
  return operand.kind == rir::OperandKind::Int || operand.kind == rir::OperandKind::Float ||
         operand.kind == rir::OperandKind::Null;
}

// What lift makes of a word or a line that a stream puts into a string.
constexpr std::string_view kWord = "text";

// Functions that make a number of a text.
bool ReadsText(std::string_view callee) {
  constexpr std::array<std::string_view, 12> names = {"atof",    "atoi",   "atol",    "atoll",   "strtof",   "strtod",
                                                      "strtold", "strtol", "strtoul", "strtoll", "strtoull", "sscanf"};
  return std::ranges::find(names, callee.substr(0, callee.find('.'))) != names.end();
}

bool Keeps(const rir::ComputeOp& compute) {
  switch (compute.opcode) {
    case Opcode::Cast:
    case Opcode::Select:
    case Opcode::Neg:
    case Opcode::Not:
      return true;
    case Opcode::Add:
    case Opcode::Sub:
    case Opcode::Xor:
    case Opcode::Or:
    case Opcode::And:
    case Opcode::Shl:
    case Opcode::Shr:
      return std::ranges::any_of(compute.args, IsConstant);
    case Opcode::Math:
      return ReadsText(compute.callee) || compute.callee == kWord;
    default:
      return false;
  }
}

// Whether a text in memory is made of what the node is: the content of a file that is put into a stringstream.
bool IsTextOf(const flow::Flow& flow, const flow::Node& node, const rir::OutputOp& text, NodeId from) {
  const auto cells = flow.PointsTo(flow.NodeOf(text.handle, node.instance));
  const bool is_in_memory =
      text.target || (!cells.empty() && std::ranges::all_of(cells, [&](NodeId at) { return flow.IsStringStream(at); }));
  return is_in_memory && std::ranges::any_of(text.args, [&](const rir::Operand& arg) {
           return flow.NodeOf(arg, node.instance) == from;
         });
}

}  // namespace

bool CarriesOn(const flow::Flow& flow, NodeId from, NodeId to, EdgeKind kind) {
  if (kind > EdgeKind::Data)
    return false;
  const flow::Node& node = flow.nodes[to];
  if (const rir::ComputeOp* compute = ComputeOf(node))
    return Keeps(*compute);
  if (kind == EdgeKind::Copy)
    return true;
  if (const auto* fill = node.op == nullptr ? nullptr : std::get_if<rir::FillOp>(&node.op->data))
    return node.kind == NodeKind::Effect && flow.NodeOf(fill->byte, node.instance) == from;
  if (const auto* text = node.op == nullptr ? nullptr : std::get_if<rir::OutputOp>(&node.op->data))
    return IsTextOf(flow, node, *text, from);
  // What is read goes into its targets, and the content of a text that is written into memory, too.
  const rir::Op* op = flow.nodes[from].op;
  const bool is_read =
      node.kind == NodeKind::Effect && node.op == op && op != nullptr && std::holds_alternative<rir::InputOp>(op->data);
  return is_read;
}

Conversion ConversionOf(std::string_view format, std::size_t argument) {
  for (std::size_t i = 0; i + 1 < format.size(); ++i) {
    if (format[i] != '%')
      continue;
    const std::size_t start = i++;
    Conversion found;
    bool is_fraction = false;
    for (; i < format.size() && std::isalpha(static_cast<unsigned char>(format[i])) == 0 && format[i] != '%'; ++i) {
      if (format[i] == '*') {
        if (argument-- == 0)
          return {'d', -1, "*"};
        found.precision = is_fraction ? -2 : found.precision;
      } else if (format[i] == '.') {
        is_fraction = true;
        found.precision = 0;
      } else if (is_fraction && format[i] >= '0' && format[i] <= '9') {
        found.precision = std::min(found.precision * 10 + (format[i] - '0'), 10'000);
      }
    }
    while (i < format.size() && std::string_view("hlLqjzt").find(format[i]) != std::string_view::npos)
      ++i;
    if (i >= format.size() || format[i] == '%' || argument-- != 0)
      continue;
    found.kind = format[i];
    found.text = format.substr(start, i + 1 - start);
    return found;
  }
  return {};
}

bool KeepsFloat(const Conversion& conversion, std::uint64_t bytes) {
  const int digits = bytes >= 16 ? 36 : bytes >= 8 ? 17 : bytes >= 4 ? 9 : 5;  // that tell all such numbers apart
  switch (std::tolower(static_cast<unsigned char>(conversion.kind))) {
    case 'g':
      return conversion.precision == -2 || conversion.precision >= digits;
    case 'e':
      return conversion.precision == -2 || conversion.precision + 1 >= digits;
    case 'f':
      return conversion.precision == -2;
    case 'a':
      return conversion.precision < 0;
    default:
      return true;
  }
}

}  // namespace detrain::audit
