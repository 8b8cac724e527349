// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/rewrite/state_uses.h"

#include <clang/AST/Attr.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/Basic/SourceManager.h>

#include <map>
#include <set>
#include <utility>

#include "analyzer/rewrite/body_index.h"
#include "analyzer/rewrite/curand_calls.h"
#include "analyzer/rewrite/nest.h"
#include "analyzer/rewrite/state_places.h"

namespace detrain::rewrite {

using namespace clang;

namespace {

bool IsNamed(const CallExpr& call, StringRef name) {
  const FunctionDecl* callee = call.getDirectCallee();
  return callee != nullptr && callee->getIdentifier() != nullptr && callee->getName() == name;
}

// threadIdx.x and its kind: which variable of CUDA's it is. Clang's headers make a property of x, NVIDIA's a member.
StringRef BuiltinOf(const Expr* value) {
  value = value->IgnoreParenCasts();
  if (const auto* object = dyn_cast<PseudoObjectExpr>(value))
    value = object->getSyntacticForm()->IgnoreParenCasts();
  const Expr* base = nullptr;
  const NamedDecl* part = nullptr;
  if (const auto* property = dyn_cast<MSPropertyRefExpr>(value)) {
    base = property->getBaseExpr();
    part = property->getPropertyDecl();
  } else if (const auto* member = dyn_cast<MemberExpr>(value)) {
    base = member->getBase();
    part = member->getMemberDecl();
  }
  if (const auto* known = dyn_cast_or_null<OpaqueValueExpr>(base))
    base = known->getSourceExpr();
  const auto* use = base == nullptr ? nullptr : dyn_cast<DeclRefExpr>(base->IgnoreParenCasts());
  const bool is_x = part != nullptr && part->getIdentifier() != nullptr && part->getName() == "x";
  return use != nullptr && is_x && use->getDecl()->getIdentifier() != nullptr ? use->getDecl()->getName() : StringRef();
}

class Kernel {
 public:
  Kernel(const Unit& unit, const FunctionDecl& function) : unit_(unit), function_(function) {
    index_.TraverseStmt(function.getBody());
  }

  std::vector<StateUses> Find() {
    std::vector<StateUses> found;
    for (const ParmVarDecl* states : function_.parameters())
      if (states->getType()->isPointerType() && IsCurandState(states->getType()->getPointeeType()))
        if (auto uses = Of(*states))
          found.push_back(std::move(*uses));
    for (const auto& [variable, uses] : index_.uses)
      if (const auto* local = dyn_cast<VarDecl>(variable);
          local != nullptr && local->hasLocalStorage() && !isa<ParmVarDecl>(local) && IsCurandState(local->getType()))
        if (auto made = OfMade(*local))
          found.push_back(std::move(*made));
    std::set<std::string> noted;
    for (const CallExpr* call : index_.calls)
      if (!taken_.contains(call))
        if (auto other = OfOther(*call); other && noted.insert(*other->why_left).second)
          found.push_back(std::move(*other));
    return found;
  }

 private:
  std::optional<StateUses> Of(const ParmVarDecl& states) {
    StateUses out;
    out.kernel = &function_;
    out.states = &states;
    out.why_left = WhyNotPhilox(states.getType()->getPointeeType());
    std::vector<const VarDecl*> locals;
    for (const DeclRefExpr* use : index_.uses[&states])
      Classify(*use, out, locals);
    if (locals.size() > 1)
      Leave(out, "more than one variable leads to a thread's state");
    for (const VarDecl* local : locals) {
      out.local = local;
      for (const DeclRefExpr* use : index_.uses[local])
        ClassifyLocal(*use, *local, out);
    }
    const Stmt* strided = StridedAround(out);
    if (strided == nullptr)
      return std::nullopt;
    if (!out.why_left)
      TakeLoop(strided, out);
    return out;
  }

  // A state that the thread makes for itself, in front of the loop.
  std::optional<StateUses> OfMade(const VarDecl& local) {
    StateUses out;
    out.kernel = &function_;
    out.local = &local;
    out.why_left = WhyNotPhilox(local.getType());
    const CallExpr* made = nullptr;
    const std::set<const CallExpr*> taken = taken_;
    for (const DeclRefExpr* use : index_.uses[&local]) {
      const auto* call = dyn_cast_or_null<CallExpr>(Above(unit_.ParentOf(use)));
      if (call == nullptr || !IsNamed(*call, "curand_init"))
        ClassifyLocal(*use, local, out);
      else if (std::exchange(made, call) != nullptr)
        Leave(out, "line " + LineOf(*call) + " seeds it again");
    }
    if (made == nullptr)
      taken_ = taken;
    const Stmt* strided = StridedAround(out);
    if (made == nullptr || strided == nullptr || IsWithin(unit_, made, strided))
      return std::nullopt;
    const Expr* sequence = made->getArg(1);
    if (IsThreadNumber(sequence))
      out.numbers.push_back(sequence);
    if (MayNameThread(*made->getArg(0)) || MayNameThread(*made->getArg(2)) ||
        (out.numbers.empty() && MayNameThread(*sequence)))
      Leave(out, "its seed may be made of the thread's number");
    if (!out.why_left)
      TakeLoop(strided, out);
    return out;
  }

  // A draw from a state that is neither led to by a parameter in a way that Of() follows, nor made by the thread.
  std::optional<StateUses> OfOther(const CallExpr& call) {
    StateUses out;
    out.kernel = &function_;
    out.draws.push_back(&call);
    out.first_draw = &call;
    if (StridedAround(out) != nullptr)
      out.why_left = StatePlaces(unit_, index_).WhyOf(call);
    return out.why_left ? std::optional(std::move(out)) : std::nullopt;
  }

  // A number of threads, or a variable of which it is not known.
  bool MayNameThread(const Stmt& stmt) {
    const auto* value = dyn_cast<Expr>(&stmt);
    if (value != nullptr && isa<DeclRefExpr>(Kept(value)))
      return !isa<ParmVarDecl>(cast<DeclRefExpr>(Kept(value))->getDecl());
    if (value != nullptr && Kept(value) != value->IgnoreParenCasts())
      return MayNameThread(*Kept(value));
    return NamesThread(stmt) ||
           llvm::any_of(stmt.children(), [&](const Stmt* child) { return child != nullptr && MayNameThread(*child); });
  }

  static void Leave(StateUses& out, const std::string& why) {
    if (!out.why_left)
      out.why_left = why;
  }

  // Above casts and parentheses, which say nothing.
  const Stmt* Above(const Stmt* below) const {
    const Stmt* parent = unit_.ParentOf(below);
    while (isa_and_nonnull<ImplicitCastExpr, ParenExpr, ExprWithCleanups, MaterializeTemporaryExpr>(parent))
      parent = unit_.ParentOf(parent);
    return parent;
  }

  // What one use of the parameter is: the state of this thread by value or by address, or something else.
  void Classify(const DeclRefExpr& use, StateUses& out, std::vector<const VarDecl*>& locals) {
    const auto* above = dyn_cast_or_null<Expr>(Above(&use));
    const Expr* number = nullptr;
    if (const auto* element = dyn_cast_or_null<ArraySubscriptExpr>(above))
      number = element->getIdx();
    else if (const auto* sum = dyn_cast_or_null<BinaryOperator>(above); sum != nullptr && sum->getOpcode() == BO_Add)
      number = sum->getLHS()->IgnoreParenCasts() == &use ? sum->getRHS() : nullptr;
    if (number != nullptr && index_.IsCounter(number))
      return;  // the state of an element
    if (number == nullptr)
      return Leave(out, "line " + LineOf(use) + " does something else with the states");
    if (!IsThreadNumber(number))
      Leave(out, "a state is chosen by another number than the thread's in the grid");
    out.numbers.push_back(number);
    const Stmt* parent = Above(above);
    const bool is_value = isa<ArraySubscriptExpr>(above);
    bool is_address = !is_value;
    if (const auto* taken = dyn_cast_or_null<UnaryOperator>(parent); taken != nullptr && is_value) {
      is_address = taken->getOpcode() == UO_AddrOf;
      above = taken;
      parent = Above(taken);
    }
    if (const auto* made = dyn_cast_or_null<CXXConstructExpr>(parent); made != nullptr && !is_address) {
      above = made;
      parent = Above(made);
    }
    if (const auto* call = dyn_cast_or_null<CXXOperatorCallExpr>(parent);
        call != nullptr && call->getOperator() == OO_Equal && call->getArg(0)->IgnoreParenCasts() == above)
      return out.stored.push_back(call);
    if (const auto* call = dyn_cast_or_null<CallExpr>(parent); call != nullptr && is_address)
      return TakeCall(*call, *above, out);
    if (const auto* declared = dyn_cast_or_null<DeclStmt>(parent);
        declared != nullptr && declared->isSingleDecl() && isa<VarDecl>(declared->getSingleDecl())) {
      const auto* local = cast<VarDecl>(declared->getSingleDecl());
      const QualType type = local->getType();
      if (is_address ? type->isPointerType() : IsCurandState(type.getNonReferenceType()) && !type->isReferenceType())
        return locals.push_back(local);
    }
    Leave(out, "line " + LineOf(*above) + " does something else with a state");
  }

  void ClassifyLocal(const DeclRefExpr& use, const VarDecl& local, StateUses& out) {
    const Stmt* parent = Above(&use);
    const Expr* address = local.getType()->isPointerType() ? cast<Expr>(&use) : nullptr;
    if (const auto* taken = dyn_cast_or_null<UnaryOperator>(parent);
        taken != nullptr && taken->getOpcode() == UO_AddrOf && address == nullptr) {
      address = taken;
      parent = Above(taken);
    }
    if (const auto* call = dyn_cast_or_null<CallExpr>(parent); call != nullptr && address != nullptr)
      return TakeCall(*call, *address, out);
    const bool is_stored = llvm::is_contained(out.stored, parent);
    if (!is_stored)
      Leave(out, "line " + LineOf(use) + " does something else with a state");
  }

  void TakeCall(const CallExpr& call, const Expr& address, StateUses& out) {
    taken_.insert(&call);
    const Expr* state = DrawnFrom(call);
    if (state == nullptr || state->IgnoreParenCasts() != address.IgnoreParenCasts())
      Leave(out, "line " + LineOf(call) + " hands a state to a function");
    out.draws.push_back(&address);
    if (out.first_draw == nullptr || call.getBeginLoc() < out.first_draw->getBeginLoc())
      out.first_draw = &call;
  }

  // The innermost loop around a draw whose counter goes on by the size of the grid, or of the block.
  const Stmt* StridedAround(const StateUses& out) {
    for (const Expr* draw : out.draws)
      for (const Stmt* loop : llvm::reverse(index_.loops))
        if (IsWithin(unit_, draw, loop) && HasStride(*loop))
          return loop;
    return nullptr;
  }
  bool HasStride(const Stmt& loop) {
    if (const auto* counted = dyn_cast<ForStmt>(&loop))
      return counted->getInc() != nullptr && (NamesSize(*counted->getInc()) || HasStrideOfHost(*counted));
    return NamesSize(loop);
  }
  // From the thread's number on by a parameter, which the host may have computed from the grid.
  bool HasStrideOfHost(const ForStmt& loop) {
    const auto* init = dyn_cast_or_null<DeclStmt>(loop.getInit());
    const auto* counter = init == nullptr || !init->isSingleDecl() ? nullptr : dyn_cast<VarDecl>(init->getSingleDecl());
    const auto* step = dyn_cast<CompoundAssignOperator>(loop.getInc());
    return counter != nullptr && counter->getInit() != nullptr && step != nullptr &&
           NamesThread(*Kept(counter->getInit())) && IsParameter(*Kept(step->getRHS()));
  }
  static bool IsParameter(const Expr& value) {
    const auto* use = dyn_cast<DeclRefExpr>(value.IgnoreParenCasts());
    return (use != nullptr && isa<ParmVarDecl>(use->getDecl())) || isa<MemberExpr>(value.IgnoreParenCasts());
  }
  // Whether it is computed with a size of the grid or its blocks, also by a variable.
  bool NamesSize(const Stmt& stmt, int depth = 0) {
    const auto* value = dyn_cast<Expr>(&stmt);
    const StringRef name = value == nullptr ? StringRef() : BuiltinOf(value);
    if (name == "gridDim" || name == "blockDim")
      return true;
    const auto* use = dyn_cast<DeclRefExpr>(&stmt);
    const auto* variable = use == nullptr ? nullptr : dyn_cast<VarDecl>(use->getDecl());
    if (variable != nullptr && variable->hasInit() && depth < 4 && !isa<ParmVarDecl>(variable) &&
        NamesSizeOnly(*variable->getInit(), depth + 1))
      return true;
    return llvm::any_of(stmt.children(),
                        [&](const Stmt* child) { return child != nullptr && NamesSize(*child, depth); });
  }
  // A size, not a number of a thread that is made of it.
  bool NamesSizeOnly(const Expr& value, int depth) { return !NamesThread(value) && NamesSize(value, depth); }
  static bool NamesThread(const Stmt& stmt) {
    const auto* value = dyn_cast<Expr>(&stmt);
    const StringRef name = value == nullptr ? StringRef() : BuiltinOf(value);
    if (name == "threadIdx" || name == "blockIdx")
      return true;
    return llvm::any_of(stmt.children(), [](const Stmt* child) { return child != nullptr && NamesThread(*child); });
  }

  void TakeLoop(const Stmt* strided, StateUses& out) {
    const auto* loop = dyn_cast<ForStmt>(strided);
    const auto* init = loop == nullptr ? nullptr : dyn_cast_or_null<DeclStmt>(loop->getInit());
    const auto* counter = init == nullptr || !init->isSingleDecl() ? nullptr : dyn_cast<VarDecl>(init->getSingleDecl());
    const auto* step = loop == nullptr ? nullptr : dyn_cast_or_null<CompoundAssignOperator>(loop->getInc());
    const bool goes_on = step != nullptr && step->getOpcode() == BO_AddAssign && IsGridSize(step->getRHS());
    const auto* stepped = goes_on ? dyn_cast<DeclRefExpr>(step->getLHS()->IgnoreParenCasts()) : nullptr;
    if (counter == nullptr || stepped == nullptr || stepped->getDecl() != counter ||
        !counter->getType()->isIntegerType() || counter->getInit() == nullptr || !IsThreadNumber(counter->getInit()))
      return Leave(out,
                   loop != nullptr && HasStrideOfHost(*loop)
                       ? "the host computes the stride of its loop, so that two threads may have one element"
                       : "which element a draw is for is not told by a loop of the form `for (int i = thread; ..; i += "
                         "gridDim.x * blockDim.x)`");
    for (const DeclRefExpr* use : index_.uses[counter])
      if (use != stepped && !IsOnlyRead(*use))
        return Leave(out, "the counter of its loop is changed in line " + LineOf(*use));
    for (const Expr* draw : out.draws)
      if (!IsWithin(unit_, draw, loop->getBody()))
        return Leave(out, "line " + LineOf(*draw) + " draws for no element of the loop");
    for (const Stmt* stored : out.stored)
      if (IsWithin(unit_, stored, loop))
        return Leave(out, "line " + LineOf(*stored) + " stores a state in the loop");
    if (out.local != nullptr && IsWithin(unit_, out.local->getInit(), loop))
      return Leave(out, "'" + out.local->getNameAsString() + "' is made in each round");
    if (isa_and_nonnull<AttributedStmt>(unit_.ParentOf(loop)))
      return Leave(out, "its loop has a pragma");
    const StringRef name = (out.local == nullptr ? cast<NamedDecl>(out.states) : out.local)->getName();
    const bool is_pointer = out.local == nullptr || out.local->getType()->isPointerType();
    out.first = (is_pointer ? "*" : "") + name.str();
    out.loop = loop;
    out.element = counter;
  }

  bool IsOnlyRead(const DeclRefExpr& use) const {
    const auto* read = dyn_cast_or_null<ImplicitCastExpr>(unit_.ParentOf(&use));
    return read != nullptr && read->getCastKind() == CK_LValueToRValue;
  }

  // The value that a variable keeps from its declaration on; other expressions are their own.
  const Expr* Kept(const Expr* value) {
    for (int depth = 0; depth < 8; ++depth) {
      value = value->IgnoreParenCasts();
      const auto* use = dyn_cast<DeclRefExpr>(value);
      const auto* variable = use == nullptr ? nullptr : dyn_cast<VarDecl>(use->getDecl());
      if (variable == nullptr || !variable->hasLocalStorage() || variable->getInit() == nullptr ||
          !llvm::all_of(index_.uses[variable], [&](const DeclRefExpr* other) { return IsOnlyRead(*other); }))
        return value;
      value = variable->getInit();
    }
    return value;
  }
  bool IsProduct(const Expr* value, StringRef one, StringRef other) {
    const auto* product = dyn_cast<BinaryOperator>(Kept(value));
    if (product == nullptr || product->getOpcode() != BO_Mul)
      return false;
    const StringRef left = BuiltinOf(Kept(product->getLHS())), right = BuiltinOf(Kept(product->getRHS()));
    return (left == one && right == other) || (left == other && right == one);
  }
  // blockIdx.x * blockDim.x + threadIdx.x: no two threads have the same.
  bool IsThreadNumber(const Expr* value) {
    const auto* sum = dyn_cast<BinaryOperator>(Kept(value));
    if (sum == nullptr || sum->getOpcode() != BO_Add)
      return false;
    const auto is = [&](const Expr* product, const Expr* thread) {
      return IsProduct(product, "blockIdx", "blockDim") && BuiltinOf(Kept(thread)) == "threadIdx";
    };
    return is(sum->getLHS(), sum->getRHS()) || is(sum->getRHS(), sum->getLHS());
  }
  bool IsGridSize(const Expr* value) { return IsProduct(value, "gridDim", "blockDim"); }

  std::string LineOf(const Stmt& stmt) const { return std::to_string(unit_.PlaceOf(stmt.getBeginLoc()).line); }

  const Unit& unit_;
  const FunctionDecl& function_;
  BodyIndex index_;
  std::set<const CallExpr*> taken_;  // that Of() and OfMade() judged
};

class KernelFinder : public RecursiveASTVisitor<KernelFinder> {
 public:
  explicit KernelFinder(const Unit& unit) : unit_(unit) {}
  // NOLINTBEGIN(bugprone-derived-method-shadowing-base-method, readability-identifier-naming): how the visitor is used
  bool shouldVisitTemplateInstantiations() const { return true; }
  bool VisitFunctionDecl(const FunctionDecl* function) {
    if (function->hasAttr<CUDAGlobalAttr>() && function->isThisDeclarationADefinition() && function->hasBody() &&
        !function->isDependentContext() && !unit_.sources().isInSystemHeader(function->getLocation()))
      for (StateUses& uses : Kernel(unit_, *function).Find())
        found.push_back(std::move(uses));
    return true;
  }
  // NOLINTEND(bugprone-derived-method-shadowing-base-method, readability-identifier-naming)

  std::vector<StateUses> found;

 private:
  const Unit& unit_;
};

}  // namespace

std::vector<StateUses> FindStateUses(const Unit& unit) {
  KernelFinder finder(unit);
  finder.TraverseDecl(unit.context().getTranslationUnitDecl());
  return std::move(finder.found);
}

}  // namespace detrain::rewrite
