// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// switch: a chain of ifs where no segment falls into the next, else a flag that says whether the matching label has
// been passed. Both lie in a loop that runs once, which `break` leaves.
#include "analyzer/lift/body.h"

namespace detrain::lift {

using clang::QualType;
using llvm::dyn_cast;
using rir::Opcode;
using rir::Operand;

namespace {

using Labels = std::span<const clang::SwitchCase* const>;

// The statements from one label, or several in a row, to the next.
struct Segment {
  std::vector<const clang::SwitchCase*> labels;
  std::vector<const clang::Stmt*> statements;
};

std::vector<Segment> Segments(const clang::SwitchStmt* stmt) {
  std::vector<Segment> segments(1);  // the first one: what stands before every label
  const auto add = [&](const clang::Stmt* child) {
    while (const auto* label = llvm::dyn_cast_or_null<clang::SwitchCase>(child)) {
      if (!segments.back().statements.empty() || segments.size() == 1)
        segments.emplace_back();
      segments.back().labels.push_back(label);
      child = label->getSubStmt();
    }
    if (child)
      segments.back().statements.push_back(child);
  };
  if (const auto* body = dyn_cast<clang::CompoundStmt>(stmt->getBody()))
    for (const clang::Stmt* child : body->body())
      add(child);
  else
    add(stmt->getBody());
  return segments;
}

bool EndsItself(const Segment& segment) {
  const clang::Stmt* last = segment.statements.empty() ? nullptr : segment.statements.back();
  while (const auto* compound = llvm::dyn_cast_or_null<clang::CompoundStmt>(last))
    last = compound->body_empty() ? nullptr : compound->body_back();
  if (const auto* call = llvm::dyn_cast_or_null<clang::CallExpr>(last))
    return call->getDirectCallee() && call->getDirectCallee()->isNoReturn();
  return last && llvm::isa<clang::BreakStmt, clang::ReturnStmt, clang::ContinueStmt, clang::GotoStmt>(last);
}

// Whether a `break` of the switch itself is in there; those of inner loops and switches are not.
bool HasBreak(const clang::Stmt* stmt) {
  if (!stmt || llvm::isa<clang::ForStmt, clang::WhileStmt, clang::DoStmt, clang::SwitchStmt>(stmt))
    return false;
  return llvm::isa<clang::BreakStmt>(stmt) || std::ranges::any_of(stmt->children(), HasBreak);
}

// The segment without the `break` that ends it, which a chain of ifs does not need.
Segment WithoutBreak(Segment segment) {
  std::vector<const clang::Stmt*>& statements = segment.statements;
  if (!statements.empty())
    if (const auto* compound = dyn_cast<clang::CompoundStmt>(statements.back())) {
      statements.pop_back();
      statements.insert(statements.end(), compound->body_begin(), compound->body_end());
    }
  if (!statements.empty() && llvm::isa<clang::BreakStmt>(statements.back()))
    statements.pop_back();
  return segment;
}

std::size_t CountLabels(const clang::SwitchStmt* stmt) {
  std::size_t count = 0;
  for (const clang::SwitchCase* label = stmt->getSwitchCaseList(); label; label = label->getNextSwitchCase())
    ++count;
  return count;
}

bool HasDefault(const Segment& segment) {
  return std::ranges::any_of(segment.labels,
                             [](const clang::SwitchCase* label) { return llvm::isa<clang::DefaultStmt>(label); });
}

}  // namespace

struct Body::SwitchParts {
  Operand chosen;
  std::vector<Segment> segments;
  std::vector<const clang::SwitchCase*> labels;  // all of them
};

Operand Body::Matches(Operand chosen, const clang::CaseStmt* label) {
  const Operand low = Value(label->getLHS());
  if (!label->getRHS())
    return Compute(Opcode::Eq, {chosen, low}, Int());
  const Operand above = Compute(Opcode::Ge, {chosen, low}, Int());
  return Compute(Opcode::LAnd, {above, Compute(Opcode::Le, {chosen, Value(label->getRHS())}, Int())}, Int());
}

// Whether one of the case labels matches; none: there are none.
Operand Body::AnyMatches(Operand chosen, Labels labels) {
  Operand matched;
  for (const clang::SwitchCase* label : labels)
    if (const auto* one = dyn_cast<clang::CaseStmt>(label)) {
      const Operand matches = Matches(chosen, one);
      matched = matched ? Compute(Opcode::LOr, {matched, matches}, Int()) : matches;
    }
  return matched;
}

void Body::SwitchAsChain(const SwitchParts& parts) {
  const Segment* fallback = nullptr;
  std::vector<const Segment*> ordered;
  for (std::size_t i = 1; i < parts.segments.size(); ++i)
    if (HasDefault(parts.segments[i]))
      fallback = &parts.segments[i];
    else
      ordered.push_back(&parts.segments[i]);
  const std::function<void(std::size_t)> from = [&](std::size_t i) {
    if (i == ordered.size())
      return fallback ? Sequence(fallback->statements) : void();
    const std::function<void()> next = [&] { from(i + 1); };
    const bool has_next = fallback || i + 1 < ordered.size();
    If(
        AnyMatches(parts.chosen, ordered[i]->labels), [&] { Sequence(ordered[i]->statements); },
        has_next ? next : nullptr);
  };
  from(0);
}

void Body::SwitchByFlag(const SwitchParts& parts) {
  const QualType flag_type = unit_.ast().IntTy;
  const Operand flag = Operand::Region(Temporary(flag_type));
  Store(flag, Operand::Int(0), flag_type);
  for (std::size_t i = 1; i < parts.segments.size(); ++i) {
    const Segment& segment = parts.segments[i];
    Operand matched = AnyMatches(parts.chosen, HasDefault(segment) ? Labels(parts.labels) : Labels(segment.labels));
    if (HasDefault(segment)) {
      // default: no other label matches, or one of this segment does.
      matched = matched ? Compute(Opcode::LNot, {matched}, Int()) : Operand::Int(1);
      if (const Operand own = AnyMatches(parts.chosen, segment.labels))
        matched = Compute(Opcode::LOr, {matched, own}, Int());
    }
    Store(flag, Compute(Opcode::LOr, {Load(flag, flag_type), matched}, Int()), flag_type);
    If(Load(flag, flag_type), [&] { Sequence(segment.statements); });
  }
}

// What is declared before the first label lives on without its initialiser.
void Body::DeclareOnly(std::span<const clang::Stmt* const> statements) {
  for (const clang::Stmt* statement : statements)
    if (const auto* declaration = dyn_cast<clang::DeclStmt>(statement))
      for (const clang::Decl* decl : declaration->decls())
        if (const auto* variable = dyn_cast<clang::VarDecl>(decl); variable && variable->hasLocalStorage())
          Emit(rir::DeclareOp{LocalOf(variable)});
}

void Body::Switch(const clang::SwitchStmt* stmt) {
  SwitchParts parts{{}, Segments(stmt), {}};
  for (const Segment& segment : parts.segments)
    parts.labels.insert(parts.labels.end(), segment.labels.begin(), segment.labels.end());
  if (parts.labels.size() != CountLabels(stmt))
    return Fail(stmt, "a case label inside a nested statement");
  Statement(stmt->getInit());
  Statement(stmt->getConditionVariableDeclStmt());
  parts.chosen = Value(stmt->getCond());
  DeclareOnly(parts.segments[0].statements);
  if (parts.segments.size() == 1)
    return;
  const bool is_chain = std::all_of(parts.segments.begin() + 1, parts.segments.end() - 1, EndsItself);
  if (is_chain)
    std::ranges::transform(parts.segments, parts.segments.begin(), WithoutBreak);
  const bool needs_loop = std::ranges::any_of(
      parts.segments, [](const Segment& segment) { return std::ranges::any_of(segment.statements, HasBreak); });
  const rir::LoopId id = needs_loop ? NewLoop() : rir::kNone;
  jumps_.push_back({id, rir::kNone, false, cleanups_.size()});
  const auto body = [&] { is_chain ? SwitchAsChain(parts) : SwitchByFlag(parts); };
  needs_loop ? OnceLoop(id, body) : body();
  jumps_.pop_back();
}

}  // namespace detrain::lift
