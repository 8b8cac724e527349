// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/rewrite/shard_text.h"

#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>

namespace detrain::rewrite {

using namespace clang;

std::string ShardText::TextOf(const Expr* e) const {
  return e == nullptr ? "" : Text(e->getBeginLoc(), e->getEndLoc());
}

std::string ShardText::Text(SourceLocation begin, SourceLocation end) const {
  const LangOptions& language = unit_.context().getLangOpts();
  const auto range = Lexer::makeFileCharRange(CharSourceRange::getTokenRange(begin, end), unit_.sources(), language);
  return range.isValid() ? Lexer::getSourceText(range, unit_.sources(), language).str() : "";
}

std::string ShardText::TypeOf(const VarDecl& variable) const {
  return variable.getType().getNonReferenceType().getUnqualifiedType().getAsString(unit_.context().getPrintingPolicy());
}

void ShardText::Replace(SourceLocation at, const Spot& begin, unsigned end, std::string text) {
  const auto old = unit_.sources().getBufferData(unit_.sources().getFileID(at)).slice(begin.offset, end);
  text.append(old.count('\n'), '\n').append(old.rsplit('\n').second.take_while(llvm::isSpace));
  weave_.edits.Insert(begin, Rank::Wrap, std::move(text), kShards);
  weave_.edits.Remove(begin, end - begin.offset, kShards);
}

void ShardText::Insert(const Spot& at, Rank rank, std::string text) {
  weave_.edits.Insert(at, rank, std::move(text), kShards);
}

void ShardText::ChangesNumbers(SourceLocation at, std::string message) {
  weave_.called.insert("detrain/shards.h");
  weave_.changes_numbers.push_back({unit_.PlaceOf(at), std::move(message)});
}

}  // namespace detrain::rewrite
