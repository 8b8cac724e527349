// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/rewrite/pragma_text.h"

#include <clang/Basic/OpenMPKinds.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>

namespace detrain::rewrite {

using namespace clang;

namespace {

// The tokens of one directive, one after the other.
Lexer LexerAt(const Unit& unit, SourceLocation at, unsigned offset) {
  const SourceManager& sources = unit.sources();
  const FileID file = sources.getFileID(at);
  const llvm::StringRef buffer = sources.getBufferData(file);
  return {sources.getLocForStartOfFile(file), unit.context().getLangOpts(), buffer.begin(), buffer.begin() + offset,
          buffer.end()};
}

}  // namespace

unsigned BehindName(const Unit& unit, const OMPExecutableDirective& directive, const Spot& begin) {
  Lexer lexer = LexerAt(unit, directive.getBeginLoc(), begin.offset);
  const auto words = 2 + llvm::omp::getOpenMPDirectiveName(directive.getDirectiveKind()).count(' ') + 1;
  Token token;
  token.startToken();
  for (std::size_t seen = 0; seen < words && token.isNot(tok::eof);) {
    lexer.LexFromRawLexer(token);
    seen += token.is(tok::raw_identifier) ? 1 : 0;
  }
  return unit.sources().getFileOffset(token.getLocation()) + token.getLength();
}

std::optional<PragmaText> PragmaOf(const Unit& unit, const OMPExecutableDirective& directive) {
  const auto begin = unit.At(directive.getBeginLoc());
  if (!begin)
    return std::nullopt;
  PragmaText text{*begin, BehindName(unit, directive, *begin), ""};
  Lexer lexer = LexerAt(unit, directive.getBeginLoc(), begin->offset);
  Token token;
  token.startToken();
  std::size_t words = 0;
  lexer.LexFromRawLexer(token);  // its `#`
  for (lexer.LexFromRawLexer(token); token.isNot(tok::eof) && !token.isAtStartOfLine(); lexer.LexFromRawLexer(token)) {
    words += token.is(tok::raw_identifier) ? 1 : 0;
    if (words <= 2)  // pragma omp
      continue;
    const bool is_apart = token.hasLeadingSpace() && !text.words.empty();
    if (is_apart)
      text.words.push_back(' ');
    text.words.append(Lexer::getSpelling(token, unit.sources(), unit.context().getLangOpts()));
    if (text.words.find('"') != std::string::npos)
      return std::nullopt;
  }
  return text;
}

}  // namespace detrain::rewrite
