// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/rewrite/range.h"

#include <clang/AST/Decl.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>

#include <algorithm>

#include "analyzer/rewrite/parts.h"
#include "analyzer/rir/lists.h"

namespace detrain::rewrite {

using namespace clang;

namespace {

// The user's text from `begin` up to `end`.
std::optional<std::string> TextBetween(const Unit& unit, SourceLocation begin, SourceLocation end) {
  const auto first = unit.At(begin), last = unit.At(end);
  if (!first || !last || first->file != last->file || last->offset < first->offset)
    return std::nullopt;
  const SourceManager& sources = unit.sources();
  return sources.getBufferData(sources.getFileID(begin)).substr(first->offset, last->offset - first->offset).str();
}

// As the compiler made it, with our name for the range.
std::string Printed(const Unit& unit, const DeclStmt* declaration, const VarDecl& range, const std::string& name) {
  std::string text;
  llvm::raw_string_ostream out(text);
  cast<VarDecl>(declaration->getSingleDecl())
      ->getInit()
      ->printPretty(out, nullptr, PrintingPolicy(unit.context().getLangOpts()));
  const std::string hidden = range.getNameAsString();
  for (std::size_t at = text.find(hidden); at != std::string::npos; at = text.find(hidden, at + name.size()))
    text.replace(at, hidden.size(), name);
  return text;
}

const VarDecl* HiddenOf(const DeclStmt* declaration) {
  return declaration == nullptr ? nullptr : cast<VarDecl>(declaration->getSingleDecl());
}

// The declaration of the loop's variable as the user wrote it; `parts` are the brackets of a structured binding.
struct Declared {
  std::string head, parts;
};

std::optional<Declared> DeclaredIn(const Unit& unit, const CXXForRangeStmt& loop) {
  const VarDecl& element = *loop.getLoopVariable();
  const bool has_parts = isa<DecompositionDecl>(element) && !element.getType()->isArrayType();
  const SourceLocation middle = has_parts ? element.getLocation() : loop.getColonLoc();
  const auto head = TextBetween(unit, element.getBeginLoc(), middle);
  const auto parts = TextBetween(unit, middle, loop.getColonLoc());
  if (!head || !parts)
    return std::nullopt;
  return Declared{*head, StringRef(*parts).rtrim().str()};
}

// A copy may be state at a boundary further in: a restore writes it.
bool DropConst(std::string& head, const VarDecl& element) {
  StringRef rest = StringRef(head).rtrim();
  if (element.getType().isConstQualified() && !element.getType()->isReferenceType() && !rest.consume_front("const "))
    return false;
  head = rest.str();
  return true;
}

// What a structured binding takes apart gets a name, by which it is announced.
std::string Element(const Unit& unit, const VarDecl& element, const Declared& declared, const std::string& value) {
  if (declared.parts.empty())
    return declared.head + " = " + value + ";";
  const std::string whole = NameOfWhole(unit.PlaceOf(element.getLocation()));
  return declared.head + " " + whole + " = " + value + "; auto& " + declared.parts + " = " + whole + ";";
}

}  // namespace

Result<WrittenRange> WriteRange(const Level& level, std::size_t at) {
  const auto& loop = *cast<CXXForRangeStmt>(level.statement);
  const Unit& unit = *level.unit;
  auto declared = DeclaredIn(unit, loop);
  const auto range = TextBetween(unit, loop.getRangeInit()->getBeginLoc(), loop.getRParenLoc());
  if (loop.getBeginStmt() == nullptr || loop.getInit() != nullptr || !declared || !range)
    return NotCovered(level.place, "this loop over a range must be written with an iterator to have it rewritten");
  const std::string number = std::to_string(at), name = "detrain_range_" + number;
  const VarDecl& hidden = *HiddenOf(loop.getRangeStmt());
  WrittenRange out;
  out.declarations = "auto&& " + name + " = " + *range + "; auto detrain_at_" + number + " = " +
                     Printed(unit, loop.getBeginStmt(), hidden, name) + "; auto detrain_end_" + number + " = " +
                     Printed(unit, loop.getEndStmt(), hidden, name) + "; ";
  out.test = "detrain_at_" + number + " != detrain_end_" + number;
  out.increment = "++detrain_at_" + number;
  const auto head = TextBetween(unit, loop.getForLoc(), loop.getRParenLoc());
  out.lines = head ? static_cast<std::size_t>(std::count(head->begin(), head->end(), '\n')) : 0;
  const VarDecl& element = *loop.getLoopVariable();
  if (!DropConst(declared->head, element))
    return NotCovered(level.place, "write 'const' in front of this loop's variable, or leave it out");
  out.element = Element(unit, element, *declared, "*detrain_at_" + number);
  return out;
}

std::string NameInRange(const Level& level, std::size_t at, const plan::Region& region) {
  const auto* loop = level.is_loop ? dyn_cast<CXXForRangeStmt>(level.statement) : nullptr;
  if (loop == nullptr)
    return "";
  const auto is = [&](const DeclStmt* declaration) {
    const VarDecl* hidden = HiddenOf(declaration);
    llvm::StringRef called = region.name;
    called.consume_back(rir::kList);
    if (hidden == nullptr || hidden->getName() != called)
      return false;
    const plan::Place place = level.unit->PlaceOf(hidden->getLocation());
    return place.line == region.declared.line && place.column == region.declared.column;
  };
  const std::string number = std::to_string(at);
  return is(loop->getRangeStmt())   ? "detrain_range_" + number
         : is(loop->getBeginStmt()) ? "detrain_at_" + number
         : is(loop->getEndStmt())   ? "detrain_end_" + number
                                    : "";
}

}  // namespace detrain::rewrite
