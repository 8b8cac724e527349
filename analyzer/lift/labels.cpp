// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// goto. A jump forward to a label of the same or an enclosing block leaves a loop that runs once and ends at the label;
// a jump backward to such a label continues a loop that begins there. Whatever else gotos can do makes the function
// opaque.
#include <llvm/ADT/SmallPtrSet.h>

#include <algorithm>

#include "analyzer/lift/body.h"

namespace detrain::lift {

using clang::LabelDecl;
using clang::Stmt;
using llvm::dyn_cast;

namespace {

void CollectJumps(const Stmt* stmt, llvm::SmallPtrSetImpl<const LabelDecl*>& jumps) {
  if (!stmt)
    return;
  if (const auto* jump = dyn_cast<clang::GotoStmt>(stmt))
    jumps.insert(jump->getLabel());
  for (const Stmt* child : stmt->children())
    CollectJumps(child, jumps);
}

std::vector<const LabelDecl*> LabelsOf(const Stmt* stmt) {
  std::vector<const LabelDecl*> labels;
  while (const auto* label = dyn_cast<clang::LabelStmt>(stmt)) {
    labels.push_back(label->getDecl());
    stmt = label->getSubStmt();
  }
  return labels;
}

}  // namespace

void Body::Sequence(std::span<const Stmt* const> statements) {
  const bool has_labels =
      std::ranges::any_of(statements, [](const Stmt* stmt) { return llvm::isa<clang::LabelStmt>(stmt); });
  if (!has_labels) {
    for (const Stmt* stmt : statements)
      Statement(stmt);
    return;
  }
  std::vector<llvm::SmallPtrSet<const LabelDecl*, 4>> jumps(statements.size());
  for (std::size_t i = 0; i < statements.size(); ++i)
    CollectJumps(statements[i], jumps[i]);
  std::vector<Interval> intervals;
  for (std::size_t at = 0; at < statements.size(); ++at)
    for (const LabelDecl* label : LabelsOf(statements[at])) {
      std::optional<std::size_t> first, last;
      for (std::size_t i = 0; i < statements.size(); ++i)
        if (jumps[i].contains(label)) {
          if (i < at && !first)
            first = i;
          if (i >= at)
            last = i;
        }
      if (first)
        intervals.push_back({*first, at, label, true});
      if (last)
        intervals.push_back({at, *last + 1, label, false});
    }
  // Widen until they nest: a forward jump may start earlier, a loop may end later.
  for (std::size_t round = 0; round < intervals.size() * intervals.size(); ++round)
    for (Interval& a : intervals)
      for (Interval& b : intervals)
        if (a.begin < b.begin && b.begin < a.end && a.end < b.end) {
          if (b.is_forward)
            b.begin = a.begin;
          else if (!a.is_forward)
            a.end = b.end;
          else
            return Fail(statements[b.begin], "goto into a loop of gotos");
        }
  std::ranges::sort(intervals, [](const Interval& a, const Interval& b) {
    return a.begin != b.begin ? a.begin < b.begin : a.end > b.end;
  });
  Nested(statements, 0, statements.size(), intervals);
}

// Statements [begin, end), within `intervals`, which lie in that range and are sorted with the outer ones first.
void Body::Nested(std::span<const Stmt* const> statements, std::size_t begin, std::size_t end,
                  std::span<const Interval> intervals) {
  if (intervals.empty()) {
    for (std::size_t i = begin; i < end; ++i)
      Statement(statements[i]);
    return;
  }
  const Interval& outer = intervals[0];
  const auto is_after = [&](const Interval& other) { return other.begin >= outer.end; };
  const auto split = std::find_if(intervals.begin() + 1, intervals.end(), is_after);
  const std::span<const Interval> inside(intervals.begin() + 1, split);
  const std::span<const Interval> after(split, intervals.end());
  Nested(statements, begin, outer.begin, {});
  const rir::LoopId id = NewLoop();
  const auto hidden = labels_.find(outer.label);
  const std::optional<LabelTarget> previous = hidden == labels_.end() ? std::nullopt : std::optional(hidden->second);
  labels_[outer.label] = {id, outer.is_forward, cleanups_.size()};
  place_ = statements[outer.begin]->getBeginLoc();
  if (outer.is_forward) {
    OnceLoop(id, [&] { Nested(statements, outer.begin, outer.end, inside); });
  } else if (!is_terminated_) {
    rir::LoopOp loop;
    loop.loop = id;
    loop.body = InBlock([&] {
      Nested(statements, outer.begin, outer.end, inside);
      Emit(rir::BreakOp{id});
    });
    Emit(loop);
  }
  labels_.erase(outer.label);
  if (previous)
    labels_[outer.label] = *previous;
  Nested(statements, outer.end, end, after);
}

void Body::Goto(const clang::GotoStmt* stmt) {
  const auto target = labels_.find(stmt->getLabel());
  if (target == labels_.end())
    return Fail(stmt, "goto into a block");
  EmitCleanups(target->second.cleanups);
  if (target->second.is_forward)
    Emit(rir::BreakOp{target->second.loop});
  else
    Emit(rir::ContinueOp{target->second.loop});
}

// The function's control flow is not understood, so its body becomes one opaque op (LiftFunction).
void Body::Fail(const Stmt* at, const std::string& reason) {
  if (!failure_)
    unit_.Opaque(at->getBeginLoc(), reason);
  failure_ = failure_.value_or(reason);
}

}  // namespace detrain::lift
