// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <clang/AST/Attr.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/OpenMPClause.h>

#include "analyzer/lift/body.h"

namespace detrain::lift {

using clang::QualType;
using llvm::dyn_cast;
using rir::Operand;
using rir::ParKind;

namespace {

template <typename Clause>
void ForVariables(const clang::OMPExecutableDirective* directive,
                  const std::function<void(const clang::VarDecl*)>& visit) {
  for (const Clause* clause : directive->getClausesOfKind<Clause>())
    for (const clang::Expr* item : clause->varlist())
      if (const auto* reference = dyn_cast<clang::DeclRefExpr>(item->IgnoreParenImpCasts()))
        if (const auto* variable = dyn_cast<clang::VarDecl>(reference->getDecl()))
          visit(variable);
}

const clang::Stmt* BodyOf(const clang::OMPExecutableDirective* directive) {
  return directive->hasAssociatedStmt() ? directive->getRawStmt() : nullptr;
}

// The loop itself, without the wrappers that Clang puts around it.
template <typename Loop = clang::ForStmt>
const Loop* LoopOf(const clang::Stmt* stmt) {
  while (stmt) {
    if (const auto* loop = dyn_cast<Loop>(stmt))
      return loop;
    if (const auto* captured = dyn_cast<clang::CapturedStmt>(stmt))
      stmt = captured->getCapturedStmt();
    else if (const auto* canonical = dyn_cast<clang::OMPCanonicalLoop>(stmt))
      stmt = canonical->getLoopStmt();
    else if (const auto* compound = dyn_cast<clang::CompoundStmt>(stmt); compound && compound->size() == 1)
      stmt = compound->body_front();
    else if (const auto* attributed = dyn_cast<clang::AttributedStmt>(stmt))
      stmt = attributed->getSubStmt();
    else
      return nullptr;
  }
  return nullptr;
}

// `for (i = 0; ...)` with an `i` from outside: OpenMP makes it private.
const clang::VarDecl* OuterCounter(const clang::ForStmt* loop) {
  const auto* init = llvm::dyn_cast_or_null<clang::BinaryOperator>(loop->getInit());
  const auto* reference =
      init && init->isAssignmentOp() ? dyn_cast<clang::DeclRefExpr>(init->getLHS()->IgnoreParens()) : nullptr;
  return reference ? dyn_cast<clang::VarDecl>(reference->getDecl()) : nullptr;
}

// "+", "max", or the name that the user declared.
std::string OperatorOf(const clang::OMPReductionClause* clause) {
  std::string name = clause->getNameInfo().getAsString();
  llvm::StringRef shown = name;
  shown.consume_front("operator");
  return shown.trim().str();
}

bool IsCommutative(clang::BinaryOperatorKind kind) {
  return kind == clang::BO_Add || kind == clang::BO_Mul || kind == clang::BO_And || kind == clang::BO_Or ||
         kind == clang::BO_Xor;
}

rir::Schedule ScheduleOf(const clang::OMPExecutableDirective* directive) {
  const auto* clause = directive->getSingleClause<clang::OMPScheduleClause>();
  const bool is_static = !clause || clause->getScheduleKind() == clang::OMPC_SCHEDULE_static;
  return is_static ? rir::Schedule::Static : rir::Schedule::Dynamic;
}

}  // namespace

// Private copies of a construct. While its body is lifted the names mean the copies.
struct Body::Sharing {
  std::vector<rir::RegionId> privates;
  std::vector<rir::ParReduction> reductions;
  std::vector<std::pair<const clang::VarDecl*, std::optional<rir::RegionId>>> hidden;  // what the name meant outside
  std::vector<const clang::VarDecl*> first, last;
};

Body::Sharing Body::Clauses(const clang::OMPExecutableDirective* directive) {
  Sharing sharing;
  const auto make_private = [&](const clang::VarDecl* variable) {
    for (const auto& [known, outer] : sharing.hidden)
      if (known == variable)
        return;
    const auto found = locals_.find(variable);
    sharing.hidden.emplace_back(variable, found == locals_.end() ? std::nullopt : std::optional(found->second));
  };
  ForVariables<clang::OMPPrivateClause>(directive, make_private);
  ForVariables<clang::OMPFirstprivateClause>(directive, [&](const clang::VarDecl* variable) {
    make_private(variable);
    sharing.first.push_back(variable);
  });
  ForVariables<clang::OMPLastprivateClause>(directive, [&](const clang::VarDecl* variable) {
    make_private(variable);
    sharing.last.push_back(variable);
  });
  if (const auto* nest = dyn_cast<clang::OMPLoopDirective>(directive)) {
    const clang::ForStmt* loop = LoopOf(BodyOf(directive));
    for (unsigned depth = 0; loop && depth < nest->getLoopsNumber(); ++depth, loop = LoopOf(loop->getBody()))
      if (const clang::VarDecl* counter = OuterCounter(loop))
        make_private(counter);
  }
  for (const auto* clause : directive->getClausesOfKind<clang::OMPReductionClause>())
    for (const clang::Expr* item : clause->varlist())
      sharing.reductions.push_back({Address(item), OperatorOf(clause)});
  return sharing;
}

void Body::Parallel(const clang::OMPExecutableDirective* directive, ParKind kind, const std::function<void()>& body) {
  Sharing sharing = Clauses(directive);
  rir::ParOp par;
  par.kind = kind;
  std::vector<std::pair<Operand, QualType>> outer;
  for (const clang::VarDecl* variable : sharing.first)
    outer.emplace_back(VariableAddress(variable), variable->getType());
  std::vector<std::pair<Operand, QualType>> outer_last;
  for (const clang::VarDecl* variable : sharing.last)
    outer_last.emplace_back(VariableAddress(variable), variable->getType());
  for (const auto& [variable, hidden] : sharing.hidden) {
    locals_[variable] = AddLocal(variable->getNameAsString(), variable->getType().getUnqualifiedType(),
                                 variable->getLocation(), rir::RegionKind::Local);
    par.privates.push_back(locals_[variable]);
  }
  par.reductions = sharing.reductions;
  const auto copy = [&](Operand from, Operand to, QualType type) {
    type->isScalarType() ? Store(to, Load(from, type), type) : CopyRecord(to, from, type);
  };
  par.body = InBlock([&] {
    for (std::size_t i = 0; i < sharing.first.size(); ++i)
      copy(outer[i].first, Operand::Region(locals_[sharing.first[i]]), outer[i].second);
    body();
    for (std::size_t i = 0; i < sharing.last.size(); ++i)
      copy(Operand::Region(locals_[sharing.last[i]]), outer_last[i].first, outer_last[i].second);
  });
  for (const auto& [variable, hidden] : sharing.hidden) {
    locals_.erase(variable);
    if (hidden)
      locals_[variable] = *hidden;
  }
  place_ = directive->getBeginLoc();
  Emit(std::move(par));
  // The others do not wait for those who were in it.
  const bool never_waits =
      llvm::isa<clang::OMPMasterDirective, clang::OMPMaskedDirective, clang::OMPSectionDirective>(directive);
  if (never_waits || directive->hasClausesOfKind<clang::OMPNowaitClause>())
    Emit(rir::SyncOp{rir::SyncKind::Flush, {}});
}

void Body::WorkLoop(const clang::OMPLoopDirective* directive) {
  const clang::ForStmt* loop = LoopOf(BodyOf(directive));
  const auto* range = LoopOf<clang::CXXForRangeStmt>(BodyOf(directive));
  if (range && directive->getLoopsNumber() == 1) {
    Parallel(directive, ParKind::Loop, [&] {
      InScope([&] {
        Statement(range->getInit());
        Statement(range->getRangeStmt());
        Statement(range->getBeginStmt());
        Statement(range->getEndStmt());
        Loop({.condition = range->getCond(),
              .step = range->getInc(),
              .body = range->getBody(),
              .variable = range->getLoopVarStmt(),
              .schedule = ScheduleOf(directive)},
             range->getForLoc());
      });
    });
    return;
  }
  if (!loop)
    return Fail(directive, "the loop of an OpenMP directive");
  Parallel(directive, ParKind::Loop, [&] { ForLoop(loop, ScheduleOf(directive), directive->getLoopsNumber()); });
}

// Every form of update (x op= e, x = e op x, x++) is one atomic op; capture stores the old or the new value. The
// clauses read and write are a plain load and store.
void Body::AtomicUpdate(const clang::OMPAtomicDirective* directive) {
  if (directive->hasClausesOfKind<clang::OMPReadClause>() || directive->hasClausesOfKind<clang::OMPWriteClause>())
    return Statement(BodyOf(directive));
  const clang::Expr* place = directive->getX();
  const clang::Expr* value = directive->getExpr();
  const auto* update = llvm::dyn_cast_or_null<clang::BinaryOperator>(
      directive->getUpdateExpr() ? directive->getUpdateExpr()->IgnoreParenImpCasts() : nullptr);
  if (!place || !value || !update || directive->hasClausesOfKind<clang::OMPCompareClause>())
    return Fail(directive, "this form of omp atomic");
  const auto kind = update->getOpcode();
  const QualType type = place->getType();
  const Operand operand = Convert(Value(value), value->getType(), type);
  const Operand address = Address(place);
  const bool is_reversed = !directive->isXLHSInRHSPart() && !IsCommutative(kind);
  const std::string op = clang::BinaryOperator::getOpcodeStr(kind).str();
  if (!directive->hasClausesOfKind<clang::OMPCaptureClause>() && !is_reversed)
    return Emit(rir::AtomicOp{address, operand, op}, unit_.TypeOf(type));
  const clang::Expr* captured = directive->getV();
  if (is_reversed || !captured) {
    Opaque(directive, "omp atomic with the variable on the right", {address, operand}, {});
    return;
  }
  const Operand old = EmitValue(rir::AtomicOp{address, operand, op}, unit_.TypeOf(type));
  const Operand seen = directive->isPostfixUpdate() ? old : Arithmetic(kind, old, type, operand, type, type);
  Store(Address(captured), Convert(seen, type, captured->getType()), captured->getType());
}

void Body::Directive(const clang::OMPExecutableDirective* directive) {
  if (directive->hasClausesOfKind<clang::OMPCopyinClause>() ||
      directive->hasClausesOfKind<clang::OMPCopyprivateClause>() ||
      directive->hasClausesOfKind<clang::OMPLinearClause>())
    return Fail(directive, "the clauses copyin, copyprivate and linear");
  const clang::Stmt* body = BodyOf(directive);
  const auto plain = [&] { Statement(body); };
  if (llvm::isa<clang::OMPParallelForDirective, clang::OMPForDirective, clang::OMPParallelForSimdDirective,
                clang::OMPForSimdDirective>(directive))
    return WorkLoop(llvm::cast<clang::OMPLoopDirective>(directive));
  if (llvm::isa<clang::OMPParallelDirective>(directive))
    return Parallel(directive, ParKind::Region, plain);
  if (llvm::isa<clang::OMPSimdDirective>(directive)) {
    const clang::ForStmt* loop = LoopOf(body);
    return loop ? Statement(loop) : plain();
  }
  if (llvm::isa<clang::OMPSingleDirective, clang::OMPMasterDirective, clang::OMPMaskedDirective>(directive))
    return Parallel(directive, ParKind::Single, plain);
  if (llvm::isa<clang::OMPCriticalDirective>(directive))
    return Parallel(directive, ParKind::Critical, plain);
  if (llvm::isa<clang::OMPParallelSectionsDirective, clang::OMPSectionsDirective>(directive))
    return Parallel(directive, ParKind::Region, plain);
  if (llvm::isa<clang::OMPSectionDirective>(directive))
    return Parallel(directive, ParKind::Single, plain);
  if (llvm::isa<clang::OMPBarrierDirective, clang::OMPTaskwaitDirective>(directive))
    return Emit(rir::SyncOp{rir::SyncKind::Barrier, {}});
  if (llvm::isa<clang::OMPFlushDirective>(directive))
    return Emit(rir::SyncOp{rir::SyncKind::Flush, {}});
  if (const auto* atomic = dyn_cast<clang::OMPAtomicDirective>(directive))
    return AtomicUpdate(atomic);
  if (llvm::isa<clang::OMPOrderedDirective>(directive))
    return body ? Parallel(directive, ParKind::Ordered, plain) : Fail(directive, "omp ordered depend");
  if (llvm::isa<clang::OMPTaskDirective>(directive) && !directive->hasClausesOfKind<clang::OMPDependClause>())
    return Parallel(directive, ParKind::Task, plain);
  Fail(directive, std::string("the OpenMP directive ") + directive->getStmtClassName());
}

}  // namespace detrain::lift
