// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/lift/body.h"
#include "analyzer/load/waiting_loops.h"

namespace detrain::lift {

using rir::Operand;
using rir::OperandKind;

void Body::OnceLoop(rir::LoopId id, const std::function<void()>& body) {
  if (is_terminated_)
    return;
  rir::LoopOp loop;
  loop.loop = id;
  loop.kind = rir::LoopKind::Once;
  const clang::SourceLocation place = place_;
  loop.body = InBlock(body);
  place_ = place;
  Emit(loop);
}

// One that claims something takes a lock: those who have it do not wait for it.
bool Body::OnlyWaits(const LoopParts& parts) {
  const auto is_idle = [&](llvm::StringRef name) {
    const catalog::Row* row = unit_.catalog().Find(name);
    return row != nullptr && row->effects.empty();
  };
  return parts.condition && parts.body && !parts.step && !parts.variable && !parts.test_variable && !IsInKernel() &&
         load::WaitIn(*parts.condition, *parts.body, unit_.ast(), is_idle) == load::Wait::Look;
}

void Body::Loop(const LoopParts& parts, clang::SourceLocation keyword) {
  if (is_terminated_)
    return;
  const rir::LoopId id = NewLoop();
  const auto constant = parts.condition ? Constant(parts.condition) : std::optional(Operand::Int(1));
  const bool is_never = constant && constant->kind == OperandKind::Int && constant->integer == 0;
  const bool is_entered = !EntriesOf(parts.body).empty();
  if (is_entered && (parts.variable || parts.test_variable))
    return Fail(parts.body, "goto into a block");
  if (is_never && parts.kind == rir::LoopKind::TestLast) {  // do { } while (0)
    jumps_.push_back({id, id, true, cleanups_.size()});
    OnceLoop(id, [&] { InScope([&] { Part(parts.body); }); });
    jumps_.pop_back();
    return;
  }
  rir::LoopOp loop;
  loop.loop = id;
  loop.kind = parts.kind;
  loop.schedule = parts.schedule;
  loop.collapse = parts.collapse;
  jumps_.push_back({id, id, false, cleanups_.size()});
  if (!constant || is_never)
    loop.test = InBlock([&] {
      if (is_entered && parts.kind == rir::LoopKind::TestFirst) {
        loop.condition = TestUnlessEntered(parts.condition, parts.body, parts.body);
        return;
      }
      InFullExpression([&] {
        Statement(parts.test_variable);
        loop.condition = Value(parts.condition);
      });
    });
  loop.body = InBlock([&] {
    InScope([&] {
      Statement(parts.variable);
      Part(parts.body);
      if (OnlyWaits(parts) && !is_terminated_)
        Emit(rir::SyncOp{rir::SyncKind::Wait, {}, {}});
    });
  });
  if (parts.step)
    loop.step = InBlock([&] { InFullExpression([&] { Discard(parts.step); }); });
  jumps_.pop_back();
  place_ = keyword;
  Emit(loop);
}

void Body::ForLoop(const clang::ForStmt* stmt, rir::Schedule schedule, std::uint32_t collapse) {
  InScope([&] {
    const clang::Stmt* init = stmt->getInit();
    const bool is_entered = init && !EntriesOf(stmt->getBody()).empty();
    if (is_entered && llvm::isa<clang::DeclStmt>(init))
      return Fail(stmt, "goto into a block");
    if (is_entered)
      If(Compute(rir::Opcode::LNot, {IsEntered(stmt->getBody())}, Int()), [&] { Statement(init); });
    else
      Statement(init);
    Loop({.condition = stmt->getCond(),
          .step = stmt->getInc(),
          .body = stmt->getBody(),
          .test_variable = stmt->getConditionVariableDeclStmt(),
          .schedule = schedule,
          .collapse = collapse},
         stmt->getForLoc());
  });
}

}  // namespace detrain::lift
