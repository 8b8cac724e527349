// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parallel loops that add floating-point numbers: cut into shards whose number is fixed, so that no sum depends on the
// number of threads or on which of them is first (detrain/shards.h). Reductions become one partial sum per shard, added
// by a fixed tree; `omp atomic` additions wait and are made in the order of the loop.
#include <clang/AST/OpenMPClause.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/AST/StmtOpenMP.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>

#include <algorithm>

#include "analyzer/rewrite/weave.h"

namespace detrain::rewrite {

using namespace clang;

namespace {

// `for (TYPE COUNTER = FIRST; COUNTER < END; COUNTER += STEP)`, as text.
struct Head {
  const VarDecl* counter = nullptr;
  std::string first, end, compare, step, advance;
  bool is_outside = false;  // the counter is declared before the loop
};

// A variable that a loop reduces.
struct Sum {
  const VarDecl* variable = nullptr;
  std::string op;
};

// `x += e`, by threads at once.
struct Addition {
  const OMPAtomicDirective* directive = nullptr;
  const BinaryOperator* update = nullptr;
};

bool IsFloat(QualType type) {
  type = type.getNonReferenceType();
  return type->isDependentType() || type->isFloatingType();
}

const Expr* Plain(const Expr* e) {
  return e->IgnoreParenImpCasts();
}

const VarDecl* VariableOf(const Expr* e) {
  const auto* reference = dyn_cast<DeclRefExpr>(Plain(e));
  return reference != nullptr ? dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
}

// The variable that an address is computed from: `w` for w[i][j], p->w[i] gives p.
const VarDecl* RootOf(const Expr* e) {
  e = Plain(e);
  if (const auto* element = dyn_cast<ArraySubscriptExpr>(e))
    return RootOf(element->getBase());
  if (const auto* member = dyn_cast<MemberExpr>(e))
    return RootOf(member->getBase());
  if (const auto* unary = dyn_cast<UnaryOperator>(e))
    return RootOf(unary->getSubExpr());
  return VariableOf(e);
}

const ForStmt* LoopOf(const OMPLoopDirective& directive) {
  return dyn_cast_or_null<ForStmt>(directive.getRawStmt()->IgnoreContainers());
}

class ShardWeaver : public RecursiveASTVisitor<ShardWeaver> {
 public:
  ShardWeaver(Weave& weave, const Unit& unit, unsigned shards, std::set<std::pair<std::string, unsigned>>& seen)
      : weave_(weave), unit_(unit), count_(std::to_string(shards)), seen_(seen) {}

  // NOLINTNEXTLINE(bugprone-derived-method-shadowing-base-method): how the visitor is meant to be used
  bool VisitOMPLoopDirective(const OMPLoopDirective* directive) {
    if (isa<OMPParallelForDirective, OMPParallelForSimdDirective>(directive))
      Shard(*directive);
    return true;
  }

 private:
  // What of one loop is written differently, found before anything is changed.
  struct Plan {
    Spot begin, loop, body, end;
    bool is_block = false;  // the body has braces
    Head head;
    std::vector<Sum> sums;
    std::vector<Addition> additions;
    std::string clauses;                // those that stay
    std::vector<const VarDecl*> inner;  // counters of collapsed loops that are declared outside
    bool must_share = false;            // default(none)
  };

  void Shard(const OMPLoopDirective& directive) {
    Plan plan;
    const ForStmt* loop = LoopOf(directive);
    if (loop == nullptr || !Clauses(directive, plan) || !Additions(*loop->getBody(), plan) ||
        (plan.sums.empty() && plan.additions.empty()) || !Places(directive, *loop, plan) || !HeadOf(*loop, plan.head) ||
        !InnerCounters(directive, *loop, plan) || !seen_.insert({plan.begin.file, plan.begin.offset}).second)
      return;
    Write(directive, plan);
  }

  // False: one of them cannot be kept, so the loop stays as it is.
  bool Clauses(const OMPLoopDirective& directive, Plan& plan) {
    for (const OMPClause* clause : directive.clauses()) {
      if (clause->isImplicit() || isa<OMPScheduleClause, OMPCollapseClause>(clause))
        continue;
      if (isa<OMPOrderedClause, OMPLinearClause, OMPLastprivateClause, OMPNowaitClause>(clause))
        return false;
      const auto* reduction = dyn_cast<OMPReductionClause>(clause);
      const bool is_float = reduction != nullptr && std::ranges::any_of(reduction->varlist(), [](const Expr* e) {
                              return IsFloat(e->getType());
                            });
      if (is_float && !Sums(*reduction, plan))
        return false;
      plan.must_share |= isa<OMPDefaultClause>(clause);
      const std::string text = Text(clause->getBeginLoc(), clause->getEndLoc());
      if (text.empty())
        return false;
      if (!is_float)
        plan.clauses.append(" ").append(text);
    }
    return true;
  }

  bool Sums(const OMPReductionClause& clause, Plan& plan) {
    const std::string name = clause.getNameInfo().getAsString();
    const std::string op = name.substr(name.find_last_of(' ') + 1);
    const bool is_bound = name == "max" || name == "min";  // the same in any order
    for (const Expr* item : clause.varlist()) {
      const VarDecl* variable = VariableOf(item);
      const bool is_sum = op.ends_with("+") || op.ends_with("-") || op.ends_with("*");
      if (is_bound || !is_sum || variable == nullptr || !IsFloat(variable->getType()))
        return false;
      plan.sums.push_back({variable, op.ends_with("*") ? "*" : "+"});
    }
    return true;
  }

  // False: there is an addition whose place is looked at in the loop besides.
  bool Additions(const Stmt& body, Plan& plan) {
    std::vector<const DeclRefExpr*> uses;
    Collect(&body, plan.additions, uses);
    for (const Addition& addition : plan.additions) {
      const VarDecl* root = addition.update != nullptr ? RootOf(addition.update->getLHS()) : nullptr;
      if (root == nullptr || std::ranges::any_of(uses, [&](const auto* use) { return use->getDecl() == root; }))
        return false;
    }
    return true;
  }

  // The additions below `stmt` and, apart from them, which variables are named.
  void Collect(const Stmt* stmt, std::vector<Addition>& additions, std::vector<const DeclRefExpr*>& uses) {
    if (stmt == nullptr)
      return;
    if (const auto* atomic = dyn_cast<OMPAtomicDirective>(stmt)) {
      if (!IsFloat(atomic->getX() != nullptr ? atomic->getX()->getType() : QualType(unit_.context().VoidTy)))
        return;
      const auto* update = dyn_cast<BinaryOperator>(atomic->getRawStmt()->IgnoreContainers());
      const bool is_sum =
          update != nullptr && (update->getOpcode() == BO_AddAssign || update->getOpcode() == BO_SubAssign);
      additions.push_back({atomic, is_sum && Fits(*atomic, *update) ? update : nullptr});
      if (is_sum)
        Collect(update->getRHS(), additions, uses);
      return;
    }
    if (const auto* reference = dyn_cast<DeclRefExpr>(stmt))
      uses.push_back(reference);
    for (const Stmt* child : stmt->children())
      Collect(child, additions, uses);
  }

  bool Fits(const OMPAtomicDirective& atomic, const BinaryOperator& update) const {
    const auto kind = update.getLHS()->getType().getCanonicalType().getUnqualifiedType();
    return (kind == unit_.context().FloatTy || kind == unit_.context().DoubleTy) &&
           std::ranges::all_of(atomic.clauses(),
                               [](const OMPClause* c) { return isa<OMPUpdateClause, OMPRelaxedClause>(c); }) &&
           !atomic.getBeginLoc().isMacroID() && !update.getBeginLoc().isMacroID() && !update.getEndLoc().isMacroID();
  }

  bool Places(const OMPLoopDirective& directive, const ForStmt& loop, Plan& plan) const {
    const auto begin = unit_.At(directive.getBeginLoc()), head = unit_.At(loop.getForLoc()),
               body = unit_.Before(loop.getBody()), end = unit_.Behind(loop.getBody());
    if (!begin || !head || !body || !end || begin->file != body->file || body->file != end->file ||
        !unit_.IsUsers(begin->file))
      return false;
    plan.begin = *begin;
    plan.loop = *head;
    plan.is_block = isa<CompoundStmt>(loop.getBody());
    plan.body = *body;
    plan.end = *end;
    return true;
  }

  bool HeadOf(const ForStmt& loop, Head& head) const {
    const Expr* first = nullptr;
    if (const auto* declared = dyn_cast_or_null<DeclStmt>(loop.getInit()); declared && declared->isSingleDecl()) {
      head.counter = dyn_cast<VarDecl>(declared->getSingleDecl());
      first = head.counter != nullptr ? head.counter->getInit() : nullptr;
    } else if (const auto* set = dyn_cast_or_null<BinaryOperator>(loop.getInit()); set && set->isAssignmentOp()) {
      head.counter = VariableOf(set->getLHS());
      first = set->getRHS();
      head.is_outside = true;
    }
    const auto* test = dyn_cast_or_null<BinaryOperator>(loop.getCond());
    if (first == nullptr || test == nullptr || !head.counter->getType()->isIntegerType())
      return false;
    const bool is_left = VariableOf(test->getLHS()) == head.counter;
    const BinaryOperatorKind kind =
        is_left ? test->getOpcode() : BinaryOperator::reverseComparisonOp(test->getOpcode());
    const std::string end = TextOf(is_left ? test->getRHS() : test->getLHS());
    head.first = TextOf(first);
    const bool is_up = kind == BO_LT || kind == BO_LE;
    if ((!is_up && kind != BO_GT && kind != BO_GE) || end.empty() || head.first.empty() || !StepOf(loop, head))
      return false;
    head.end = kind == BO_LE ? "(int64_t)(" + end + ") + 1" : kind == BO_GE ? "(int64_t)(" + end + ") - 1" : end;
    head.compare = is_up ? "<" : ">";
    head.advance = TextOf(loop.getInc());
    return !head.advance.empty();
  }

  bool StepOf(const ForStmt& loop, Head& head) const {
    const Expr* step = loop.getInc() != nullptr ? Plain(loop.getInc()) : nullptr;
    if (const auto* unary = dyn_cast_or_null<UnaryOperator>(step)) {
      head.step = unary->isIncrementOp() ? "1" : "-1";
      return unary->isIncrementDecrementOp() && VariableOf(unary->getSubExpr()) == head.counter;
    }
    const auto* update = dyn_cast_or_null<BinaryOperator>(step);
    if (update == nullptr || (update->getOpcode() != BO_AddAssign && update->getOpcode() != BO_SubAssign))
      return false;
    const std::string by = TextOf(update->getRHS());
    head.step = update->getOpcode() == BO_AddAssign ? by : "-(int64_t)(" + by + ")";
    return !by.empty() && VariableOf(update->getLHS()) == head.counter;
  }

  // `collapse` makes counters private that are declared outside.
  bool InnerCounters(const OMPLoopDirective& directive, const ForStmt& loop, Plan& plan) const {
    const ForStmt* at = &loop;
    for (unsigned depth = 1; depth < directive.getLoopsNumber(); ++depth) {
      at = dyn_cast<ForStmt>(at->getBody()->IgnoreContainers());
      if (at == nullptr)
        return false;
      const auto* set = dyn_cast_or_null<BinaryOperator>(at->getInit());
      const VarDecl* counter = set != nullptr ? VariableOf(set->getLHS()) : nullptr;
      if (counter != nullptr)
        plan.inner.push_back(counter);
    }
    return true;
  }

  void Write(const OMPLoopDirective& directive, const Plan& plan) {
    const std::string cause = "omp";
    std::string declared = "{ ", shared, inside, behind;
    for (const Sum& sum : plan.sums) {
      const std::string name = sum.variable->getNameAsString();
      declared += "DETRAIN_PARTS(" + count_ + ", " + name + "); ";
      shared += ", detrain_parts_" + name;
      inside += "DETRAIN_PART(" + name + ", " + (sum.op == "*" ? "1" : "0") + "); ";
      behind += " DETRAIN_KEEP_PART(" + name + ");";
    }
    behind += " }";
    for (const Sum& sum : plan.sums)
      behind += " DETRAIN_MERGE_PARTS(" + count_ + ", " + sum.variable->getNameAsString() + ", " + sum.op + ");";
    if (!plan.additions.empty()) {
      declared += "DETRAIN_ADDS(" + count_ + "); ";
      shared += ", detrain_adds";
      behind += " detrain_apply_adds(detrain_adds, " + count_ + ");";
    }
    for (const VarDecl* counter : plan.inner) {
      declared += "(void)" + counter->getNameAsString() + "; ";
      inside += TypeOf(*counter) + " " + counter->getNameAsString() + "; ";
    }
    const Head& head = plan.head;
    const std::string name = head.counter->getNameAsString(), type = TypeOf(*head.counter);
    const std::string share = plan.must_share ? " shared(" + shared.substr(2) + ")" : "";
    if (head.is_outside)
      declared += "(void)" + name + "; ";
    Replace(directive.getBeginLoc(), plan.begin, plan.loop.offset,
            declared + "_Pragma(\"omp parallel for" + plan.clauses + share + "\")", cause);
    Replace(directive.getBeginLoc(), plan.loop, plan.body.offset,
            "DETRAIN_EACH_SHARD(" + count_ + ") { DETRAIN_SHARD(" + count_ + ", " + head.first + ", " + head.end +
                ", " + head.step + "); " + inside + "for (" + type + " " + name + " = (" + type +
                ")detrain_from; (int64_t)" + name + " " + head.compare + " detrain_to; " + head.advance + ") " +
                (plan.is_block ? "" : "{ "),
            cause);
    weave_.edits.Insert(plan.end, Rank::Close, (plan.is_block ? "" : " }") + behind + " }", cause);
    for (const Addition& addition : plan.additions)
      Wait(addition, cause);
    weave_.changes_numbers.push_back({unit_.PlaceOf(directive.getBeginLoc()),
                                      plan.sums.empty() ? "additions to shared memory are made in the order of the loop"
                                                        : "the sum is that of " + count_ + " shards, by a fixed tree"});
  }

  // `x += e;` behind `#pragma omp atomic` becomes a call; the pragma goes.
  void Wait(const Addition& addition, const std::string& cause) {
    const auto pragma = unit_.At(addition.directive->getBeginLoc()), place = unit_.Before(addition.update),
               value = unit_.Before(addition.update->getRHS()), end = unit_.BehindExpr(addition.update->getRHS());
    if (!pragma || !place || !value || !end)
      return;
    const bool is_double = addition.update->getLHS()->getType()->isSpecificBuiltinType(BuiltinType::Double);
    const std::string target = TextOf(addition.update->getLHS());
    const bool is_minus = addition.update->getOpcode() == BO_SubAssign;
    Replace(addition.directive->getBeginLoc(), *pragma, place->offset, "", cause);
    Replace(
        addition.update->getBeginLoc(), *place, value->offset,
        std::string(is_double ? "DETRAIN_ADD_F64(&(" : "DETRAIN_ADD_F32(&(") + target + "), " + (is_minus ? "-(" : ""),
        cause);
    weave_.edits.Insert(*end, Rank::Close, is_minus ? "))" : ")", cause);
  }

  // Lines keep their numbers, and what follows on the last one its column.
  void Replace(SourceLocation at, const Spot& begin, unsigned end, std::string text, const std::string& cause) {
    const auto old = unit_.sources().getBufferData(unit_.sources().getFileID(at)).slice(begin.offset, end);
    text.append(old.count('\n'), '\n').append(old.rsplit('\n').second.take_while(llvm::isSpace));
    weave_.edits.Insert(begin, Rank::Wrap, std::move(text), cause);
    weave_.edits.Remove(begin, end - begin.offset, cause);
  }

  std::string TypeOf(const VarDecl& variable) const {
    return variable.getType().getNonReferenceType().getUnqualifiedType().getAsString(
        unit_.context().getPrintingPolicy());
  }
  // A macro's name where it comes out of one; empty where it comes out of a part of one.
  std::string TextOf(const Expr* e) const { return e == nullptr ? "" : Text(e->getBeginLoc(), e->getEndLoc()); }
  std::string Text(SourceLocation begin, SourceLocation end) const {
    const LangOptions& language = unit_.context().getLangOpts();
    const auto range = Lexer::makeFileCharRange(CharSourceRange::getTokenRange(begin, end), unit_.sources(), language);
    return range.isValid() ? Lexer::getSourceText(range, unit_.sources(), language).str() : "";
  }

  Weave& weave_;
  const Unit& unit_;
  const std::string count_;
  std::set<std::pair<std::string, unsigned>>& seen_;
};

}  // namespace

void WeaveShards(Weave& weave, unsigned shards) {
  std::set<std::pair<std::string, unsigned>> seen;
  for (const Unit& unit : weave.units)
    ShardWeaver(weave, unit, shards, seen).TraverseDecl(unit.context().getTranslationUnitDecl());
}

}  // namespace detrain::rewrite
