// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <clang/AST/Decl.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/ParentMapContext.h>
#include <clang/AST/StmtCXX.h>
#include <clang/Basic/SourceManager.h>

#include <algorithm>

#include "analyzer/load/temporaries.h"
#include "analyzer/rewrite/parts.h"
#include "analyzer/rewrite/range.h"
#include "analyzer/rewrite/weave.h"
#include "analyzer/rir/lists.h"

namespace detrain::rewrite {

using namespace clang;

namespace {

bool IsAutomatic(const plan::Region& region) {
  return region.kind == plan::RegionKind::Variable &&
         (region.variable_kind == rir::RegionKind::Local || region.variable_kind == rir::RegionKind::Param);
}

const DeclStmt* DeclarationsOf(const Stmt* statement) {
  if (const auto* loop = dyn_cast<ForStmt>(statement))
    return dyn_cast_or_null<DeclStmt>(loop->getInit());
  if (const auto* loop = dyn_cast<CXXForRangeStmt>(statement))
    return loop->getLoopVarStmt();
  while (const auto* label = dyn_cast<LabelStmt>(statement))
    statement = label->getSubStmt();
  return dyn_cast<DeclStmt>(statement);
}

bool Declares(const DeclStmt* statement, const VarDecl* variable) {
  return statement != nullptr &&
         std::find(statement->decl_begin(), statement->decl_end(), variable) != statement->decl_end();
}

class Binder {
 public:
  explicit Binder(Weave& weave) : weave_(weave), levels_(weave.levels) {
    binds_.early.resize(levels_.size());
    binds_.before.resize(levels_.size());
    bound_.resize(levels_.size());
    binds_.in_test.resize(levels_.size());
    binds_.at.resize(levels_.size());
  }

  Result<Binds> Run() {
    for (std::size_t region = 0; region < weave_.plan.regions.size(); ++region)
      if (IsAutomatic(weave_.plan.regions[region]))
        DETRAIN_TRY_VOID(Place(region));
    for (std::size_t at = 0; at < levels_.size(); ++at)
      AddRestores(weave_, at, bound_[at], binds_);
    for (std::vector<Stop>& stops : binds_.at)
      std::stable_sort(stops.begin(), stops.end(),
                       [](const Stop& a, const Stop& b) { return a.at.offset < b.at.offset; });
    return std::move(binds_);
  }

 private:
  Result<void> Place(std::size_t region) {
    const plan::Region& r = weave_.plan.regions[region];
    const auto first = std::find_if(levels_.begin(), levels_.end(),
                                    [&](const Level& l) { return l.function_link == r.function_link; });
    if (first == levels_.end() && !IsSaved(r) && !IsUsers(r.declared.file))
      return LeaveOut(region);  // of a function of the library, which sets it again on the way
    if (first == levels_.end())
      return NotCovered(r.declared, "'" + r.path + "' is in no function that leads to the step loop");
    const auto at_first = static_cast<std::size_t>(first - levels_.begin());
    if (BindHidden(region, at_first))
      return {};
    const VarDecl* variable = first->unit->FindVariable(r.declared);
    if (variable == nullptr)
      return r.may_be_over ? LeaveOut(region) : LeaveUnnamed(r);
    if (variable->getName().empty() && !isa<DecompositionDecl>(variable))
      return LeaveOut(region);  // a parameter that nobody can name
    // C's becomes a static where a jump passes it; C++ passes none.
    if (!first->unit->IsCxx() && !IsSaved(r) && IsFixed(*variable, first->unit->context()))
      return {};
    if (variable->getType()->isVariableArrayType())
      return BindArray(region, variable, at_first);
    for (std::size_t at = at_first; at < levels_.size() && levels_[at].function_link == r.function_link; ++at) {
      const Level& level = levels_[at];
      if (isa<ForStmt>(level.statement) && Declares(DeclarationsOf(level.statement), variable))
        return BindInTest(region, variable, at);
      if (!level.is_in_head && StandsBefore(variable, level))
        return BindBefore(region, variable, at);
    }
    return Leave(region);
  }

  static bool IsClosure(const Level& level) {
    const auto around = level.unit->context().getParents(*FunctionBodyOf(*level.unit, level.statement));
    return std::any_of(around.begin(), around.end(), [](const DynTypedNode& node) {
      const auto* method = node.get<CXXMethodDecl>();
      return node.get<LambdaExpr>() != nullptr || (method != nullptr && method->getParent()->isLambda());
    });
  }

  [[nodiscard]] bool IsUsers(const std::string& file) const {
    return std::any_of(weave_.units.begin(), weave_.units.end(), [&](const Unit& unit) { return unit.IsUsers(file); });
  }

  // Variables that the user has no name for: `this`, where a result is made, and those of a loop over a range.
  bool BindHidden(std::size_t region, std::size_t first) {
    const plan::Region& r = weave_.plan.regions[region];
    const std::string number = std::to_string(region);
    const bool is_this = r.name == "this" && r.variable_kind == rir::RegionKind::Param;
    const bool is_closure = is_this && IsClosure(levels_[first]);
    if (is_closure && !IsSaved(r))
      return true;  // the captures have names, the closure itself has none
    if (r.name == "$result" && r.variable_kind == rir::RegionKind::Param && !IsSaved(r))
      return true;  // a resumed run makes the call again, and the caller's variable has a name
    if (is_this && !is_closure) {
      binds_.before[first] += Macro(true) + number + ", *this); ";
      return true;
    }
    for (std::size_t at = first; at < levels_.size() && levels_[at].function_link == r.function_link; ++at) {
      const std::string name = NameInRange(levels_[at], levels_[at].number, r);
      if (name.empty())
        continue;
      binds_.before[at] +=
          (IsList(r) ? ListMacro() : Macro(IsReferenceToRange(levels_[at], name))) + number + ", " + name + "); ";
      return true;
    }
    return false;
  }

  // What a loop goes through is its own where the loop makes it.
  static bool IsReferenceToRange(const Level& level, const std::string& name) {
    const auto* loop = cast<CXXForRangeStmt>(level.statement);
    return name.starts_with("detrain_range") && IsReference(*cast<VarDecl>(loop->getRangeStmt()->getSingleDecl()));
  }

  // The array behind a list.
  static bool IsList(const plan::Region& r) { return r.name.ends_with(rir::kList); }
  [[nodiscard]] std::string ListMacro() const { return "DETRAIN_LIST" + weave_.Suffix() + "("; }

  // A variable that is out of its scope at the step loop, or begins its life there, has no value to restore.
  Result<void> Leave(std::size_t region) {
    const plan::Region& r = weave_.plan.regions[region];
    if (!IsSaved(r) || r.may_be_over)
      return LeaveOut(region);
    return NotCovered(r.declared, "'" + r.path + "' is saved, but is out of scope before the step loop");
  }

  Result<void> LeaveOut(std::size_t region) {
    weave_.left.insert(region);
    return {};
  }

  // What the source has no name for: the size of an array of variable length in C, and what goes through a range inside
  // the step.
  static Result<void> LeaveUnnamed(const plan::Region& r) {
    if (!IsSaved(r))
      return {};
    if (r.name == "this")
      return NotCovered(
          r.declared,
          "the code around the step loop makes this closure several times, and a closure has no name that "
          "could announce it; write a function in its place");
    if (r.name.find('.') == std::string::npos)
      return NotCovered(r.declared, "the declaration of '" + r.path + "' was not found again");
    return NotCovered(r.declared,
                      "an array of variable length stands in the code that a resumed run skips; allocate it on the "
                      "heap, or before the outermost loop");
  }

  // An array of variable length is a block of its own, that the plan's pointer leads to. It is announced where it
  // begins its life, which a resumed run must not skip.
  Result<void> BindArray(std::size_t region, const VarDecl* variable, std::size_t at) {
    const plan::Region& r = weave_.plan.regions[region];
    const Level& level = levels_[at];
    const auto behind = BehindDeclaration(level, variable);
    if (!behind || IsSkippedAnywhere(variable, at))
      return LeaveVariableLength(region);
    binds_.at[at].push_back(
        {*behind, "DETRAIN_ARRAY" + weave_.Suffix() + "(" + std::to_string(region) + ", " + r.name + ");", {}});
    return {};
  }

  // A resumed run makes it anew, with nothing in it.
  Result<void> LeaveVariableLength(std::size_t region) {
    const plan::Region& r = weave_.plan.regions[region];
    for (const plan::Leaf& leaf : r.leaves)
      if (leaf.target >= 0 && IsSaved(weave_.plan.regions[static_cast<std::size_t>(leaf.target)]))
        return NotCovered(r.declared, "'" + r.path +
                                          "' is state in an array of variable length in code that a resumed run "
                                          "skips; allocate it on the heap, or before the outermost loop");
    return LeaveOut(region);
  }

  static bool StandsBefore(const VarDecl* variable, const Level& level) {
    return level.unit->sources().isBeforeInTranslationUnit(variable->getLocation(), level.statement->getBeginLoc());
  }

  // A parameter of a class that is copied by its own code is passed by address.
  static bool IsReference(const VarDecl& variable) {
    const auto* record = isa<ParmVarDecl>(variable) ? variable.getType()->getAsCXXRecordDecl() : nullptr;
    return (variable.getType()->isReferenceType() && load::HeldTemporary(variable) == nullptr) ||
           (record != nullptr && !record->canPassInRegisters());
  }

  [[nodiscard]] std::string Macro(bool is_reference) const {
    return (is_reference ? "DETRAIN_REFERENCE" : "DETRAIN_BIND") + weave_.Suffix() + "(";
  }

  std::string Text(std::size_t region, const VarDecl& variable) const {
    const plan::Region& r = weave_.plan.regions[region];
    return (IsList(r) ? ListMacro() : Macro(IsReference(variable))) + std::to_string(region) + ", " +
           variable.getNameAsString() + ")";
  }

  Result<void> BindInTest(std::size_t region, const VarDecl* variable, std::size_t at) {
    binds_.in_test[at] += Text(region, *variable) + ", ";
    return MakeWritable(weave_, region, *variable, *levels_[at].unit, levels_[at].is_under_loop);
  }

  Result<void> BindBefore(std::size_t region, const VarDecl* variable, std::size_t at) {
    const Level& level = levels_[at];
    if (const auto* parts = dyn_cast<DecompositionDecl>(variable))
      return BindWhole(region, *parts, at);
    const VarDecl* visible = VisibleAt(level, variable);
    const auto behind = visible == variable ? std::nullopt : BehindDeclaration(level, variable);
    if (visible != variable && !behind)
      return Leave(region);
    if (variable->isCXXForRangeDecl())
      weave_.writable.insert(region);  // it is written without const
    else if (!IsList(weave_.plan.regions[region]))
      DETRAIN_TRY_VOID(MakeWritable(weave_, region, *variable, *level.unit, IsSkipped(variable, at)));
    if (visible == variable) {
      binds_.before[at] += Text(region, *variable) + "; ";
      bound_[at].push_back({variable, Text(region, *variable), IsSaved(weave_.plan.regions[region])});
      return {};
    }
    binds_.at[at].push_back({*behind, Text(region, *variable) + ";", {}});
    return {};
  }

  Result<void> BindWhole(std::size_t region, const DecompositionDecl& parts, std::size_t at) {
    const Level& level = levels_[at];
    if (parts.isCXXForRangeDecl())
      return BindWholeOfRange(region, parts, at);
    const auto behind = BehindDeclaration(level, &parts);
    if (!behind)
      return Leave(region);
    DETRAIN_TRY_VOID(MakeWritable(weave_, region, parts, *level.unit, IsSkipped(&parts, at)));
    DETRAIN_TRY(const std::string name, NameWhole(weave_, region, parts, *level.unit, *behind));
    binds_.before[at] += Macro(IsReference(parts)) + std::to_string(region) + ", " + name + "); ";
    return {};
  }

  // The loop that takes it apart is written out, and gives it a name (range.h).
  Result<void> BindWholeOfRange(std::size_t region, const DecompositionDecl& parts, std::size_t at) {
    const plan::Region& r = weave_.plan.regions[region];
    if (!IsInLoopOf(levels_[at], parts))
      return Leave(region);
    if (parts.getType()->isArrayType())
      return IsSaved(r) ? NotCovered(r.declared, kArrayTakenApart) : LeaveOut(region);
    weave_.writable.insert(region);  // it is written without const
    binds_.before[at] += Macro(IsReference(parts)) + std::to_string(region) + ", " + NameOfWhole(r.declared) + "); ";
    return {};
  }

  static bool IsInLoopOf(const Level& level, const VarDecl& variable) {
    const Unit& unit = *level.unit;
    for (const Stmt* s = unit.ParentOf(level.statement); s != nullptr; s = unit.ParentOf(s))
      if (const auto* loop = dyn_cast<CXXForRangeStmt>(s); loop != nullptr && loop->getLoopVariable() == &variable)
        return true;
    return false;
  }

  // A parameter is not skipped, but its argument may be another when it is evaluated again.
  bool IsSkipped(const VarDecl* variable, std::size_t at) const {
    if (isa<ParmVarDecl>(variable))
      return levels_[at].is_under_loop;
    const auto from = SkippedFrom(weave_, at);
    return from &&
           levels_[at].unit->sources().isBeforeInTranslationUnit((*from)->getBeginLoc(), variable->getLocation());
  }

  // The same, on the way to that level or to a later one of its function.
  bool IsSkippedAnywhere(const VarDecl* variable, std::size_t at) const {
    const std::string& function = levels_[at].function_link;
    for (; at < levels_.size() && levels_[at].function_link == function; ++at)
      if (IsSkipped(variable, at))
        return true;
    return false;
  }

  // What the variable's name means in front of the level.
  static const VarDecl* VisibleAt(const Level& level, const VarDecl* variable) {
    const Unit& unit = *level.unit;
    const SourceManager& sources = unit.sources();
    for (const Stmt *child = level.statement, *s = unit.ParentOf(child); s != nullptr;
         child = s, s = unit.ParentOf(s)) {
      const VarDecl* found = nullptr;
      auto look = [&](const DeclStmt* statement) {
        if (statement == nullptr || !sources.isBeforeInTranslationUnit(statement->getBeginLoc(), child->getBeginLoc()))
          return;
        for (const Decl* d : statement->decls())
          if (const auto* v = dyn_cast<VarDecl>(d); v != nullptr && v->getName() == variable->getName())
            found = v;
      };
      if (const auto* block = dyn_cast<CompoundStmt>(s))
        for (const Stmt* statement : block->body())
          if (!isa<ForStmt, CXXForRangeStmt>(statement))
            look(DeclarationsOf(statement));
      if (isa<ForStmt, CXXForRangeStmt>(s))
        look(DeclarationsOf(s));
      if (found != nullptr)
        return found;
    }
    return dyn_cast<ParmVarDecl>(variable);
  }

  std::optional<Spot> BehindDeclaration(const Level& level, const VarDecl* variable) const {
    const Unit& unit = *level.unit;
    if (isa<ParmVarDecl>(variable))
      return unit.At(FunctionBodyOf(unit, level.statement)->getLBracLoc().getLocWithOffset(1));
    for (const Stmt* s = unit.ParentOf(level.statement); s != nullptr; s = unit.ParentOf(s))
      if (const auto* block = dyn_cast<CompoundStmt>(s))
        for (const Stmt* statement : block->body())
          if (!isa<ForStmt, CXXForRangeStmt>(statement) && Declares(DeclarationsOf(statement), variable))
            return unit.Behind(statement);
    return std::nullopt;
  }

  Weave& weave_;
  const std::vector<Level>& levels_;
  Binds binds_;
  std::vector<std::vector<Bound>> bound_;  // by level: the variables that have a name there
};

}  // namespace

Result<Binds> PlaceBinds(Weave& weave) {
  return Binder(weave).Run();
}

}  // namespace detrain::rewrite
