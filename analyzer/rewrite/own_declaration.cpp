// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/rewrite/own_declaration.h"

#include <clang/AST/Stmt.h>
#include <clang/Basic/CharInfo.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace detrain::rewrite {

using namespace clang;

namespace {

// What `auto` stands for, and the type of what is const, without that. Empty: it is neither. Nothing: a closure, or a
// class that has no name.
std::optional<std::string> TypeInPlace(const Unit& unit, const VarDecl& variable) {
  const bool is_const = variable.getType().isConstQualified() && variable.getType()->isScalarType();
  if (variable.getType()->getContainedAutoType() == nullptr && !is_const)
    return std::string();
  const QualType type = variable.getType().getCanonicalType().getUnqualifiedType();
  const std::string text = type.getAsString(unit.context().getPrintingPolicy());
  if (type->isReferenceType() || text.find('(') != std::string::npos)
    return std::nullopt;
  return text + " ";
}

// `const T ` of `const T *a = 0, b;`: up to the first star that is no part of T's arguments. Nothing: T is defined
// there.
std::optional<std::string> Specifiers(llvm::StringRef before_name) {
  int depth = 0;
  std::size_t end = 0;
  for (; end < before_name.size() && (depth > 0 || !llvm::StringRef("*&(").contains(before_name[end])); ++end) {
    depth += before_name[end] == '<' ? 1 : before_name[end] == '>' ? -1 : 0;
    if (before_name[end] == '{')
      return std::nullopt;
  }
  return before_name.substr(0, end).rtrim().str();
}

// Behind the commas between the variables of a statement. Nothing where one comes out of a macro.
std::optional<std::vector<Spot>> BehindCommas(const Unit& unit, const DeclStmt& statement) {
  std::vector<Spot> commas;
  const std::vector<const Decl*> declared(statement.decl_begin(), statement.decl_end());
  for (std::size_t i = 0; i + 1 < declared.size(); ++i) {
    const auto behind = unit.At(Lexer::findLocationAfterToken(declared[i]->getEndLoc(), tok::comma, unit.sources(),
                                                              unit.context().getLangOpts(), false));
    if (!behind)
      return std::nullopt;
    commas.push_back(*behind);
  }
  return commas;
}

// Each comma becomes a semicolon and the type.
std::optional<std::vector<Spot>> Part(const Unit& unit, const DeclStmt& statement, EditList& edits) {
  const auto commas = BehindCommas(unit, statement);
  const auto* first = dyn_cast<VarDecl>(*statement.decl_begin());
  if (!commas || first == nullptr || first->getType()->getContainedAutoType() != nullptr ||
      first->getType().isConstQualified())
    return std::nullopt;
  const unsigned begin = unit.sources().getFileOffset(statement.getBeginLoc());
  const llvm::StringRef text = unit.sources().getBufferData(unit.sources().getFileID(statement.getBeginLoc()));
  const auto specifiers = Specifiers(text.slice(begin, unit.sources().getFileOffset(first->getLocation())));
  if (!specifiers)
    return std::nullopt;
  for (const Spot& comma : *commas) {
    const bool is_apart = clang::isWhitespace(static_cast<unsigned char>(text[comma.offset]));
    edits.Replace({comma.file, comma.offset - 1}, 1, "; ", "static");
    edits.InsertOnce(comma, Rank::Label, *specifiers + (is_apart ? "" : " "), "static");
  }
  return commas;
}

}  // namespace

std::optional<OwnDeclaration> PartDeclaration(const Unit& unit, const VarDecl& variable, EditList& edits) {
  const auto* statement = dyn_cast_or_null<DeclStmt>(unit.StatementOf(&variable));
  if (statement == nullptr || !isa_and_nonnull<CompoundStmt>(unit.ParentOf(statement)))
    return std::nullopt;
  const auto begin = unit.Before(statement), behind = unit.Behind(statement), name = unit.At(variable.getLocation());
  const auto type = TypeInPlace(unit, variable);
  if (!begin || !behind || !name || !type)
    return std::nullopt;
  OwnDeclaration own{*begin, *name, *behind, *type};
  if (statement->isSingleDecl())
    return own;
  const auto commas = Part(unit, *statement, edits);
  if (!commas)
    return std::nullopt;
  const auto at = std::find(statement->decl_begin(), statement->decl_end(), &variable) - statement->decl_begin();
  const auto number = static_cast<std::size_t>(at);
  if (number > 0)
    own.begin = (*commas)[number - 1];
  if (number < commas->size())
    own.behind = (*commas)[number];
  return own;
}

}  // namespace detrain::rewrite
