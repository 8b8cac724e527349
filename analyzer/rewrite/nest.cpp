// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/rewrite/nest.h"

#include <clang/AST/Expr.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/ParentMapContext.h>
#include <clang/AST/StmtCXX.h>
#include <clang/AST/StmtOpenMP.h>
#include <clang/Basic/SourceManager.h>

#include <algorithm>
#include <utility>

namespace detrain::rewrite {

using namespace clang;

namespace {

// Whether `child` stands where a statement of its own may stand in `parent`.
bool IsSubstatement(const Stmt* parent, const Stmt* child) {
  if (isa<CompoundStmt, SwitchCase, LabelStmt>(parent))
    return isa<CompoundStmt>(parent) || !isa<Expr>(child) || !isa<CaseStmt>(parent) ||
           cast<CaseStmt>(parent)->getSubStmt() == child;
  if (const auto* choice = dyn_cast<IfStmt>(parent))
    return choice->getThen() == child || choice->getElse() == child;
  if (const auto* choice = dyn_cast<SwitchStmt>(parent))
    return choice->getBody() == child;
  return isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(parent) && BodyOf(parent) == child;
}

// Both come out of one use of a macro.
bool ShareMacro(const Unit& unit, const Stmt* a, const Stmt* b) {
  const SourceLocation at = a->getBeginLoc(), other = b->getBeginLoc();
  return at.isMacroID() && other.isMacroID() &&
         unit.sources().getExpansionLoc(at) == unit.sources().getExpansionLoc(other);
}

// Climbs from a call to the statement that code can be put in front of.
const Stmt* StatementAround(const Unit& unit, const Stmt* statement) {
  for (;;) {
    const Stmt* parent = unit.ParentOf(statement);
    if (parent == nullptr || (IsSubstatement(parent, statement) && !ShareMacro(unit, parent, statement)))
      return statement;
    statement = parent;
  }
}

// Labels may stand between a block and its statement.
bool IsInBlock(const Unit& unit, const Stmt* statement) {
  const Stmt* parent = unit.ParentOf(statement);
  while (parent != nullptr && isa<LabelStmt, SwitchCase>(parent))
    parent = unit.ParentOf(parent);
  return isa_and_nonnull<CompoundStmt>(parent);
}

// Clang holds the block of an OpenMP region in a declaration of its own, where a climb over statements ends.
const Stmt* ParentAcrossRegions(const Unit& unit, const Stmt* statement) {
  if (const Stmt* parent = unit.ParentOf(statement))
    return parent;
  clang::ASTContext& context = unit.context();
  const auto parents = context.getParents(*statement);
  const auto* region = parents.empty() ? nullptr : parents[0].get<clang::CapturedDecl>();
  if (region == nullptr)
    return nullptr;
  const auto above = context.getParents(*region);
  return above.empty() ? nullptr : above[0].get<Stmt>();
}

// Code that jumps into these, or a boundary inside them, would not be C.
Result<void> RefuseStructuredBlocks(const Level& level) {
  for (const Stmt* s = level.statement; s != nullptr; s = ParentAcrossRegions(*level.unit, s)) {
    if (isa<OMPExecutableDirective>(s))
      return NotCovered(level.place, plan::kInConstruct);  // of `simd`, too, which leaves no trace in the plan
    if (isa<StmtExpr>(s))
      return NotCovered(level.place,
                        "the step loop's nest stands inside a statement expression; write it as a function");
    if (s != level.statement && isa<AttributedStmt>(s))
      return NotCovered(level.place, "this loop has an attribute or pragma of its own; remove it from the step loop");
  }
  return {};
}

// The use of a macro that a loop's head comes out of, where the body is the user's text.
std::optional<std::pair<Spot, Spot>> MacroOf(const Unit& unit, const Stmt* loop) {
  if (isa<LabelStmt, CXXForRangeStmt>(loop))
    return std::nullopt;
  const Stmt* body = BodyOf(loop);
  const auto* block = dyn_cast<CompoundStmt>(body);
  const SourceLocation begin = body->getBeginLoc(), end = block != nullptr ? block->getRBracLoc() : body->getEndLoc();
  if (begin.isMacroID() || end.isMacroID())
    return std::nullopt;
  if (const auto* l = dyn_cast<DoStmt>(loop))
    return l->getDoLoc().isMacroID() ? std::nullopt : unit.MacroAround(l->getWhileLoc(), l->getRParenLoc());
  if (const auto* l = dyn_cast<ForStmt>(loop))
    return unit.MacroAround(l->getForLoc(), l->getRParenLoc());
  const auto* l = cast<WhileStmt>(loop);
  return unit.MacroAround(l->getWhileLoc(), l->getRParenLoc());
}

std::string Printed(const Unit& unit, const Stmt* statement) {
  std::string text;
  llvm::raw_string_ostream out(text);
  if (statement != nullptr)
    statement->printPretty(out, nullptr, PrintingPolicy(unit.context().getLangOpts()));
  while (!text.empty() && (text.back() == '\n' || text.back() == ';' || text.back() == ' '))
    text.pop_back();
  return text;
}

class NestFinder {
 public:
  NestFinder(const plan::CheckpointPlan& plan, const std::vector<Unit>& units) : plan_(plan), units_(units) {}

  Result<std::vector<Level>> Find() {
    for (std::size_t i = 0; i < plan_.nest.size(); ++i) {
      if (IsOfLibrary(plan_.nest[i].site.place)) {
        DETRAIN_TRY_VOID(CheckOfLibrary(i));
        continue;  // a resumed run goes through it as the first one did
      }
      if (plan_.nest[i].is_in_construct)
        return NotCovered(plan_.nest[i].site.place, plan::kInConstruct);
      DETRAIN_TRY(Level level, LevelAt(i));
      DETRAIN_TRY_VOID(Describe(level, i));
      levels_.push_back(std::move(level));
    }
    return std::move(levels_);
  }

 private:
  [[nodiscard]] bool IsOfLibrary(const plan::Place& place) const {
    return std::none_of(units_.begin(), units_.end(), [&](const Unit& unit) { return unit.IsUsers(place.file); });
  }

  // A loop in there counts from its beginning again, and no boundary can stand in it.
  [[nodiscard]] Result<void> CheckOfLibrary(std::size_t at) const {
    const plan::NestLevel& level = plan_.nest[at];
    if (!level.is_loop)
      return {};
    return NotCovered(levels_.empty() ? level.site.place : levels_.back().place,
                      "a loop of " + level.site.function + " runs the steps; write it out, as a loop of the program");
  }

  Result<Level> LevelAt(std::size_t at) const {
    const plan::NestLevel& wanted = plan_.nest[at];
    const std::string callee = at + 1 < plan_.nest.size() ? plan_.nest[at + 1].site.function : "";
    Level level;
    level.place = wanted.site.place;
    level.function_link = wanted.site.function_link;
    level.is_loop = wanted.is_loop;
    for (const Unit& unit : units_) {
      const Expr* call = wanted.is_loop ? nullptr : unit.FindCall(level.place, callee);
      if (call == nullptr && !wanted.is_loop)
        call = unit.FindConstruction(level.place);
      const Stmt* statement = wanted.is_loop    ? unit.FindLoop(level.place)
                              : call != nullptr ? StatementAround(unit, call)
                                                : nullptr;
      if (statement == nullptr || (level.unit != nullptr && unit.MainFile() != level.place.file))
        continue;
      level.unit = &unit;
      level.statement = statement;
      level.call = call;
    }
    if (level.unit == nullptr)
      return NotCovered(wanted.site.place, "this level of the step loop's nest was not found again in the source");
    return level;
  }

  Result<void> Describe(Level& level, std::size_t at) const {
    const bool is_macro = level.is_loop && level.statement->getBeginLoc().isMacroID();
    if (level.is_loop)
      level.macro = MacroOf(*level.unit, level.statement);
    const auto before = is_macro && level.macro ? level.macro->first : level.unit->Before(level.statement);
    if ((is_macro && !level.macro) || !before)
      return NotCovered(level.place, "the loop comes out of a macro; write it out to have it rewritten");
    DETRAIN_TRY_VOID(RefuseStructuredBlocks(level));
    level.before = *before;
    level.is_in_block = IsInBlock(*level.unit, level.statement);
    level.is_first_of_function = at == 0 || levels_.back().function_link != level.function_link;
    if (at > 0) {
      level.is_under_loop = levels_.back().is_under_loop || levels_.back().is_loop;
      level.frame = levels_.back().frame + (level.is_first_of_function ? 1 : 0);
      level.is_in_head = !level.is_first_of_function && level.statement == levels_.back().statement;
    }
    return {};
  }

  const plan::CheckpointPlan& plan_;
  const std::vector<Unit>& units_;
  std::vector<Level> levels_;
};

}  // namespace

const Stmt* BodyOf(const Stmt* loop) {
  if (const auto* f = dyn_cast<ForStmt>(loop))
    return f->getBody();
  if (const auto* w = dyn_cast<WhileStmt>(loop))
    return w->getBody();
  if (const auto* label = dyn_cast<LabelStmt>(loop))
    return label->getSubStmt();
  if (const auto* range = dyn_cast<CXXForRangeStmt>(loop))
    return range->getBody();
  return cast<DoStmt>(loop)->getBody();
}

const Expr* TestOf(const Stmt* loop) {
  if (const auto* f = dyn_cast<ForStmt>(loop))
    return f->getCond();
  if (const auto* w = dyn_cast<WhileStmt>(loop))
    return w->getCond();
  if (isa<LabelStmt, CXXForRangeStmt>(loop))
    return nullptr;
  return cast<DoStmt>(loop)->getCond();
}

std::string TestText(const Level& level) {
  const Expr* test = TestOf(level.statement);
  return test == nullptr ? "1" : Printed(*level.unit, test);
}

std::string HeadText(const Level& level, const std::string& test) {
  const auto* loop = dyn_cast<ForStmt>(level.statement);
  if (loop == nullptr)
    return "while (" + test + ")";
  return "for (" + Printed(*level.unit, loop->getInit()) + "; " + test + "; " + Printed(*level.unit, loop->getInc()) +
         ")";
}

bool IsWithin(const Unit& unit, const Stmt* inner, const Stmt* outer) {
  while (inner != nullptr && inner != outer)
    inner = unit.ParentOf(inner);
  return inner != nullptr;
}

const CompoundStmt* FunctionBodyOf(const Unit& unit, const Stmt* statement) {
  const CompoundStmt* outermost = nullptr;
  for (const Stmt* s = statement; s != nullptr && !isa<LambdaExpr>(s); s = unit.ParentOf(s))
    if (const auto* block = dyn_cast<CompoundStmt>(s))
      outermost = block;
  return outermost;
}

Result<std::vector<Level>> FindNest(const plan::CheckpointPlan& plan, const std::vector<Unit>& units) {
  return NestFinder(plan, units).Find();
}

}  // namespace detrain::rewrite
