// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <clang/AST/Decl.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>

#include <algorithm>

#include "analyzer/rewrite/weave.h"

namespace detrain::rewrite {

using namespace clang;

namespace {

// The last `word` in front of the variable's name: it qualifies the variable itself, for pointers and for others.
std::optional<Spot> LastWord(const Unit& unit, const VarDecl& variable, llvm::StringRef word) {
  const auto begin = unit.At(variable.getBeginLoc()), name = unit.At(variable.getLocation());
  if (!begin || !name)
    return std::nullopt;
  const SourceManager& sources = unit.sources();
  const FileID file = sources.getFileID(variable.getLocation());
  const SourceLocation start = sources.getLocForStartOfFile(file);
  std::optional<Spot> last;
  for (unsigned at = begin->offset; at < name->offset;) {
    const SourceLocation place = start.getLocWithOffset(static_cast<int>(at));
    const unsigned length = Lexer::MeasureTokenLength(place, sources, unit.context().getLangOpts());
    if (sources.getBufferData(file).substr(at, length) == word)
      last = {begin->file, at};
    at += std::max(length, 1u);
  }
  return last;
}

Result<void> Drop(Weave& weave, const plan::Region& region, const VarDecl& variable, const Unit& unit,
                  const std::string& word) {
  const auto at = LastWord(unit, variable, word);
  if (!at)
    return NotCovered(region.declared, "'" + region.name + "' must be written by a restore, but '" + word +
                                           "' is not spelled in its declaration; declare it without");
  const SourceManager& sources = unit.sources();
  const llvm::StringRef text = sources.getBufferData(sources.getFileID(variable.getLocation()));
  const auto length = static_cast<unsigned>(word.size());
  weave.edits.Remove(*at, length + (text.substr(at->offset + length).starts_with(" ") ? 1 : 0), word);
  return {};
}

}  // namespace

Result<void> MakeWritable(Weave& weave, std::size_t region, const VarDecl& variable, const Unit& unit,
                          bool is_restored) {
  const plan::Region& r = weave.plan.regions[region];
  if (variable.getStorageClass() == SC_Register)
    DETRAIN_TRY_VOID(Drop(weave, r, variable, unit, "register"));
  if (!is_restored || !r.is_const)
    return {};
  weave.writable.insert(region);
  return Drop(weave, r, variable, unit, "const");
}

}  // namespace detrain::rewrite
