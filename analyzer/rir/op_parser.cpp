// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/rir/op_parser.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <utility>

#include "analyzer/rir/fields.h"

namespace detrain::rir {
namespace {

constexpr std::size_t max_depth = 1000;  // of blocks, against texts made to exhaust the stack

bool IsFloat(std::string_view text) {
  return text.find_first_of(".p") != std::string_view::npos || text == "-inf" ||
         (!text.starts_with("0x") && !text.starts_with("-0x") && text.find('e') != std::string_view::npos);
}

// Hexadecimal or decimal; nullopt if it is no number.
std::optional<double> ToFloat(std::string_view text) {
  const bool is_negative = text.starts_with('-');
  text.remove_prefix(is_negative ? 1 : 0);
  const bool is_hex = text.starts_with("0x");
  text.remove_prefix(is_hex ? 2 : 0);
  double value = 0;
  const auto format = is_hex ? std::chars_format::hex : std::chars_format::general;
  const std::from_chars_result end = std::from_chars(text.data(), text.data() + text.size(), value, format);
  if (end.ec != std::errc() || end.ptr != text.data() + text.size())
    return std::nullopt;
  return is_negative ? -value : value;
}

std::optional<std::int64_t> ToInt(std::string_view text) {
  std::int64_t value = 0;
  const std::from_chars_result end = std::from_chars(text.data(), text.data() + text.size(), value);
  if (end.ec != std::errc() || end.ptr != text.data() + text.size())
    return std::nullopt;
  return value;
}

}  // namespace

BlockId OpParser::StartBody(BlockId label) {
  const BlockId id = label == kNone ? 0 : label;
  AddBlock(id);
  return id;
}

BlockId OpParser::OpenBlock() {
  const BlockId id = cursor_.Accept("^") ? cursor_.ExpectId() : next_block_;
  AddBlock(id);
  cursor_.Expect("{");
  return id;
}

void OpParser::AddBlock(BlockId id) {
  if (id == kNone || !blocks_.try_emplace(id).second)
    cursor_.Fail("block " + std::to_string(id) + " is there already");
  next_block_ = id + 1;
}

BlockId OpParser::BlockAt() {
  const bool is_elsewhere = cursor_.Current().Is("^") && !cursor_.Ahead(2).Is("{");
  if (is_elsewhere) {
    cursor_.Expect("^");
    return cursor_.ExpectId();
  }
  if (++depth_ > max_depth)
    cursor_.Fail("blocks are nested too deeply");
  const BlockId id = OpenBlock();
  Ops(id);
  cursor_.Expect("}");
  --depth_;
  return id;
}

void OpParser::Ops(BlockId id) {
  std::vector<Op> ops;
  while (!cursor_.AtEnd() && !cursor_.Current().Is("}") && !cursor_.Current().IsWord("block")) {
    ops.push_back(ParseOp());
    if (!cursor_.AtEndOfOp() || cursor_.Current().Is("{"))
      cursor_.FailExpected("the end of the line");
  }
  blocks_[id].ops = std::move(ops);
}

std::vector<rir::Block> OpParser::TakeBlocks() {
  std::vector<rir::Block> blocks;
  for (auto& [id, block] : blocks_) {
    if (id != blocks.size())
      cursor_.Fail("block " + std::to_string(blocks.size()) + " is missing");
    blocks.push_back(std::move(block));
  }
  return blocks;
}

Op OpParser::ParseOp() {
  Op op;
  const bool has_result = cursor_.Accept("%");
  if (has_result) {
    op.result = cursor_.ExpectId();
    if (cursor_.Accept(":"))
      op.type = names_.types().Parse();
    cursor_.Expect("=");
  }
  Keyword(op.data);
  if (!has_result && cursor_.Accept(":"))
    op.type = names_.types().Parse();
  Location* const outer = std::exchange(place_, &op.location);
  has_place_ = false;
  has_positional_ = false;
  OpFields(*this, op);
  Place();
  place_ = outer;
  has_place_ = true;
  return op;
}

// The word that says the kind: of compute ops the opcode.
void OpParser::Keyword(OpData& data) {
  const Token word = cursor_.Take();
  const std::string_view text = word.kind == TokenKind::Name ? std::string_view(word.text) : std::string_view();
  if (const std::optional<Opcode> opcode = FindWord<Opcode>(text)) {
    data.emplace<ComputeOp>().opcode = *opcode;
    return;
  }
  const std::optional<OpKind> kind = FindWord<OpKind>(text);
  if (!kind || *kind == OpKind::Compute)
    return cursor_.FailAt(word, "'" + word.text + "' is no operation");
  switch (*kind) {
    case OpKind::None:
      return;
#define DETRAIN_OP(Name, Text) \
  case OpKind::Name:           \
    data.emplace<Name##Op>();  \
    return;
#include "analyzer/rir/op.def"
  }
}

bool OpParser::IsAtOperand() const {
  if (cursor_.AtEndOfOp())
    return false;
  const Token& token = cursor_.Current();
  constexpr std::string_view words[] = {"none", "null", "inf", "nan", "string"};
  if (token.kind == TokenKind::Name)
    return std::ranges::find(words, token.text) != std::end(words);
  return token.kind == TokenKind::Number || token.kind == TokenKind::String || token.Is("%") || token.Is("@") ||
         token.Is("$");
}

Operand OpParser::ParseOperand() {
  if (!IsAtOperand()) {
    cursor_.FailExpected("an operand");
    return {};
  }
  const Token& token = cursor_.Current();
  if (token.Is("@"))
    return Operand::Region(names_.Region(scope_));
  if (token.Is("$"))
    return Operand::Function(names_.Function());
  if (token.kind == TokenKind::Number)
    return ParseNumber();
  if (token.kind == TokenKind::String)
    return Operand::String(names_.String(cursor_.Take().text));
  if (cursor_.Accept("%"))
    return Operand::Value(cursor_.ExpectId());
  if (cursor_.AcceptWord("null"))
    return Operand::Null();
  if (cursor_.AcceptWord("inf"))
    return Operand::Float(std::numeric_limits<double>::infinity());
  if (cursor_.AcceptWord("nan"))
    return Operand::Float(std::numeric_limits<double>::quiet_NaN());
  if (cursor_.AcceptWord("string")) {
    cursor_.Expect("#");
    return Operand::String(cursor_.ExpectId());
  }
  cursor_.AcceptWord("none");
  return {};
}

Operand OpParser::ParseNumber() {
  const Token token = cursor_.Take();
  if (IsFloat(token.text)) {
    if (const std::optional<double> value = ToFloat(token.text))
      return Operand::Float(*value);
  } else if (const std::optional<std::int64_t> value = ToInt(token.text)) {
    return Operand::Int(*value);
  }
  cursor_.FailAt(token, "'" + token.text + "' is not a number that fits");
  return {};
}

// "(", items with commas between them, ")".
template <typename F>
void OpParser::Items(F parse_item) {
  cursor_.Expect("(");
  if (cursor_.Accept(")"))
    return;
  do
    parse_item();
  while (cursor_.Accept(","));
  cursor_.Expect(")");
}

void OpParser::Positional(Operand& operand) {
  if (std::exchange(has_positional_, true))
    cursor_.Expect(",");
  operand = ParseOperand();
}

void OpParser::Trailing(Operand& operand) {
  if (IsAtOperand())
    operand = ParseOperand();
}

void OpParser::Optional(std::string_view key, Operand& operand) {
  if (Key(key))
    operand = ParseOperand();
}

void OpParser::List(std::vector<Operand>& operands) {
  if (!IsAtOperand())
    return;
  do
    operands.push_back(ParseOperand());
  while (cursor_.Accept(","));
}

void OpParser::Group(std::string_view key, std::vector<Operand>& operands) {
  if (key.empty() || Key(key))
    Items([&] { operands.push_back(ParseOperand()); });
}

void OpParser::Targets(std::string_view key, std::vector<InputTarget>& targets) {
  if (!Key(key))
    return;
  Items([&] {
    InputTarget target;
    target.address = ParseOperand();
    Optional("bytes", target.bytes);
    targets.push_back(target);
  });
}

void OpParser::Reductions(std::string_view key, std::vector<ParReduction>& reductions) {
  if (!Key(key))
    return;
  Items([&] {
    ParReduction reduction;
    reduction.op = cursor_.ExpectString();
    reduction.address = ParseOperand();
    reductions.push_back(std::move(reduction));
  });
}

void OpParser::Regions(std::string_view key, std::vector<RegionId>& regions) {
  if (Key(key))
    Items([&] { regions.push_back(names_.Region(scope_)); });
}

void OpParser::Region(RegionId& region) {
  region = names_.Region(scope_);
}

void OpParser::Type(std::string_view key, TypeId& type) {
  if (Key(key))
    type = names_.types().Parse();
}

void OpParser::Loop(LoopId& loop) {
  loop = cursor_.ExpectId();
}

void OpParser::Member(std::string_view key, TypeId record, std::uint32_t& member, bool is_always) {
  if (!Key(key)) {
    if (is_always)
      cursor_.FailExpected("'member'");
    return;
  }
  const Token name = cursor_.Current();
  if (cursor_.Accept("#")) {
    member = cursor_.ExpectNumber32();
    return;
  }
  cursor_.ExpectName("a member's name or '#' and its number");
  if (cursor_.error())
    return;
  const std::vector<Field> fields = record < module_.types.size() ? module_.types[record].fields : std::vector<Field>();
  const auto found = std::ranges::find(fields, name.text, &Field::name);
  if (found == fields.end())
    cursor_.FailAt(name, "the record has no member '" + name.text + "'");
  member = static_cast<std::uint32_t>(found - fields.begin());
}

void OpParser::Flag(std::string_view key, bool& value, bool is_default) {
  value = Key(key) ? !is_default : is_default;
}

void OpParser::Number(std::string_view key, std::uint32_t& value, std::uint32_t is_default) {
  value = Key(key) ? cursor_.ExpectNumber32() : is_default;
}

void OpParser::Bound(std::string_view key, std::optional<std::uint64_t>& bound) {
  if (Key(key))
    bound = cursor_.ExpectNumber();
}

void OpParser::Text(std::string_view key, std::string& text) {
  if (key.empty())
    text = cursor_.ExpectString();
  else if (Key(key))
    text = cursor_.ExpectName("a name");
}

void OpParser::Place() {
  if (!std::exchange(has_place_, true) && !cursor_.AtEndOfOp())
    *place_ = names_.Location(default_file_);
}

void OpParser::Block(std::string_view key, BlockId& block) {
  if (Key(key))
    block = BlockAt();
}

}  // namespace detrain::rir
