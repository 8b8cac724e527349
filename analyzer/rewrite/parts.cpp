// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/rewrite/parts.h"

#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>

namespace detrain::rewrite {

using namespace clang;

namespace {

// From the bracket to the one behind the last name.
std::optional<std::string> Brackets(const DecompositionDecl& parts, const Unit& unit, const Spot& open) {
  if (parts.bindings().empty())
    return std::nullopt;
  const SourceManager& sources = unit.sources();
  const auto close =
      Lexer::findNextToken(parts.bindings().back()->getLocation(), sources, unit.context().getLangOpts());
  const auto end = close && close->is(tok::r_square) ? unit.At(close->getLocation()) : std::nullopt;
  const llvm::StringRef text = sources.getBufferData(sources.getFileID(parts.getLocation()));
  if (!end || end->file != open.file || end->offset < open.offset || text[open.offset] != '[')
    return std::nullopt;
  return text.substr(open.offset, end->offset - open.offset + 1).str();
}

}  // namespace

std::string NameOfWhole(const plan::Place& declared) {
  return "detrain_whole_" + std::to_string(declared.line) + "_" + std::to_string(declared.column);
}

Result<std::string> NameWhole(Weave& weave, std::size_t region, const DecompositionDecl& parts, const Unit& unit,
                              const Spot& behind) {
  const plan::Place& declared = weave.plan.regions[region].declared;
  if (parts.getType()->isArrayType())  // a name of `auto` would be a pointer to the first element
    return NotCovered(declared, kArrayTakenApart);
  const auto open = unit.At(parts.getLocation());
  const auto brackets = open ? Brackets(parts, unit, *open) : std::nullopt;
  if (!brackets)
    return NotCovered(declared,
                      "a structured binding lives across the step loop, and what it takes apart has no name; give it "
                      "one, and use its members");
  const std::string name = NameOfWhole(declared);
  const auto length = static_cast<unsigned>(brackets->size());
  weave.edits.Replace(*open, length, name, "bind");
  weave.edits.InsertOnce(behind, Rank::First, " auto& " + *brackets + " = " + name + ";", "bind");
  return name;
}

}  // namespace detrain::rewrite
