// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/rewrite/draw_uses.h"

#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtOpenMP.h>

#include <algorithm>
#include <array>
#include <optional>

#include "analyzer/rewrite/shard_sums.h"

namespace detrain::rewrite {

using namespace clang;

namespace {

constexpr std::array kEngines = {"linear_congruential_engine", "mersenne_twister_engine", "subtract_with_carry_engine",
                                 "discard_block_engine",       "shuffle_order_engine",    "independent_bits_engine"};
// They keep a number for the next call.
constexpr std::array kKeepers = {
    "normal_distribution",      "lognormal_distribution", "gamma_distribution",
    "chi_squared_distribution", "fisher_f_distribution",  "student_t_distribution",
    "poisson_distribution",     "binomial_distribution",  "negative_binomial_distribution"};
// Of the standard library: they take any generator of random bits.
constexpr std::array kTakers = {"shuffle", "sample", "generate_canonical"};

template <std::size_t N>
bool IsOneOf(const NamedDecl* declared, const std::array<const char*, N>& names) {
  return declared != nullptr && declared->getIdentifier() != nullptr && declared->isInStdNamespace() &&
         std::ranges::find(names, declared->getName()) != names.end();
}

const CXXRecordDecl* RecordOf(QualType type) {
  return type.getNonReferenceType()->getAsCXXRecordDecl();
}

bool IsEngine(QualType type) {
  return !type.isNull() && IsOneOf(RecordOf(type), kEngines);
}

// Numbers of 32 or of 64 bits, all of them.
bool HasFullRange(QualType type) {
  const auto* engine = dyn_cast<ClassTemplateSpecializationDecl>(RecordOf(type));
  if (engine == nullptr || engine->getName() != "mersenne_twister_engine")
    return false;
  const llvm::APSInt& bits = engine->getTemplateArgs()[1].getAsIntegral();
  return bits == 32 || bits == 64;
}

std::optional<Generator> DrawnGenerator(const FunctionDecl* callee) {
  if (callee == nullptr || callee->getIdentifier() == nullptr || callee->isDefined())
    return std::nullopt;
  const llvm::StringRef name = callee->getName();
  if (name == "rand_r")
    return Generator::RandR;
  if (name == "erand48" || name == "nrand48" || name == "jrand48")
    return Generator::Erand48;
  return std::nullopt;
}

// Of a function's parameter that leads to a state of one of these, and to nothing else.
std::optional<Generator> PassesOn(const FunctionDecl* function, unsigned parameter, int depth) {
  if (function == nullptr || !function->hasBody(function) || parameter >= function->getNumParams() || depth == 0)
    return std::nullopt;
  const ParmVarDecl* const state = function->getParamDecl(parameter);
  std::optional<Generator> found;
  bool is_clean = true;
  WalkBelow(function->getBody(), [&](const Stmt& part, Path path) {
    const auto* use = dyn_cast<DeclRefExpr>(&part);
    if (use == nullptr || use->getDecl() != state)
      return true;
    const auto outer = std::find_if(path.rbegin(), path.rend(),
                                    [](const Stmt* around) { return !isa<ParenExpr, ImplicitCastExpr>(around); });
    const auto* call = outer == path.rend() ? nullptr : dyn_cast<CallExpr>(*outer);
    std::optional<Generator> drawn;
    for (unsigned i = 0; call != nullptr && i < call->getNumArgs(); ++i)
      if (call->getArg(i)->IgnoreParenImpCasts() == use)
        drawn = i == 0 && DrawnGenerator(call->getDirectCallee()) ? DrawnGenerator(call->getDirectCallee())
                                                                  : PassesOn(call->getDirectCallee(), i, depth - 1);
    is_clean &= drawn && (!found || *found == *drawn);
    found = drawn;
    return true;
  });
  return is_clean ? found : std::nullopt;
}

// `&x` or an array; nullptr: another pointer.
const Expr* LedTo(const Expr& pointer) {
  const auto* address = dyn_cast<UnaryOperator>(&pointer);
  if (address != nullptr && address->getOpcode() == UO_AddrOf)
    return address->getSubExpr()->IgnoreParens();
  return pointer.getType()->isArrayType() ? &pointer : nullptr;
}

class Finder {
 public:
  explicit Finder(const Stmt& body) : body_(body) {}

  std::vector<DrawUse> Find() {
    WalkBelow(&body_, [&](const Stmt& part, Path path) {
      if (const auto* call = dyn_cast<CallExpr>(&part))
        CallOfC(*call, path);
      const auto* place = dyn_cast<Expr>(&part);
      if (place == nullptr || !IsPlace(*place))
        return true;
      Add(Engine(*place, path), path);
      return false;
    });
    return std::move(uses_);
  }

 private:
  static bool IsPlace(const Expr& e) {
    const auto* dereferenced = dyn_cast<UnaryOperator>(&e);
    const bool names = isa<DeclRefExpr, ArraySubscriptExpr, MemberExpr, CallExpr>(e) ||
                       (dereferenced != nullptr && dereferenced->getOpcode() == UO_Deref);
    return names && e.isLValue() && IsEngine(e.getType());
  }

  // What the engine is used for decides what may stand in its place.
  DrawUse Engine(const Expr& place, Path path) const {
    DrawUse use{&place, Generator::Seeded, false, false, ""};
    const Stmt* around = path.empty() ? nullptr : path.back();
    while (path.size() > 1 && isa<ParenExpr, ImplicitCastExpr>(around)) {
      path = path.first(path.size() - 1);
      around = path.back();
    }
    if (IsDrawn(place, around, use.obstacle) || IsPlainReference(place, around, use.obstacle))
      use.generator = HasFullRange(place.getType()) ? Generator::Engine : Generator::Seeded;
    return use;
  }

  // `engine()`, `distribution(engine)`, `std::shuffle(first, last, engine)`.
  bool IsDrawn(const Expr& place, const Stmt* around, std::string& obstacle) const {
    const auto* call = dyn_cast_or_null<CallExpr>(around);
    const FunctionDecl* callee = call == nullptr ? nullptr : call->getDirectCallee();
    if (callee == nullptr)
      return false;
    if (const auto* applied = dyn_cast<CXXOperatorCallExpr>(call)) {
      const auto* method = dyn_cast<CXXMethodDecl>(callee);
      if (applied->getOperator() != OO_Call || method == nullptr || !method->getParent()->isInStdNamespace())
        return false;
      if (applied->getArg(0)->IgnoreParenImpCasts() != &place && IsOneOf(method->getParent(), kKeepers) &&
          !IsDeclaredHere(VariableOf(applied->getArg(0))))
        obstacle = "the distribution keeps a number from one sample to the next; declare it in the loop's body";
      return true;
    }
    const auto* named = dyn_cast<DeclRefExpr>(call->getCallee()->IgnoreParenImpCasts());
    return IsOneOf(callee, kTakers) && named != nullptr && !named->hasExplicitTemplateArgs();
  }

  // `auto& rng = ...`, all of whose uses are draws.
  bool IsPlainReference(const Expr& place, const Stmt* around, std::string& obstacle) const {
    const auto* declared = dyn_cast_or_null<DeclStmt>(around);
    const VarDecl* variable = nullptr;
    if (declared != nullptr)
      for (const Decl* one : declared->decls())
        if (const auto* start = dyn_cast<VarDecl>(one);
            start != nullptr && start->getInit() != nullptr && start->getInit()->IgnoreParenImpCasts() == &place)
          variable = start;
    if (variable == nullptr || !variable->getType()->isReferenceType() ||
        !variable->getType()->getPointeeType()->getContainedAutoType())
      return false;
    bool is_plain = true;
    WalkBelow(&body_, [&](const Stmt& part, Path path) {
      const auto* use = dyn_cast<DeclRefExpr>(&part);
      if (use != nullptr && use->getDecl() == variable) {
        const auto outer = std::find_if(path.rbegin(), path.rend(),
                                        [](const Stmt* one) { return !isa<ParenExpr, ImplicitCastExpr>(one); });
        is_plain &= outer != path.rend() && IsDrawn(*use, *outer, obstacle);
      }
      return true;
    });
    return is_plain;
  }

  void CallOfC(const CallExpr& call, Path path) {
    for (unsigned i = 0; i < call.getNumArgs(); ++i) {
      const auto direct = i == 0 ? DrawnGenerator(call.getDirectCallee()) : std::nullopt;
      const auto drawn =
          direct || !call.getArg(i)->getType()->isPointerType() ? direct : PassesOn(call.getDirectCallee(), i, 4);
      if (drawn)
        Add(State(*call.getArg(i), *drawn), path);
    }
  }

  // `&seeds[thread]`, `states[thread]`, or a pointer that the body starts with one of them.
  DrawUse State(const Expr& argument, Generator generator) const {
    const Expr* at = argument.IgnoreParenImpCasts();
    if (const VarDecl* pointer = VariableOf(at); pointer != nullptr && pointer->getType()->isPointerType()) {
      const Expr* bound = IsDeclaredHere(pointer) ? BoundTo(*pointer, body_) : nullptr;
      return bound != nullptr ? DrawUse{bound, generator, false, false, ""} : DrawUse{at, generator, true, false, ""};
    }
    const Expr* led = LedTo(*at);
    if (led == nullptr)
      return {at, generator, false, false, "the state is reached by a pointer"};
    return {led, generator, false, false, ""};
  }

  bool IsDeclaredHere(const VarDecl* variable) const {
    bool is_here = false;
    WalkBelow(&body_, [&](const Stmt& part, Path) {
      const auto* declared = dyn_cast<DeclStmt>(&part);
      is_here |= declared != nullptr && std::ranges::any_of(declared->decls(), [&](const Decl* one) {
                   return variable != nullptr && one == variable;
                 });
      return true;
    });
    return is_here && !variable->isStaticLocal();
  }

  void Add(DrawUse use, Path path) {
    use.is_locked = IsLocked(path);
    const auto lambda = std::ranges::find_if(path, [](const Stmt* around) { return isa<LambdaExpr>(around); });
    if (lambda != path.end() && cast<LambdaExpr>(*lambda)->getCaptureDefault() != LCD_ByRef)
      use.obstacle = "a lambda without [&] holds the generator";
    const auto known = std::ranges::find_if(uses_, [&](const DrawUse& one) { return one.place == use.place; });
    if (known == uses_.end())
      uses_.push_back(std::move(use));
    else
      known->is_locked &= use.is_locked;
  }

  // In `omp critical`, or behind what takes a lock in the same block.
  static bool IsLocked(Path path) {
    for (std::size_t i = 0; i < path.size(); ++i) {
      if (isa<OMPCriticalDirective>(path[i]))
        return true;
      const auto* block = dyn_cast<CompoundStmt>(path[i]);
      if (block == nullptr || i + 1 == path.size())
        continue;
      const auto inside = std::find(block->body_begin(), block->body_end(), path[i + 1]);
      if (std::any_of(block->body_begin(), inside, [](const Stmt* before) { return TakesLock(*before); }))
        return true;
    }
    return false;
  }

  static bool TakesLock(const Stmt& stmt) {
    constexpr std::array guards = {"lock_guard", "scoped_lock", "unique_lock"};
    if (const auto* declared = dyn_cast<DeclStmt>(&stmt))
      return std::ranges::any_of(declared->decls(), [&](const Decl* one) {
        const auto* variable = dyn_cast<VarDecl>(one);
        return variable != nullptr && IsOneOf(RecordOf(variable->getType()), guards);
      });
    const auto* value = dyn_cast<Expr>(&stmt);
    const auto* call = value == nullptr ? nullptr : dyn_cast<CallExpr>(value->IgnoreParenImpCasts());
    const FunctionDecl* callee = call == nullptr ? nullptr : call->getDirectCallee();
    if (callee == nullptr || callee->getIdentifier() == nullptr)
      return false;
    const llvm::StringRef name = callee->getName();
    return name == "omp_set_lock" || name == "pthread_mutex_lock" || (name == "lock" && isa<CXXMethodDecl>(callee));
  }

  const Stmt& body_;
  std::vector<DrawUse> uses_;
};

void Walk(const Stmt* stmt, std::vector<const Stmt*>& path, const std::function<bool(const Stmt&, Path)>& visit) {
  if (stmt == nullptr || !visit(*stmt, path))
    return;
  path.push_back(stmt);
  if (const auto* directive = dyn_cast<OMPExecutableDirective>(stmt)) {
    if (directive->hasAssociatedStmt())
      Walk(directive->getRawStmt(), path, visit);
  } else if (const auto* captured = dyn_cast<CapturedStmt>(stmt)) {
    Walk(captured->getCapturedStmt(), path, visit);
  } else if (const auto* lambda = dyn_cast<LambdaExpr>(stmt)) {
    Walk(lambda->getBody(), path, visit);
  } else {
    for (const Stmt* child : stmt->children())
      Walk(child, path, visit);
  }
  path.pop_back();
}

}  // namespace

void WalkBelow(const Stmt* stmt, const std::function<bool(const Stmt&, Path)>& visit) {
  std::vector<const Stmt*> path;
  Walk(stmt, path, visit);
}

std::vector<DrawUse> DrawUsesIn(const Stmt& body) {
  return Finder(body).Find();
}

const Expr* BoundTo(const VarDecl& variable, const Stmt& scope) {
  const Expr* start = variable.getInit() == nullptr ? nullptr : variable.getInit()->IgnoreParenImpCasts();
  if (start == nullptr || variable.getType()->isReferenceType())
    return start;
  bool is_set = !variable.getType()->isPointerType();
  WalkBelow(&scope, [&](const Stmt& part, Path) {
    const auto* assigned = dyn_cast<BinaryOperator>(&part);
    const auto* unary = dyn_cast<UnaryOperator>(&part);
    is_set |= (assigned != nullptr && assigned->isAssignmentOp() && VariableOf(assigned->getLHS()) == &variable) ||
              (unary != nullptr && (unary->isIncrementDecrementOp() || unary->getOpcode() == UO_AddrOf) &&
               VariableOf(unary->getSubExpr()) == &variable);
    return true;
  });
  return is_set ? nullptr : LedTo(*start);
}

const CallExpr* AsThreadNumber(const Expr* e) {
  const auto* call = e == nullptr ? nullptr : dyn_cast<CallExpr>(e->IgnoreParenCasts());
  const FunctionDecl* callee = call == nullptr ? nullptr : call->getDirectCallee();
  const bool asks =
      callee != nullptr && callee->getIdentifier() != nullptr && callee->getName() == "omp_get_thread_num";
  return asks ? call : nullptr;
}

}  // namespace detrain::rewrite
