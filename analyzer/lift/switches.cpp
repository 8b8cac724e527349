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

bool HasDefault(const Segment& segment) {
  return std::ranges::any_of(segment.labels,
                             [](const clang::SwitchCase* label) { return llvm::isa<clang::DefaultStmt>(label); });
}

}  // namespace

void Body::Switch(const clang::SwitchStmt* stmt) {
  std::vector<Segment> segments = Segments(stmt);
  std::size_t count = 0;
  for (const Segment& segment : segments)
    count += segment.labels.size();
  std::size_t all = 0;
  for (const clang::SwitchCase* label = stmt->getSwitchCaseList(); label; label = label->getNextSwitchCase())
    ++all;
  if (count != all)
    return Fail(stmt, "a case label inside a nested statement");

  const Operand chosen = Value(stmt->getCond());
  const auto matches = [&](const clang::SwitchCase* label) {
    const auto* one = llvm::cast<clang::CaseStmt>(label);
    if (!one->getRHS())
      return Compute(Opcode::Eq, {chosen, Value(one->getLHS())}, Int());
    const Operand above = Compute(Opcode::Ge, {chosen, Value(one->getLHS())}, Int());
    return Compute(Opcode::LAnd, {above, Compute(Opcode::Le, {chosen, Value(one->getRHS())}, Int())}, Int());
  };
  // Whether one of the case labels matches; none: there are none.
  const auto any_of = [&](std::span<const clang::SwitchCase* const> labels) {
    Operand matched;
    for (const clang::SwitchCase* label : labels)
      if (llvm::isa<clang::CaseStmt>(label)) {
        const Operand one = matches(label);
        matched = matched ? Compute(Opcode::LOr, {matched, one}, Int()) : one;
      }
    return matched;
  };
  std::vector<const clang::SwitchCase*> cases;
  for (const Segment& segment : segments)
    cases.insert(cases.end(), segment.labels.begin(), segment.labels.end());

  const bool is_chain = std::all_of(
      segments.begin() + 1, segments.empty() ? segments.end() : segments.end() - (segments.size() > 1), EndsItself);
  if (is_chain)
    std::ranges::transform(segments, segments.begin(), WithoutBreak);
  const bool needs_loop = std::ranges::any_of(
      segments, [](const Segment& segment) { return std::ranges::any_of(segment.statements, HasBreak); });
  const rir::LoopId id = needs_loop ? NewLoop() : rir::kNone;
  jumps_.push_back({id, rir::kNone, false});
  for (const clang::Stmt* early : segments[0].statements)
    if (const auto* declaration = dyn_cast<clang::DeclStmt>(early))
      for (const clang::Decl* decl : declaration->decls())
        if (const auto* variable = dyn_cast<clang::VarDecl>(decl))
          Emit(rir::DeclareOp{LocalOf(variable)});

  const auto chain = [&] {
    const Segment* fallback = nullptr;
    std::vector<const Segment*> ordered;
    for (std::size_t i = 1; i < segments.size(); ++i)
      HasDefault(segments[i]) ? static_cast<void>(fallback = &segments[i]) : ordered.push_back(&segments[i]);
    const std::function<void(std::size_t)> from = [&](std::size_t i) {
      if (i == ordered.size())
        return fallback ? Sequence(fallback->statements) : void();
      const std::function<void()> next = [&] { from(i + 1); };
      const bool has_next = fallback || i + 1 < ordered.size();
      If(any_of(ordered[i]->labels), [&] { Sequence(ordered[i]->statements); }, has_next ? next : nullptr);
    };
    from(0);
  };
  const auto flagged = [&] {
    const QualType flag_type = unit_.ast().IntTy;
    const Operand flag = Operand::Region(Temporary(flag_type));
    Store(flag, Operand::Int(0), flag_type);
    for (std::size_t i = 1; i < segments.size(); ++i) {
      Operand matched =
          any_of(HasDefault(segments[i]) ? std::span<const clang::SwitchCase* const>(cases) : segments[i].labels);
      if (HasDefault(segments[i])) {
        // default: no other label matches, or one of this segment does.
        matched = matched ? Compute(Opcode::LNot, {matched}, Int()) : Operand::Int(1);
        if (const Operand own = any_of(segments[i].labels))
          matched = Compute(Opcode::LOr, {matched, own}, Int());
      }
      Store(flag, Compute(Opcode::LOr, {Load(flag, flag_type), matched}, Int()), flag_type);
      If(Load(flag, flag_type), [&] { Sequence(segments[i].statements); });
    }
  };
  const auto body = [&] { is_chain ? chain() : flagged(); };
  needs_loop ? OnceLoop(id, body) : body();
  jumps_.pop_back();
}

}  // namespace detrain::lift
