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

const clang::VarDecl* VariableOf(const clang::Expr* item) {
  const auto* reference = item ? dyn_cast<clang::DeclRefExpr>(item->IgnoreParenImpCasts()) : nullptr;
  return reference ? dyn_cast<clang::VarDecl>(reference->getDecl()) : nullptr;
}

template <typename Range>
const clang::Expr* At(const Range& range, std::ptrdiff_t index) {
  return range.empty() ? nullptr : *std::next(range.begin(), index);
}

// Calls `visit(clause, variable, index)` for each variable that a clause of this kind names.
template <typename Clause, typename Visit>
void ForVariables(const clang::OMPExecutableDirective* directive, const Visit& visit) {
  for (const Clause* clause : directive->getClausesOfKind<Clause>()) {
    std::ptrdiff_t index = 0;
    for (const clang::Expr* item : clause->varlist()) {
      if (const clang::VarDecl* variable = VariableOf(item))
        visit(*clause, variable, index);
      ++index;
    }
  }
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

// A copy that each thread has of a variable. Objects are made, and the last one put back, by the expressions that Clang
// wrote for it: `made` is its own variable, whose initialiser is a constructor's call, in which `original` stands for
// the variable outside; `put_back` assigns `source` to `destination`. Of scalars and arrays the bytes are copied.
struct Body::PrivateCopy {
  const clang::VarDecl* variable;
  const clang::VarDecl* made = nullptr;
  const clang::VarDecl* original = nullptr;
  bool is_first = false, is_last = false;
  const clang::Expr* put_back = nullptr;
  const clang::VarDecl *source = nullptr, *destination = nullptr;
  Operand outside{};

  bool IsObject() const { return variable->getType().getNonReferenceType()->isRecordType() && made && made->getInit(); }
};

// While the body of a construct is lifted its variables' names mean the copies.
struct Body::Sharing {
  std::vector<PrivateCopy> privates;
  std::vector<rir::ParReduction> reductions;

  PrivateCopy& CopyOf(const clang::VarDecl* variable) {
    const auto known = std::ranges::find(privates, variable, &PrivateCopy::variable);
    return known != privates.end() ? *known : privates.emplace_back(PrivateCopy{.variable = variable});
  }
};

Body::Sharing Body::Clauses(const clang::OMPExecutableDirective* directive) {
  Sharing sharing;
  ForVariables<clang::OMPPrivateClause>(directive, [&](const auto& clause, const auto* variable, std::ptrdiff_t i) {
    sharing.CopyOf(variable).made = VariableOf(At(clause.private_copies(), i));
  });
  ForVariables<clang::OMPLastprivateClause>(directive, [&](const auto& clause, const auto* variable, std::ptrdiff_t i) {
    PrivateCopy& copy = sharing.CopyOf(variable);
    copy.made = VariableOf(At(clause.private_copies(), i));
    copy.is_last = true;
    copy.put_back = At(clause.assignment_ops(), i);
    copy.source = VariableOf(At(clause.source_exprs(), i));
    copy.destination = VariableOf(At(clause.destination_exprs(), i));
  });
  ForVariables<clang::OMPFirstprivateClause>(directive,
                                             [&](const auto& clause, const auto* variable, std::ptrdiff_t i) {
                                               PrivateCopy& copy = sharing.CopyOf(variable);
                                               copy.made = VariableOf(At(clause.private_copies(), i));
                                               copy.original = VariableOf(At(clause.inits(), i));
                                               copy.is_first = true;
                                             });
  if (const auto* nest = dyn_cast<clang::OMPLoopDirective>(directive)) {
    const clang::ForStmt* loop = LoopOf(BodyOf(directive));
    for (unsigned depth = 0; loop && depth < nest->getLoopsNumber(); ++depth, loop = LoopOf(loop->getBody()))
      if (const clang::VarDecl* counter = OuterCounter(loop))
        sharing.CopyOf(counter);
  }
  for (const auto* clause : directive->getClausesOfKind<clang::OMPReductionClause>())
    for (const clang::Expr* item : clause->varlist())
      sharing.reductions.push_back({Address(item), OperatorOf(clause)});
  return sharing;
}

void Body::CopyBytes(Operand to, Operand from, QualType type) {
  type->isScalarType() ? Store(to, Load(from, type), type) : CopyRecord(to, from, type);
}

void Body::MakeCopy(const PrivateCopy& copy) {
  const QualType type = copy.variable->getType().getNonReferenceType();
  const Operand target = stands_for_[copy.variable];
  if (!copy.IsObject())
    return copy.is_first ? CopyBytes(target, copy.outside, type) : void();
  if (copy.original)
    stands_for_[copy.original] = copy.outside;
  InFullExpression([&] { Initialise(target, type, copy.made->getInit(), false); });
  PushDestructor(target, type);
}

void Body::PutBack(const PrivateCopy& copy) {
  if (!copy.is_last)
    return;
  const Operand last = stands_for_[copy.variable];
  if (!copy.IsObject() || !copy.put_back || !copy.source || !copy.destination)
    return CopyBytes(copy.outside, last, copy.variable->getType().getNonReferenceType());
  stands_for_[copy.source] = last;
  stands_for_[copy.destination] = copy.outside;
  rir::ParOp by_one;  // by the thread that has the last round
  by_one.kind = ParKind::Single;
  by_one.body = InBlock([&] { InFullExpression([&] { Discard(copy.put_back); }); });
  Emit(std::move(by_one));
}

void Body::Parallel(const clang::OMPExecutableDirective* directive, ParKind kind, const std::function<void()>& body) {
  Sharing sharing = Clauses(directive);
  rir::ParOp par;
  par.kind = kind;
  par.reductions = sharing.reductions;
  for (PrivateCopy& copy : sharing.privates) {
    if (unit_.ast().getAsVariableArrayType(copy.variable->getType()))
      return Fail(directive, "a private copy of a variable length array");
    if (copy.is_first || copy.is_last)
      copy.outside = VariableAddress(copy.variable);
  }
  const auto outer = stands_for_;
  for (const PrivateCopy& copy : sharing.privates) {
    const QualType type = copy.variable->getType().getNonReferenceType().getUnqualifiedType();
    par.privates.push_back(
        AddLocal(copy.variable->getNameAsString(), type, copy.variable->getLocation(), rir::RegionKind::Local));
    stands_for_[copy.variable] = Operand::Region(par.privates.back());
  }
  par.body = InBlock([&] {
    InScope([&] {
      std::ranges::for_each(sharing.privates, [&](const PrivateCopy& copy) { MakeCopy(copy); });
      body();
      std::ranges::for_each(sharing.privates, [&](const PrivateCopy& copy) { PutBack(copy); });
    });
  });
  stands_for_ = outer;
  place_ = directive->getBeginLoc();
  Emit(std::move(par));
  // The others do not wait for those who were in it.
  const bool never_waits =
      llvm::isa<clang::OMPMasterDirective, clang::OMPMaskedDirective, clang::OMPSectionDirective>(directive);
  if (never_waits || directive->hasClausesOfKind<clang::OMPNowaitClause>())
    Emit(rir::SyncOp{rir::SyncKind::Flush, {}, {}});
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
    return Emit(rir::SyncOp{rir::SyncKind::Barrier, {}, {}});
  if (llvm::isa<clang::OMPFlushDirective>(directive))
    return Emit(rir::SyncOp{rir::SyncKind::Flush, {}, {}});
  if (const auto* atomic = dyn_cast<clang::OMPAtomicDirective>(directive))
    return AtomicUpdate(atomic);
  if (llvm::isa<clang::OMPOrderedDirective>(directive))
    return body ? Parallel(directive, ParKind::Ordered, plain) : Fail(directive, "omp ordered depend");
  if (llvm::isa<clang::OMPTaskDirective>(directive) && !directive->hasClausesOfKind<clang::OMPDependClause>())
    return Parallel(directive, ParKind::Task, plain);
  Fail(directive, std::string("the OpenMP directive ") + directive->getStmtClassName());
}

}  // namespace detrain::lift
