// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <clang/AST/Decl.h>
#include <clang/Basic/SourceManager.h>

#include <algorithm>

#include "analyzer/rewrite/weave.h"

namespace detrain::rewrite {

using namespace clang;

namespace {

// What may not be jumped into the scope of.
const NamedDecl* VariableLength(const DeclStmt& statement) {
  for (const Decl* d : statement.decls()) {
    if (const auto* v = dyn_cast<VarDecl>(d); v != nullptr && v->getType()->isVariablyModifiedType())
      return v;
    if (const auto* t = dyn_cast<TypedefNameDecl>(d); t != nullptr && t->getUnderlyingType()->isVariablyModifiedType())
      return t;
  }
  return nullptr;
}

bool IsConstant(const Decl* d, const ASTContext& context) {
  const auto* v = dyn_cast<VarDecl>(d);
  return v != nullptr && IsFixed(*v, context);
}

// Constants are not state, so a jump must not leave them without their values: they become static.
void Fix(Weave& weave, const Unit& unit, const DeclStmt& statement) {
  const auto at = unit.At(statement.getBeginLoc());
  if (at && llvm::all_of(statement.decls(), [&](const Decl* d) { return IsConstant(d, unit.context()); }))
    weave.edits.InsertOnce(*at, Rank::Wrap, "static ", "resume");
}

// The variables that the sizes in a declaration are made of; nothing where a call takes part.
bool CollectSizes(const Stmt* expression, std::vector<const VarDecl*>& out) {
  if (expression == nullptr)
    return true;
  if (isa<CallExpr>(expression))
    return false;
  if (const auto* use = dyn_cast<DeclRefExpr>(expression))
    if (const auto* v = dyn_cast<VarDecl>(use->getDecl()))
      out.push_back(v);
  return llvm::all_of(expression->children(), [&](const Stmt* child) { return CollectSizes(child, out); });
}

bool CollectSizes(QualType type, std::vector<const VarDecl*>& out) {
  for (type = type.getCanonicalType(); type->isVariablyModifiedType();) {
    const Type* t = type.getTypePtr();
    if (const auto* array = dyn_cast<VariableArrayType>(t);
        array != nullptr && !CollectSizes(array->getSizeExpr(), out))
      return false;
    if (const auto* array = dyn_cast<ArrayType>(t))
      type = array->getElementType();
    else
      type = t->getPointeeType();
    if (type.isNull())
      return true;
  }
  return true;
}

QualType TypeOf(const NamedDecl& declaration) {
  const auto* variable = dyn_cast<VarDecl>(&declaration);
  return variable != nullptr ? variable->getType() : cast<TypedefNameDecl>(declaration).getUnderlyingType();
}

// Whether a resumed run may come by the declaration: its sizes are made of nothing that it has skipped.
bool IsRepeatable(const Unit& unit, const NamedDecl& declaration, const Stmt* from) {
  std::vector<const VarDecl*> sizes;
  return CollectSizes(TypeOf(declaration), sizes) && llvm::all_of(sizes, [&](const VarDecl* v) {
           return !v->hasLocalStorage() || isa<ParmVarDecl>(v) || IsFixed(*v, unit.context()) ||
                  unit.sources().isBeforeInTranslationUnit(v->getLocation(), from->getBeginLoc());
         });
}

Error Unskippable(const Unit& unit, const NamedDecl& declaration) {
  return NotCovered(unit.PlaceOf(declaration.getLocation()),
                    "an array of variable length stands in the code that a resumed run skips; allocate it on the "
                    "heap, or before the outermost loop");
}

// What may not be jumped over is come by: a stop.
Result<void> CrossScopes(Weave& weave, const Level& level, const Stmt* from, std::vector<Stop>& stops) {
  const Unit& unit = *level.unit;
  const auto is_before = [&](const Stmt* a, const Stmt* b) {
    return unit.sources().isBeforeInTranslationUnit(a->getBeginLoc(), b->getBeginLoc());
  };
  for (const Stmt* child = level.statement; child != nullptr && child != from && !is_before(child, from);) {
    const Stmt* parent = unit.ParentOf(child);
    if (const auto* block = dyn_cast_or_null<CompoundStmt>(parent))
      for (const Stmt* statement : block->body()) {
        if (statement == child)
          break;
        const auto* declarations = is_before(statement, from) ? nullptr : dyn_cast<DeclStmt>(statement);
        if (declarations == nullptr)
          continue;
        Fix(weave, unit, *declarations);
        const NamedDecl* bad = VariableLength(*declarations);
        if (bad == nullptr)
          continue;
        const auto before = unit.Before(statement), behind = unit.Behind(statement);
        if (!declarations->isSingleDecl() || !before || !behind || !IsRepeatable(unit, *bad, from))
          return Unskippable(unit, *bad);
        stops.push_back({*behind, "", before});
      }
    child = parent;
  }
  return {};
}

bool IsFirstIn(const Stmt* block, const Stmt* statement) {
  const auto* compound = dyn_cast<CompoundStmt>(block);
  return compound != nullptr && !compound->body_empty() && compound->body_front() == statement;
}

// Where the path to a call inside one statement turns off, the turn is taken while resuming.
struct Turn {
  const Expr* condition = nullptr;
  bool must_be_true = true;
};

Turn TurnAt(const Stmt* parent, const Stmt* child) {
  if (const auto* o = dyn_cast<BinaryOperator>(parent); o != nullptr && o->isLogicalOp() && o->getRHS() == child)
    return {o->getLHS(), o->getOpcode() == BO_LAnd};
  if (const auto* o = dyn_cast<ConditionalOperator>(parent); o != nullptr && o->getCond() != child)
    return {o->getCond(), o->getTrueExpr() == child};
  return {};
}

}  // namespace

bool IsFixed(const VarDecl& variable, const ASTContext& context) {
  return variable.hasLocalStorage() && variable.getType().isConstQualified() && variable.getInit() != nullptr &&
         variable.getInit()->isConstantInitializer(const_cast<ASTContext&>(context), false);
}

Result<void> InsertAtTop(Weave& weave, const Level& level, const Stmt* body, const std::string& text) {
  if (const auto* block = dyn_cast<CompoundStmt>(body)) {
    const auto at = level.unit->At(block->getLBracLoc());
    if (!at)
      return NotCovered(level.place, "the braces behind this come out of a macro; write them out");
    weave.edits.Insert({at->file, at->offset + 1}, Rank::Open, " " + text, "resume");
    return {};
  }
  const auto begin = level.unit->Before(body), end = level.unit->Behind(body);
  if (!begin || !end)
    return NotCovered(level.place, "the body of this loop comes out of a macro; put braces around it");
  if (isa_and_nonnull<LabelStmt>(level.unit->ParentOf(body))) {
    weave.edits.Insert(*begin, Rank::Open, text + " ", "resume");
    return {};
  }
  weave.edits.Insert(*begin, Rank::Open, "{ " + text + " ", "resume");
  weave.edits.Insert(*end, Rank::Close, " }", "resume");
  return {};
}

std::optional<const Stmt*> SkippedFrom(const Weave& weave, std::size_t at) {
  const Level& level = weave.levels[at];
  if (!level.is_under_loop || level.is_in_head)
    return std::nullopt;
  if (!level.is_first_of_function && weave.levels[at - 1].is_row)
    return weave.levels[at - 1].statement;
  const Stmt* from = level.is_first_of_function ? FunctionBodyOf(*level.unit, level.statement)
                                                : BodyOf(weave.levels[at - 1].statement);
  if (from == level.statement || IsFirstIn(from, level.statement))
    return std::nullopt;
  return from;
}

std::string LabelOf(const Weave& weave, std::size_t at) {
  const std::string suffix = weave.Suffix();
  return "detrain_resume" + (suffix.empty() ? suffix : "_in" + suffix) + "_" + std::to_string(weave.levels[at].number);
}

std::string Resuming(const Weave& weave, std::size_t at) {
  if (!weave.levels[at].resuming.empty())
    return weave.levels[at].resuming;
  const bool is_in_row = at > 0 && weave.levels[at - 1].is_row;
  return is_in_row ? "detrain_resuming_in(" + weave.PlanName() + ")" : "detrain_resuming()";
}

namespace {

Result<void> InsertJump(Weave& weave, std::size_t at, const Stmt* from, const std::string& label) {
  const std::string jump = "if (" + Resuming(weave, at) + ") goto " + label + ";";
  if (!weave.levels[at - 1].is_row)
    return InsertAtTop(weave, weave.levels[at], from, jump);
  weave.edits.Insert(weave.levels[at - 1].before, Rank::Jump, jump + " ", "resume");
  return {};
}

}  // namespace

Result<std::string> WeaveJump(Weave& weave, std::size_t at, std::vector<Stop> stops) {
  const Level& level = weave.levels[at];
  const auto from = SkippedFrom(weave, at);
  const std::string label = LabelOf(weave, at);
  if (from && level.unit->IsCxx())
    DETRAIN_TRY_VOID(WeaveSkips(weave, at, *from));
  if (!from || level.unit->IsCxx()) {
    for (const Stop& stop : stops)
      weave.edits.Insert(stop.at, Rank::Bind, " " + stop.text, "bind");
    return std::string();
  }
  DETRAIN_TRY_VOID(CrossScopes(weave, level, *from, stops));
  std::stable_sort(stops.begin(), stops.end(), [](const Stop& a, const Stop& b) { return a.at.offset < b.at.offset; });
  const std::string first = stops.empty() ? label : label + "_0";
  DETRAIN_TRY_VOID(InsertJump(weave, at, *from, first));
  for (std::size_t i = 0; i < stops.size(); ++i) {
    const std::string mine = label + "_" + std::to_string(i) + ":; ";
    const std::string next = i + 1 < stops.size() ? label + "_" + std::to_string(i + 1) : label;
    if (stops[i].label)
      weave.edits.Insert(*stops[i].label, Rank::Bind, mine, "resume");
    weave.edits.Insert(
        stops[i].at, Rank::Bind,
        " " + (stops[i].label ? "" : mine) + stops[i].text + " if (" + Resuming(weave, at) + ") goto " + next + ";",
        "bind");
  }
  return label + ":; ";
}

Result<void> WeaveConditions(Weave& weave, const Level& level) {
  const Unit& unit = *level.unit;
  if (!level.is_under_loop || level.call == nullptr)
    return {};
  for (const Stmt *child = level.call, *s = unit.ParentOf(child); s != nullptr && child != level.statement;
       child = s, s = unit.ParentOf(s)) {
    const Turn turn = TurnAt(s, child);
    if (turn.condition == nullptr)
      continue;
    const auto begin = unit.Before(turn.condition), end = unit.BehindExpr(turn.condition);
    if (!begin || !end)
      return NotCovered(level.place, "the condition of this call comes out of a macro; write it as an if statement");
    weave.edits.Insert(*begin, Rank::Wrap, turn.must_be_true ? "(detrain_resuming() || (" : "(!detrain_resuming() && (",
                       "resume");
    weave.edits.Insert(*end, Rank::Close, "))", "resume");
  }
  return {};
}

}  // namespace detrain::rewrite
