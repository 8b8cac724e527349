// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/rewrite/draw_sites.h"

#include <clang/AST/ExprCXX.h>
#include <clang/AST/OpenMPClause.h>
#include <clang/AST/RecursiveASTVisitor.h>

#include <algorithm>
#include <map>
#include <utility>

#include "analyzer/rewrite/draw_uses.h"
#include "analyzer/rewrite/generator_place.h"
#include "analyzer/rewrite/shard_loop.h"
#include "analyzer/rewrite/shard_sums.h"

namespace detrain::rewrite {

using namespace clang;

namespace {

constexpr const char* kByThread = "a sample's draws hang on the thread that works on it: ";
constexpr const char* kByTurn = "a sample's draws hang on the order in which threads come: ";

class SiteFinder : public RecursiveASTVisitor<SiteFinder> {
  using Base = RecursiveASTVisitor<SiteFinder>;

 public:
  SiteFinder(const ShardText& text, const std::set<const Stmt*>& in_order, DrawSites& out)
      : text_(text), in_order_(in_order), out_(out) {}

  // NOLINTBEGIN(bugprone-derived-method-shadowing-base-method): how the visitor is meant to be used
  bool TraverseFunctionDecl(FunctionDecl* function) { return InFunction(function, &SiteFinder::BaseFunction); }
  bool TraverseCXXMethodDecl(CXXMethodDecl* method) { return InFunction(method, &SiteFinder::BaseMethod); }
  bool TraverseCXXConstructorDecl(CXXConstructorDecl* made) { return InFunction(made, &SiteFinder::BaseConstructor); }

  bool TraverseOMPParallelDirective(OMPParallelDirective* region) {
    const OMPExecutableDirective* const before = std::exchange(region_, region);
    std::map<const VarDecl*, std::vector<DrawSite>> own = std::exchange(own_, {});
    Base::TraverseOMPParallelDirective(region);
    for (auto& [variable, sites] : own_)
      TakeOwn(*region, *variable, sites);
    own_ = std::move(own);
    region_ = before;
    return true;
  }

  bool VisitOMPLoopDirective(const OMPLoopDirective* directive) {
    const plan::Place place = text_.unit().PlaceOf(directive->getBeginLoc());
    if (isa<OMPParallelForDirective, OMPParallelForSimdDirective, OMPForDirective, OMPForSimdDirective>(directive) &&
        !in_order_.contains(directive) && text_.unit().IsUsers(place.file) &&
        seen_.insert({place.file, place.line, place.column}).second)
      Loop(*directive);
    return true;
  }
  // NOLINTEND(bugprone-derived-method-shadowing-base-method)

 private:
  bool BaseFunction(FunctionDecl* f) { return Base::TraverseFunctionDecl(f); }
  bool BaseMethod(FunctionDecl* f) { return Base::TraverseCXXMethodDecl(cast<CXXMethodDecl>(f)); }
  bool BaseConstructor(FunctionDecl* f) { return Base::TraverseCXXConstructorDecl(cast<CXXConstructorDecl>(f)); }

  bool InFunction(FunctionDecl* function, bool (SiteFinder::*traverse)(FunctionDecl*)) {
    const FunctionDecl* const before = std::exchange(function_, function);
    holders_.clear();
    if (function->doesThisDeclarationHaveABody())
      FindHolders(*function->getBody());
    const bool goes_on = (this->*traverse)(function);
    FindIdle();
    function_ = before;
    return goes_on;
  }

  // Variables that hold the thread's number, and nothing else ever.
  void FindHolders(const Stmt& body) {
    WalkBelow(&body, [&](const Stmt& part, Path) {
      if (const auto* declared = dyn_cast<DeclStmt>(&part))
        for (const Decl* one : declared->decls())
          if (const auto* variable = dyn_cast<VarDecl>(one);
              variable != nullptr && !variable->getType()->isReferenceType() && AsThreadNumber(variable->getInit()))
            holders_.insert(variable);
      return true;
    });
    WalkBelow(&body, [&](const Stmt& part, Path) {
      const auto* assigned = dyn_cast<BinaryOperator>(&part);
      const auto* unary = dyn_cast<UnaryOperator>(&part);
      if (assigned != nullptr && assigned->isAssignmentOp())
        holders_.erase(VariableOf(assigned->getLHS()));
      if (unary != nullptr && (unary->isIncrementDecrementOp() || unary->getOpcode() == UO_AddrOf))
        holders_.erase(VariableOf(unary->getSubExpr()));
      return true;
    });
  }

  // Those that nobody asks any more.
  void FindIdle() {
    for (const VarDecl* holder : holders_) {
      std::size_t all = 0;
      WalkBelow(function_->getBody(), [&](const Stmt& part, Path) {
        const auto* use = dyn_cast<DeclRefExpr>(&part);
        all += use != nullptr && use->getDecl() == holder ? 1 : 0;
        return true;
      });
      const auto gone = gone_.find(holder);
      if (gone == gone_.end() || gone->second != all)
        continue;
      out_.idle.insert(holder);
      out_.asked_no_more.insert(AsThreadNumber(holder->getInit()));
    }
    gone_.clear();
  }

  void Loop(const OMPLoopDirective& directive) {
    const bool is_inside = isa<OMPForDirective, OMPForSimdDirective>(directive);
    const std::vector<const ForStmt*> loops = LoopsOf(directive);
    const ForStmt* const loop = LoopOf(directive);
    const Stmt* const body = !loops.empty()    ? loops.back()->getBody()
                             : loop != nullptr ? loop->getBody()
                                               : directive.getRawStmt();
    std::map<std::string, DrawSite> sites;
    std::map<std::string, const VarDecl*> owners;
    std::map<std::string, std::set<const VarDecl*>> names;
    std::set<std::string> blocked;
    for (const DrawUse& use : DrawUsesIn(*body)) {
      const Expr* generator = Resolved(use);
      const GeneratorPlace place = PlaceOf(text_.unit(), *generator, *body, loop, holders_);
      if (place.is_of_sample)
        continue;
      const VarDecl* owner = OwnerOf(*generator, place);
      const bool is_copied = IsCopied(directive, place);
      const bool by_thread = !place.numbers.empty() || place.is_of_thread || owner != nullptr || is_copied;
      std::string key;
      std::string why = KeyOf(text_, *generator, place, key) ? "" : "its text comes out of a macro";
      if (why.empty())
        why = is_copied ? "each thread has a copy of the generator" : ObstacleOf(directive, use, place, by_thread);
      if (why.empty() && generator->getType()->isPointerType())
        why = "the state is reached by a pointer";
      if (why.empty() && owner == nullptr && IsInRegion(place))
        why = "it lies in memory of the thread's own";
      DrawSite& site =
          sites
              .try_emplace(
                  key,
                  DrawSite{&directive, loops, use.generator, key, is_inside && owner == nullptr, SampleOf(loops), {}})
              .first->second;
      if (!why.empty() && blocked.insert(key).second)
        Stays(*use.place, by_thread ? kByThread : kByTurn, why);
      if (use.generator == Generator::Seeded)
        site.generator = Generator::Seeded;
      site.uses.push_back({use.place, use.is_pointer});
      if (owner != nullptr)
        owners[key] = owner;
      if (generator != use.place)
        names[key].insert(VariableOf(use.place));
    }
    std::erase_if(sites, [&](const auto& site) { return blocked.contains(site.first); });
    for (auto& [key, site] : sites) {
      const auto owner = owners.find(key);
      if (IsUsedBesides(site, *body))
        Stays(*site.uses.front().text, kByThread, "the loop does more with it than draw");
      else if (owner != owners.end())
        own_[owner->second].push_back(std::move(site));
      else
        Take(std::move(site));
      out_.idle.insert(names[key].begin(), names[key].end());
    }
  }

  // What the region's threads call by a name that they make: `auto& rng = engines[omp_get_thread_num()];`.
  const Expr* Resolved(const DrawUse& use) const {
    const VarDecl* variable = VariableOf(use.place);
    const bool is_bound = variable != nullptr && region_ != nullptr &&
                          IsWithin(text_.unit(), *variable, *region_->getRawStmt()) &&
                          (use.is_pointer || variable->getType()->isReferenceType());
    const Expr* bound = is_bound ? BoundTo(*variable, *region_->getRawStmt()) : nullptr;
    return bound != nullptr ? bound : use.place;
  }

  bool IsInRegion(const GeneratorPlace& place) const {
    return region_ != nullptr && std::ranges::any_of(place.roots, [&](const VarDecl* root) {
             return IsWithin(text_.unit(), *root, *region_->getRawStmt());
           });
  }

  std::string ObstacleOf(const OMPLoopDirective& directive, const DrawUse& use, const GeneratorPlace& place,
                         bool by_thread) const {
    const bool is_inside = isa<OMPForDirective, OMPForSimdDirective>(directive);
    const std::vector<const ForStmt*> loops = LoopsOf(directive);
    if (!use.obstacle.empty())
      return use.obstacle;
    if (place.is_hidden)
      return "it is declared in the loop's body";
    if (SampleOf(loops).empty())
      return "neither one integer nor two count the samples";
    if (!PlacesOf(text_.unit(), directive, *loops.front()) || !PlacesOf(text_.unit(), directive, *loops.back()) ||
        !HasText(text_.unit(), *use.place))
      return "its text comes out of a macro";
    if (region_ == nullptr && is_inside)
      return "the region of this loop is in another function";
    if (region_ != nullptr && !is_inside)
      return "the loop's region is inside of another one";
    if (place.is_of_thread && is_inside)
      return "the loop is a part of a region";
    if (directive.hasClausesOfKind<OMPDefaultClause>() && !is_inside)
      return "the clause default hides what stands in front of the loop";
    if (!by_thread && !use.is_locked)
      return "no lock holds the generator";
    return "";
  }

  // The counter, or a number made of two; empty: it is not told which sample a round is.
  static std::string SampleOf(const std::vector<const ForStmt*>& loops) {
    if (loops.empty() || loops.size() > 2)
      return "";
    const std::string outer = CounterOf(loops.front()), inner = CounterOf(loops.back());
    if (loops.size() == 1 || inner.empty())
      return inner;
    return outer.empty() ? "" : "detrain_sample_of(" + outer + ", " + inner + ")";
  }

  bool IsCopied(const OMPLoopDirective& directive, const GeneratorPlace& place) const {
    return std::ranges::any_of(place.roots, [&](const VarDecl* root) {
      return Copies(directive, *root) || (region_ != nullptr && Copies(*region_, *root));
    });
  }

  // private(x), firstprivate(x)
  static bool Copies(const OMPExecutableDirective& directive, const VarDecl& variable) {
    const auto names = [&](const auto* clause) {
      return std::ranges::any_of(clause->varlist(), [&](const Expr* item) { return VariableOf(item) == &variable; });
    };
    return std::ranges::any_of(directive.clauses(), [&](const OMPClause* clause) {
      const auto* made = dyn_cast<OMPPrivateClause>(clause);
      const auto* copied = dyn_cast<OMPFirstprivateClause>(clause);
      return !clause->isImplicit() && ((made != nullptr && names(made)) || (copied != nullptr && names(copied)));
    });
  }

  // The variable of the region's own that is the generator: each thread has one.
  const VarDecl* OwnerOf(const Expr& e, const GeneratorPlace& place) const {
    const VarDecl* variable = VariableOf(&e);
    return region_ != nullptr && variable != nullptr && !place.is_of_thread && !variable->isStaticLocal() &&
                   IsWithin(text_.unit(), *variable, *region_->getRawStmt())
               ? variable
               : nullptr;
  }

  // Whether the body names the generator's variable in another way. A member of a record may have neighbours.
  static bool IsUsedBesides(const DrawSite& site, const Stmt& body) {
    bool is_besides = false;
    for (const DrawPlace& use : site.uses) {
      std::set<const VarDecl*> roots;
      if (!isa<MemberExpr>(use.text))
        WalkBelow(use.text, [&](const Stmt& part, Path) {
          const auto* name = dyn_cast<DeclRefExpr>(&part);
          const auto* variable = name == nullptr ? nullptr : dyn_cast<VarDecl>(name->getDecl());
          if (variable != nullptr && (&part == use.text || !variable->getType()->isIntegerType()))
            roots.insert(variable);
          return true;
        });
      WalkBelow(&body, [&](const Stmt& part, Path) {
        if (std::ranges::any_of(site.uses, [&](const DrawPlace& one) { return one.text == &part; }))
          return false;
        const auto* name = dyn_cast<DeclRefExpr>(&part);
        const auto* variable = name == nullptr ? nullptr : dyn_cast<VarDecl>(name->getDecl());
        is_besides |= variable != nullptr && roots.contains(variable);
        return true;
      });
    }
    return is_besides;
  }

  // A generator of each thread's own: the threads may have the same one where they draw from it for samples alone.
  void TakeOwn(const OMPParallelDirective& region, const VarDecl& variable, std::vector<DrawSite>& sites) {
    std::size_t named = 0, all = 0;
    for (const DrawSite& site : sites)
      named += site.uses.size();
    WalkBelow(region.getRawStmt(), [&](const Stmt& part, Path) {
      const auto* use = dyn_cast<DeclRefExpr>(&part);
      all += use != nullptr && use->getDecl() == &variable ? 1 : 0;
      return true;
    });
    std::vector<const Expr*> numbers;
    if (named != all || !HasPlainSeed(variable, numbers)) {
      Stays(*sites.front().uses.front().text, kByThread,
            named != all ? "the threads draw from it elsewhere too" : "its seed is more than numbers and the thread's");
      return;
    }
    for (const Expr* number : numbers) {
      out_.zeros.push_back(number);
      Gone(*number);
    }
    for (DrawSite& site : sites)
      Take(std::move(site));
  }

  // Every thread computes the same but for its number: no call, no effect.
  bool HasPlainSeed(const VarDecl& variable, std::vector<const Expr*>& numbers) const {
    bool is_plain = variable.getInit() != nullptr;
    WalkBelow(variable.getInit(), [&](const Stmt& part, Path) {
      const auto* use = dyn_cast<DeclRefExpr>(&part);
      const auto* call = dyn_cast<CallExpr>(&part);
      if ((call != nullptr && AsThreadNumber(call) != nullptr) ||
          (use != nullptr && holders_.contains(dyn_cast<VarDecl>(use->getDecl())))) {
        numbers.push_back(cast<Expr>(&part));
        is_plain &= HasText(text_.unit(), *cast<Expr>(&part));
        return false;
      }
      const auto* unary = dyn_cast<UnaryOperator>(&part);
      const auto* binary = dyn_cast<BinaryOperator>(&part);
      is_plain &= call == nullptr && !isa<LambdaExpr>(part) && (unary == nullptr || !unary->isIncrementDecrementOp()) &&
                  (binary == nullptr || !binary->isAssignmentOp());
      if (const auto* read = use == nullptr ? nullptr : dyn_cast<VarDecl>(use->getDecl()))
        is_plain &= !LivesPerThread(*read) && !IsWithin(text_.unit(), *read, *region_->getRawStmt());
      return true;
    });
    return is_plain;
  }

  void Take(DrawSite site) {
    for (const DrawPlace& use : site.uses)
      WalkBelow(use.text, [&](const Stmt& part, Path) {
        if (const auto* e = dyn_cast<Expr>(&part))
          Gone(*e);
        return true;
      });
    out_.found.push_back(std::move(site));
  }

  // The thread's number is not asked for here any more.
  void Gone(const Expr& e) {
    if (isa<CallExpr>(e) && AsThreadNumber(&e) != nullptr)
      out_.asked_no_more.insert(&e);
    const auto* use = dyn_cast<DeclRefExpr>(&e);
    if (const auto* variable = use == nullptr ? nullptr : dyn_cast<VarDecl>(use->getDecl());
        holders_.contains(variable))
      ++gone_[variable];
  }

  void Stays(const Expr& use, const char* what, const std::string& why) {
    std::string message(what);
    message.append(why).append("; name the draw, as in detrain_draw_f32(&draws, sample, i) (docs/draws.md)");
    out_.stay.push_back({text_.unit().PlaceOf(use.getBeginLoc()), std::move(message)});
  }

  const ShardText& text_;
  const std::set<const Stmt*>& in_order_;
  DrawSites& out_;
  const FunctionDecl* function_ = nullptr;
  const OMPExecutableDirective* region_ = nullptr;
  std::map<const VarDecl*, std::vector<DrawSite>> own_;  // by generators of the region's threads
  std::set<const VarDecl*> holders_;                     // of the thread's number, in this function
  std::map<const VarDecl*, std::size_t> gone_;           // how many of their uses go
  std::set<std::tuple<std::string, unsigned, unsigned>> seen_;
};

}  // namespace

DrawSites FindDrawSites(const ShardText& text, const std::set<const Stmt*>& in_order) {
  DrawSites out;
  SiteFinder(text, in_order, out).TraverseDecl(text.unit().context().getTranslationUnitDecl());
  return out;
}

}  // namespace detrain::rewrite
