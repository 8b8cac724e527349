// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DETRAIN_ANALYZER_RIR_PRINT_OP_H
#define DETRAIN_ANALYZER_RIR_PRINT_OP_H

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/rir/names.h"
#include "analyzer/rir/rir.h"
#include "analyzer/rir/words.h"

namespace detrain::rir {

// Writes the ops and blocks of one function to `out`. As a visitor of Fields it writes the fields of one op.
class OpPrinter {
 public:
  OpPrinter(const Module& module, const Names& names, const Function& function, FunctionId scope, std::string& out);

  // " ^3 {" with the number left out where the parser would count to it, the ops and "}"; only the number for a block
  // that is not there or that stands elsewhere already.
  void BlockAt(BlockId id);
  bool IsPrinted(BlockId id) const { return is_printed_[id]; }
  // The number before a block's brace, and the note that the block is now printed.
  std::string OpenBlock(BlockId id);
  void Ops(BlockId id);
  void OneOp(const Op& op);
  void SetIndent(std::size_t indent) { indent_ = indent; }

  // Visitor of Fields.
  void Positional(const Operand& operand);
  void Trailing(const Operand& operand) { Optional("", operand); }
  void Optional(std::string_view key, const Operand& operand);
  void List(const std::vector<Operand>& operands);
  void Group(std::string_view key, const std::vector<Operand>& operands);
  void Targets(std::string_view key, const std::vector<InputTarget>& targets);
  void Reductions(std::string_view key, const std::vector<ParReduction>& reductions);
  void Regions(std::string_view key, const std::vector<RegionId>& regions);
  void Region(RegionId region);
  void Type(std::string_view key, TypeId type);
  void Loop(LoopId loop);
  void Member(std::string_view key, TypeId record, std::uint32_t member, bool is_always);
  void Flag(std::string_view key, bool value, bool is_default);
  void Number(std::string_view key, std::uint32_t value, std::uint32_t is_default);
  void Bound(std::string_view key, const std::optional<std::uint64_t>& bound);
  void Text(std::string_view key, const std::string& text);
  template <typename E>
  void Choice(std::string_view key, E value, E is_default) {
    if (key.empty() || value != is_default)
      Word((key.empty() ? "" : std::string(key) + " ") + std::string(rir::Word(value)));
  }
  void Place();
  void Block(std::string_view key, BlockId block);

 private:
  void Word(std::string_view word);
  std::string OperandText(const Operand& operand) const;
  std::string Commas(const std::vector<std::string>& items) const;

  const Module& module_;
  const Names& names_;
  const Function& function_;
  FunctionId scope_;
  FileId default_file_;
  std::string& out_;
  std::size_t indent_ = 1;
  std::vector<bool> is_printed_;
  BlockId next_block_ = 0;
  const Op* op_ = nullptr;
  bool has_place_ = false;       // the location of op_ has been written
  bool has_positional_ = false;  // so the next one needs a comma before it
};

}  // namespace detrain::rir

#endif
