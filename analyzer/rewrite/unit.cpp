// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/rewrite/unit.h"

#include <clang/AST/Attr.h>
#include <clang/AST/ParentMapContext.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/AST/StmtCXX.h>
#include <clang/AST/StmtOpenMP.h>
#include <clang/Frontend/ASTUnit.h>
#include <clang/Lex/Lexer.h>

#include <algorithm>
#include <type_traits>

namespace detrain::rewrite {

using clang::SourceLocation;

Error NotCovered(const plan::Place& place, const std::string& message) {
  return {ErrorKind::Coverage, message, {place.file, place.line, place.column}};
}

namespace {

bool IsAnnotated(const clang::VarDecl& variable, llvm::StringRef text) {
  return std::ranges::any_of(variable.specific_attrs<clang::AnnotateAttr>(),
                             [&](const clang::AnnotateAttr* attr) { return attr->getAnnotation() == text; });
}

}  // namespace

bool IsShared(const clang::VarDecl& variable) {
  return variable.hasAttr<clang::CUDASharedAttr>() || IsAnnotated(variable, "detrain:shared");
}

bool IsManaged(const clang::VarDecl& variable) {
  return IsAnnotated(variable, "detrain:managed");
}

class Unit::Indexer : public clang::RecursiveASTVisitor<Indexer> {
 public:
  explicit Indexer(Unit& unit) : unit_(unit) {}

  // NOLINTBEGIN(bugprone-derived-method-shadowing-base-method): how the visitor is meant to be used
  bool VisitStmt(clang::Stmt* statement) {
    if (clang::isa<clang::ForStmt, clang::WhileStmt, clang::DoStmt, clang::LabelStmt, clang::CXXForRangeStmt>(
            statement))
      unit_.loops_.emplace(unit_.KeyOf(statement->getBeginLoc()), statement);
    return true;
  }
  bool VisitCallExpr(clang::CallExpr* call) {
    unit_.calls_.emplace(unit_.KeyOf(call->getBeginLoc()), call);
    // `out << a << b`: both begin with `out`, and each is at its own operator.
    if (const auto* chained = clang::dyn_cast<clang::CXXOperatorCallExpr>(call))
      unit_.calls_.emplace(unit_.KeyOf(chained->getOperatorLoc()), call);
    return true;
  }
  bool VisitCXXConstructExpr(clang::CXXConstructExpr* made) {
    unit_.constructions_.emplace(unit_.KeyOf(made->getBeginLoc()), made);
    return true;
  }
  bool VisitVarDecl(clang::VarDecl* variable) {
    unit_.variables_.emplace(unit_.KeyOf(variable->getLocation()), variable);
    return true;
  }
  bool VisitDeclRefExpr(clang::DeclRefExpr* reference) {
    if (const auto* variable = clang::dyn_cast<clang::VarDecl>(reference->getDecl()))
      unit_.used_.insert(variable->getCanonicalDecl());
    const auto* function = clang::dyn_cast<clang::FunctionDecl>(reference->getDecl());
    if (function != nullptr && IsOfLibrary(*function)) {
      const bool is_headers = unit_.sources().isInSystemHeader(reference->getLocation());
      (is_headers ? unit_.header_names_ : unit_.library_names_).insert(function->getName().str());
    }
    return true;
  }
  bool VisitFunctionDecl(clang::FunctionDecl* function) {
    if (function->isThisDeclarationADefinition() && !unit_.sources().isInSystemHeader(function->getLocation()) &&
        IsOfLibrary(*function))
      unit_.own_names_.insert(function->getName().str());
    return true;
  }
  // NOLINTEND(bugprone-derived-method-shadowing-base-method)

 private:
  bool IsOfLibrary(const clang::FunctionDecl& function) const {
    if (function.getIdentifier() == nullptr || !function.isExternC())
      return false;
    return std::any_of(function.redecls_begin(), function.redecls_end(), [&](const clang::FunctionDecl* declared) {
      return declared->getBuiltinID() != 0 || unit_.sources().isInSystemHeader(declared->getLocation());
    });
  }

  Unit& unit_;
};

Unit::Unit(const load::LoadedUnit& loaded) : loaded_(&loaded) {
  Indexer(*this).TraverseDecl(context().getTranslationUnitDecl());
}

bool Unit::IsUsers(const std::string& file) const {
  const auto& files = loaded_->user_files();
  return std::find(files.begin(), files.end(), file) != files.end();
}

clang::ASTContext& Unit::context() const {
  return loaded_->ast().getASTContext();
}

const clang::SourceManager& Unit::sources() const {
  return loaded_->ast().getSourceManager();
}

Unit::Key Unit::KeyOf(SourceLocation at) const {
  const auto [file, offset] = sources().getDecomposedLoc(sources().getExpansionLoc(at));
  return {sources().getLineNumber(file, offset), sources().getColumnNumber(file, offset)};
}

template <typename Node>
const Node* Unit::Find(const std::multimap<Key, const Node*>& index, const plan::Place& place) const {
  const auto [begin, end] = index.equal_range({place.line, place.column});
  for (auto it = begin; it != end; ++it) {
    SourceLocation at = it->second->getBeginLoc();
    if constexpr (std::is_same_v<Node, clang::VarDecl>)
      at = it->second->getLocation();
    if (loaded_->LocationOf(at).file == place.file)
      return it->second;
  }
  return nullptr;
}

const clang::Stmt* Unit::FindLoop(const plan::Place& place) const {
  return Find(loops_, place);
}

const clang::VarDecl* Unit::FindVariable(const plan::Place& place) const {
  return Find(variables_, place);
}

const clang::CXXConstructExpr* Unit::FindConstruction(const plan::Place& place) const {
  return Find(constructions_, place);
}

bool Unit::Uses(const plan::Place& place) const {
  const clang::VarDecl* variable = FindVariable(place);
  return variable != nullptr && used_.contains(variable->getCanonicalDecl());
}

const clang::Stmt* Unit::StatementOf(const clang::VarDecl* variable) const {
  const auto parents = context().getParents(*variable);
  return parents.empty() ? nullptr : parents[0].get<clang::Stmt>();
}

namespace {

// Whether a plan would call the function so: with its classes, and with arguments where it comes of a template.
bool IsCalled(const clang::FunctionDecl& function, std::string_view name) {
  const std::string own = function.getNameAsString();
  const std::size_t arguments = name.find('<');
  if (name.ends_with('>') && arguments != std::string_view::npos && !own.starts_with("operator"))
    name = name.substr(0, arguments);
  return name.ends_with(own) && (name.size() == own.size() || name[name.size() - own.size() - 1] == ':');
}

}  // namespace

const clang::CallExpr* Unit::FindCall(const plan::Place& place, const std::string& callee) const {
  const auto [begin, end] = calls_.equal_range({place.line, place.column});
  const clang::CallExpr* any = nullptr;
  for (auto it = begin; it != end; ++it) {
    if (loaded_->LocationOf(it->second->getBeginLoc()).file != place.file)
      continue;
    const clang::FunctionDecl* function = it->second->getDirectCallee();
    if (function != nullptr && IsCalled(*function, callee))
      return it->second;
    any = any == nullptr ? it->second : any;
  }
  return any;
}

plan::Place Unit::PlaceOf(SourceLocation at) const {
  const Location location = loaded_->LocationOf(at);
  return {location.file, location.line, location.column};
}

std::optional<Spot> Unit::At(SourceLocation at) const {
  if (at.isInvalid() || at.isMacroID())
    return std::nullopt;
  return Spot{loaded_->LocationOf(at).file, sources().getFileOffset(at)};
}

std::optional<std::pair<Spot, Spot>> Unit::MacroAround(SourceLocation first, SourceLocation last) const {
  if (!first.isMacroID() || !last.isMacroID() || sources().getExpansionLoc(first) != sources().getExpansionLoc(last))
    return std::nullopt;
  const clang::CharSourceRange range = sources().getExpansionRange(first);
  const auto begin = At(range.getBegin());
  const auto end = At(clang::Lexer::getLocForEndOfToken(range.getEnd(), 0, sources(), context().getLangOpts()));
  if (!begin || !end || begin->file != end->file)
    return std::nullopt;
  return std::pair{*begin, *end};
}

std::optional<Spot> Unit::Before(const clang::Stmt* statement) const {
  const auto range = clang::Lexer::makeFileCharRange(clang::CharSourceRange::getTokenRange(statement->getSourceRange()),
                                                     sources(), context().getLangOpts());
  if (range.isValid())
    return At(range.getBegin());
  // The end may lie in a macro that the beginning has nothing to do with.
  SourceLocation at = statement->getBeginLoc();
  if (at.isMacroID() && !clang::Lexer::isAtStartOfMacroExpansion(at, sources(), context().getLangOpts(), &at))
    return std::nullopt;
  return At(at);
}

std::optional<Spot> Unit::BehindExpr(const clang::Expr* expression) const {
  const auto range = clang::Lexer::makeFileCharRange(
      clang::CharSourceRange::getTokenRange(expression->getSourceRange()), sources(), context().getLangOpts());
  return range.isValid() ? At(range.getEnd()) : std::nullopt;
}

std::optional<Spot> Unit::BehindSemicolon(SourceLocation at) const {
  if (at.isMacroID() && !clang::Lexer::isAtEndOfMacroExpansion(at, sources(), context().getLangOpts(), &at))
    return std::nullopt;
  return At(clang::Lexer::findLocationAfterToken(at, clang::tok::semi, sources(), context().getLangOpts(), false));
}

namespace {

// Behind a brace or semicolon: where it is the last token of a macro (`CHECK(call)` for a block), behind that.
SourceLocation BehindToken(SourceLocation at, const clang::SourceManager& sources, const clang::LangOptions& options) {
  if (at.isMacroID() && !clang::Lexer::isAtEndOfMacroExpansion(at, sources, options, &at))
    return {};
  return clang::Lexer::getLocForEndOfToken(at, 0, sources, options);
}

}  // namespace

std::optional<Spot> Unit::Behind(const clang::Stmt* statement) const {
  using namespace clang;
  for (const Stmt* last = statement;;) {
    if (const auto* loop = dyn_cast<ForStmt>(last))
      last = loop->getBody();
    else if (const auto* loop = dyn_cast<WhileStmt>(last))
      last = loop->getBody();
    else if (const auto* choice = dyn_cast<SwitchStmt>(last))
      last = choice->getBody();
    else if (const auto* choice = dyn_cast<IfStmt>(last))
      last = choice->getElse() != nullptr ? choice->getElse() : choice->getThen();
    else if (const auto* label = dyn_cast<LabelStmt>(last))
      last = label->getSubStmt();
    else if (const auto* label = dyn_cast<SwitchCase>(last))
      last = label->getSubStmt();
    else if (const auto* loop = dyn_cast<CXXForRangeStmt>(last))
      last = loop->getBody();
    else if (const auto* attempt = dyn_cast<CXXTryStmt>(last))
      last = attempt->getHandler(attempt->getNumHandlers() - 1)->getHandlerBlock();
    else if (const auto* attributed = dyn_cast<AttributedStmt>(last))
      last = attributed->getSubStmt();
    else if (const auto* directive = dyn_cast<OMPExecutableDirective>(last);
             directive != nullptr && directive->hasAssociatedStmt())
      last = directive->getRawStmt();
    else if (isa<CompoundStmt, NullStmt, DeclStmt>(last))
      return At(BehindToken(last->getEndLoc(), sources(), context().getLangOpts()));
    else
      return BehindSemicolon(last->getEndLoc());
  }
}

std::string Unit::TextOf(const Expr* e) const {
  return e == nullptr ? "" : Text(e->getBeginLoc(), e->getEndLoc());
}

std::string Unit::Text(SourceLocation begin, SourceLocation end) const {
  const LangOptions& language = context().getLangOpts();
  const auto range = Lexer::makeFileCharRange(CharSourceRange::getTokenRange(begin, end), sources(), language);
  return range.isValid() ? Lexer::getSourceText(range, sources(), language).str() : "";
}

const clang::Stmt* Unit::ParentOf(const clang::Stmt* statement) const {
  const auto parents = context().getParents(*statement);
  if (parents.empty())
    return nullptr;
  if (const auto* parent = parents[0].get<clang::Stmt>())
    return parent;
  const auto* variable = parents[0].get<clang::VarDecl>();
  if (variable == nullptr)
    return nullptr;
  const auto above = context().getParents(*variable);
  return above.empty() ? nullptr : above[0].get<clang::Stmt>();
}

std::vector<Unit> Indexed(std::span<const load::LoadedUnit* const> loaded) {
  std::vector<Unit> units;
  units.reserve(loaded.size());
  for (const load::LoadedUnit* unit : loaded)
    units.emplace_back(*unit);
  return units;
}

}  // namespace detrain::rewrite
