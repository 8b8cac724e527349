// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// switch: a chain of ifs where no segment falls into the next, else a flag that says whether the matching label has been passed. Both lie in a
// loop that runs once, which `break` leaves.
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

bool HasDefault(const Segment& segment) {
  return std::ranges::any_of(segment.labels, [](const clang::SwitchCase* label) { return llvm::isa<clang::DefaultStmt>(label); });
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

  const bool is_chain =
      std::all_of(segments.begin() + 1, segments.empty() ? segments.end() : segments.end() - (segments.size() > 1), EndsItself);
  const rir::LoopId id = NewLoop();
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
      if (i < ordered.size())
        If(any_of(ordered[i]->labels), [&] { Sequence(ordered[i]->statements); }, [&] { from(i + 1); });
      else if (fallback)
        Sequence(fallback->statements);
    };
    from(0);
  };
  const auto flagged = [&] {
    const QualType flag_type = unit_.ast().IntTy;
    const Operand flag = Operand::Region(Temporary(flag_type));
    Store(flag, Operand::Int(0), flag_type);
    for (std::size_t i = 1; i < segments.size(); ++i) {
      Operand matched = any_of(HasDefault(segments[i]) ? std::span<const clang::SwitchCase* const>(cases) : segments[i].labels);
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
  OnceLoop(id, [&] { is_chain ? chain() : flagged(); });
  jumps_.pop_back();
}

}  // namespace detrain::lift
