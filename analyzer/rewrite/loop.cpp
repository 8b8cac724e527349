// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <clang/AST/Decl.h>
#include <clang/AST/StmtCXX.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>

#include "analyzer/rewrite/range.h"
#include "analyzer/rewrite/weave.h"

namespace detrain::rewrite {

using namespace clang;

namespace {

// for (;;), while (1): such a test stays, so that compilers still see that only a break or return leaves the loop.
bool IsEndless(const Unit& unit, const Stmt* loop) {
  const Expr* test = TestOf(loop);
  bool value = test == nullptr;
  return !isa<DoStmt, CXXForRangeStmt>(loop) &&
         (test == nullptr || test->EvaluateAsBooleanCondition(value, unit.context())) && value;
}

bool HasJump(const Stmt* statement, const LabelDecl* label, const SourceManager& sources) {
  if (statement == nullptr)
    return false;
  if (const auto* jump = dyn_cast<GotoStmt>(statement))
    return jump->getLabel() == label && sources.isBeforeInTranslationUnit(jump->getBeginLoc(), label->getLocation());
  return llvm::any_of(statement->children(), [&](const Stmt* child) { return HasJump(child, label, sources); });
}

// Such a jump would miss what stands in front of the label.
bool IsJumpedInto(const Unit& unit, const Stmt* loop) {
  const auto* label = dyn_cast<LabelStmt>(loop);
  return label != nullptr && HasJump(FunctionBodyOf(unit, loop), label->getDecl(), unit.sources());
}

// Whether a goto from outside of the loop leads to a label inside: its first step would begin in the middle.
bool IsEnteredByGoto(const Stmt* statement, const Stmt* loop, const SourceManager& sources) {
  if (statement == nullptr || statement == loop)
    return false;
  if (const auto* jump = dyn_cast<GotoStmt>(statement)) {
    const SourceLocation label = jump->getLabel()->getLocation();
    return sources.isBeforeInTranslationUnit(loop->getBeginLoc(), label) &&
           sources.isBeforeInTranslationUnit(label, loop->getEndLoc());
  }
  return llvm::any_of(statement->children(), [&](const Stmt* child) { return IsEnteredByGoto(child, loop, sources); });
}

class LevelWeaver {
 public:
  LevelWeaver(Weave& weave, const Binds& binds, std::size_t at)
      : weave_(weave), binds_(binds), at_(at), level_(weave.levels[at]) {}

  Result<void> Run() {
    DETRAIN_TRY(const std::string label, WeaveJump(weave_, at_, binds_.at[at_]));
    if (level_.is_row) {
      weave_.edits.Insert(level_.before, Rank::Row, binds_.before[at_] + Called("detrain_row") + "; ", "bind");
      return {};
    }
    DETRAIN_TRY_VOID(WeaveOperands(weave_, level_));
    DETRAIN_TRY_VOID(WeaveConditions(weave_, level_));
    if (level_.is_loop && isa<CXXForRangeStmt>(level_.statement))
      return Range(label);
    DETRAIN_TRY_VOID(InFront(label));
    if (!level_.is_loop)
      return {};
    if (IsJumpedInto(*level_.unit, level_.statement))
      return NotCovered(level_.place, "this loop is made of goto and jumped into; write it as while or for");
    if (isa<DoStmt>(level_.statement) && IsStep())
      return StepDo();
    if (isa<DoStmt, LabelStmt>(level_.statement) || IsEndless(*level_.unit, level_.statement))
      return AtTop();
    DETRAIN_TRY_VOID(Test());
    return IsCalledInStep() ? JumpToEnd("") : Result<void>();
  }

 private:
  // A call of the runtime with the plan as its first argument.
  [[nodiscard]] std::string Called(const char* function, const std::string& more = "") const {
    return std::string(function) + "(" + weave_.PlanAt(at_) + more + ")";
  }
  [[nodiscard]] std::string Step() const { return Called("detrain_step"); }
  [[nodiscard]] std::string Enter() const { return IsStep() ? Called("detrain_enter") + "; " : ""; }
  std::string Call() const { return IsStep() ? Step() : Called("detrain_outer", ", " + std::to_string(level_.frame)); }
  bool IsStep() const { return at_ + 1 == weave_.levels.size(); }
  // Where several ways to one loop part, the code behind is told the plan; it begins with that of the first one.
  [[nodiscard]] std::string Part() const {
    const bool parts = !IsStep() && !level_.is_shared && weave_.levels[at_ + 1].is_shared;
    return parts && weave_.plan.loop_number > 0 ? "detrain_way = " + weave_.PlanName() + "; " : "";
  }
  const Level* CallInHead() const {
    return !IsStep() && weave_.levels[at_ + 1].is_in_head ? &weave_.levels[at_ + 1] : nullptr;
  }
  bool IsCalledInTest() const {
    const Expr* test = TestOf(level_.statement);
    return CallInHead() != nullptr && test != nullptr && IsWithin(*level_.unit, CallInHead()->call, test);
  }
  // for (;; call())
  bool IsCalledInStep() const { return CallInHead() != nullptr && !IsCalledInTest(); }

  // Label, binds and the loop's announcement.
  Result<void> InFront(const std::string& label) {
    std::string text = label + binds_.before[at_] + Part() + Enter();
    if (IsStep() && isa<DoStmt>(level_.statement))
      text += Called("detrain_first") + "; ";
    if (level_.is_in_head && !Part().empty())
      return NotCovered(level_.place,
                        "several calls lead to the step loop, this one in the head of a loop; write it as a "
                        "statement of its own");
    if (text.empty() || level_.is_in_head)
      return {};
    if (!level_.is_in_block)
      DETRAIN_TRY_VOID(Embrace());
    weave_.edits.Insert(level_.before, Rank::Bind, text, "bind");
    return {};
  }

  // A loop over a range is written out, in braces that hold its iterator.
  Result<void> Range(const std::string& label) {
    const auto& loop = *cast<CXXForRangeStmt>(level_.statement);
    DETRAIN_TRY(const WrittenRange range, WriteRange(level_, level_.number));
    const Unit& unit = *level_.unit;
    const auto head = unit.At(loop.getRParenLoc()), end = unit.Behind(level_.statement);
    if (!head || !end || head->file != level_.before.file)
      return NotCovered(level_.place, "this loop comes out of a macro; write it out");
    weave_.edits.Insert(level_.before, Rank::Open, "{ " + binds_.early[at_] + range.declarations, "bind");
    weave_.edits.Insert(*end, Rank::Close, " }", "bind");
    weave_.edits.Insert(level_.before, Rank::Bind, label + binds_.before[at_] + Enter(), "bind");
    weave_.edits.Remove(level_.before, head->offset + 1 - level_.before.offset, "range");
    const std::string test = IsStep() ? range.test : "detrain_resuming() || (" + range.test + ")";
    weave_.edits.Insert({head->file, head->offset + 1}, Rank::First,
                        "for (; " + binds_.in_test[at_] + Call() + ", " + test + "; " + range.increment + ")" +
                            std::string(range.lines, '\n'),
                        "boundary");
    return InsertAtTop(weave_, level_, loop.getBody(), range.element);
  }

  Result<void> Embrace() {
    const auto end = level_.unit->Behind(level_.statement);
    if (!end)
      return NotCovered(level_.place, "put braces around this statement, so that code can stand in front of it");
    weave_.edits.Insert(level_.before, Rank::Open, "{ ", "bind");
    weave_.edits.Insert(*end, Rank::Close, " }", "bind");
    return {};
  }

  // While resuming, an enclosing loop is entered whatever its test would say now: it was true at the time.
  Result<void> Test() {
    const std::string call = binds_.in_test[at_] + Call() + ", ";
    if (level_.macro)
      return WriteOut(IsStep() || IsCalledInTest() ? call + TestText(level_)
                                                   : call + "detrain_resuming() || (" + TestText(level_) + ")");
    const Expr* test = TestOf(level_.statement);
    const auto begin = level_.unit->Before(test), end = level_.unit->BehindExpr(test);
    if (!begin || !end)
      return NotCovered(level_.place, "the test of this loop comes out of a macro; write it out");
    if (IsStep() || IsCalledInTest()) {
      weave_.edits.Insert(*begin, Rank::Bind, call, "boundary");
      return {};
    }
    weave_.edits.Insert(*begin, Rank::Bind, call + "detrain_resuming() || (", "boundary");
    weave_.edits.Insert(*end, Rank::Close, ")", "boundary");
    return {};
  }

  // The macro makes way for what it stood for.
  Result<void> WriteOut(const std::string& test) {
    const auto& [begin, end] = *level_.macro;
    if (CallInHead() != nullptr)
      return NotCovered(level_.place, "the head of this loop comes out of a macro; write it out");
    weave_.edits.Remove(begin, end.offset - begin.offset, "macro");
    weave_.edits.Insert(end, Rank::First, HeadText(level_, test), "boundary");
    return {};
  }

  // A resumed run comes back to a do loop at its test, with its body in braces of its own, so that the jump enters no
  // scope.
  Result<void> JumpToEnd(const std::string& before) {
    const Stmt* body = BodyOf(level_.statement);
    const auto begin = level_.unit->Before(body), end = level_.unit->Behind(body);
    if (!begin || !end)
      return NotCovered(level_.place, "the body of this loop comes out of a macro; write it out");
    const std::string label = LabelOf(weave_, at_) + "_end";
    weave_.edits.Insert(*begin, Rank::Open, "{ " + before + "if (detrain_resuming()) goto " + label + "; ", "resume");
    weave_.edits.Insert(*end, Rank::Close, " " + label + ":; }", "resume");
    return {};
  }

  Result<void> StepDo() {
    if (level_.macro) {
      DETRAIN_TRY_VOID(WriteOut(Step() + ", " + TestText(level_)));
      return JumpToEnd("");
    }
    const auto begin = level_.unit->Before(TestOf(level_.statement));
    if (!begin)
      return NotCovered(level_.place, "the test of this loop comes out of a macro; write it out");
    weave_.edits.Insert(*begin, Rank::Bind, Step() + ", ", "boundary");
    return JumpToEnd("");
  }

  // Where nothing is tested in front of the body, the body begins with what a test would.
  Result<void> AtTop() {
    std::string text = binds_.in_test[at_] + Call() + ";";
    if (CallInHead() != nullptr)
      return JumpToEnd(text + " ");
    return InsertAtTop(weave_, level_, BodyOf(level_.statement), text);
  }

  Weave& weave_;
  const Binds& binds_;
  std::size_t at_;
  const Level& level_;
};

}  // namespace

Result<void> CheckJumps(const Weave& weave) {
  for (const Level& level : weave.levels)
    if (level.is_loop &&
        IsEnteredByGoto(FunctionBodyOf(*level.unit, level.statement), level.statement, level.unit->sources()))
      return NotCovered(level.place, "a goto leads into this loop; let it begin at its top");
  return {};
}

Result<void> WeaveLevels(Weave& weave, const Binds& binds) {
  for (std::size_t at = 0; at < weave.levels.size(); ++at)
    if (!weave.levels[at].woven_for)
      DETRAIN_TRY_VOID(LevelWeaver(weave, binds, at).Run());
  return {};
}

}  // namespace detrain::rewrite
