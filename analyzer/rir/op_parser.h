// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DETRAIN_ANALYZER_RIR_OP_PARSER_H
#define DETRAIN_ANALYZER_RIR_OP_PARSER_H

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/rir/cursor.h"
#include "analyzer/rir/rir.h"
#include "analyzer/rir/scope.h"
#include "analyzer/rir/words.h"

namespace detrain::rir {

// Reads the ops and blocks of one function. As a visitor of Fields it reads the fields of one op, in the order in which
// OpPrinter writes them.
class OpParser {
 public:
  OpParser(Cursor& cursor, Scope& names, const Module& module, FunctionId scope, FileId default_file)
      : cursor_(cursor), names_(names), module_(module), scope_(scope), default_file_(default_file) {}

  // The body of the function, whose brace has been read: its number is `label`, or the first one for kNone. Ops must
  // follow.
  BlockId StartBody(BlockId label);
  // Ops up to "}" or the word "block".
  void Ops(BlockId id);
  // A block in braces, or the number of one that stands elsewhere.
  BlockId BlockAt();
  // The blocks in the order of their numbers.
  std::vector<rir::Block> TakeBlocks();

  // Visitor of Fields.
  void Positional(Operand& operand);
  void Trailing(Operand& operand);
  void Optional(std::string_view key, Operand& operand);
  void List(std::vector<Operand>& operands);
  void Group(std::string_view key, std::vector<Operand>& operands);
  void Targets(std::string_view key, std::vector<InputTarget>& targets);
  void Reductions(std::string_view key, std::vector<ParReduction>& reductions);
  void Regions(std::string_view key, std::vector<RegionId>& regions);
  void Region(RegionId& region);
  void Type(std::string_view key, TypeId& type);
  void Loop(LoopId& loop);
  void Member(std::string_view key, TypeId record, std::uint32_t& member, bool is_always);
  void Flag(std::string_view key, bool& value, bool is_default);
  void Number(std::string_view key, std::uint32_t& value, std::uint32_t is_default);
  void Bound(std::string_view key, std::optional<std::uint64_t>& bound);
  void Text(std::string_view key, std::string& text);
  template <typename E>
  void Choice(std::string_view key, E& value, E is_default) {
    value = is_default;
    if (!key.empty() && !Key(key))
      return;
    const Token word = cursor_.Take();
    if (const std::optional<E> found = FindWord<E>(word.text); found && word.kind == TokenKind::Name)
      value = *found;
    else
      cursor_.FailAt(word, "'" + word.text + "' is none of the words that can stand here");
  }
  void Place();
  void Block(std::string_view key, BlockId& block);

 private:
  // "^3 {" or "{", whose number it returns.
  BlockId OpenBlock();
  void AddBlock(BlockId id);
  Op ParseOp();
  void Keyword(OpData& data);
  Operand ParseOperand();
  Operand ParseNumber();
  bool IsAtOperand() const;
  // Takes the word before a field, if it is there.
  bool Key(std::string_view key) { return !cursor_.AtEndOfOp() && cursor_.AcceptWord(key); }
  template <typename F>
  void Items(F parse_item);

  Cursor& cursor_;
  Scope& names_;
  const Module& module_;
  FunctionId scope_;
  FileId default_file_;
  std::map<BlockId, rir::Block> blocks_;
  BlockId next_block_ = 0;
  std::size_t depth_ = 0;
  Location* place_ = nullptr;  // of the op that is being read
  bool has_place_ = false;
  bool has_positional_ = false;
};

}  // namespace detrain::rir

#endif
