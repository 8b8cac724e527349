// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// goto. A jump forward to a label of the same or an enclosing block leaves a loop that runs once and ends at the label;
// a jump backward to such a label continues a loop that begins there. A jump into a block leads in this way to the
// statement that the label lies in, and sets a flag; where the flag is set, what stands in front of the label inside
// the statement is passed over, tests too (Erosa and Hendren, "Taming control flow", 1994). Whatever else gotos can do
// makes the function opaque.
#include <llvm/ADT/SmallPtrSet.h>

#include <algorithm>

#include "analyzer/lift/body.h"

namespace detrain::lift {

using clang::LabelDecl;
using clang::Stmt;
using llvm::dyn_cast;
using rir::Operand;

namespace {

using Labels = llvm::SmallPtrSet<const LabelDecl*, 4>;

void CollectJumps(const Stmt* stmt, Labels& jumps) {
  if (!stmt)
    return;
  if (const auto* jump = dyn_cast<clang::GotoStmt>(stmt))
    jumps.insert(jump->getLabel());
  for (const Stmt* child : stmt->children())
    CollectJumps(child, jumps);
}

void CollectLabels(const Stmt* stmt, std::vector<const LabelDecl*>& labels) {
  if (!stmt)
    return;
  if (const auto* label = dyn_cast<clang::LabelStmt>(stmt))
    labels.push_back(label->getDecl());
  for (const Stmt* child : stmt->children())
    CollectLabels(child, labels);
}

bool HasJump(const Stmt* stmt, const LabelDecl* label) {
  Labels jumps;
  CollectJumps(stmt, jumps);
  return jumps.contains(label);
}

bool HasLabel(const Stmt* stmt, const LabelDecl* label) {
  std::vector<const LabelDecl*> labels;
  CollectLabels(stmt, labels);
  return std::ranges::find(labels, label) != labels.end();
}

// Whether a goto inside the statement, which the label lies in as well, leaves the part of it that the label lies in,
// and no block inside holds both.
bool JumpsAcross(const Stmt* stmt, const LabelDecl* label) {
  if (!stmt || llvm::isa<clang::CompoundStmt, clang::LabelStmt>(stmt))
    return false;
  return std::ranges::any_of(stmt->children(), [&](const Stmt* child) {
    return HasLabel(child, label) ? JumpsAcross(child, label) : HasJump(child, label);
  });
}

bool CanBeEntered(const Stmt* stmt) {
  return llvm::isa<clang::CompoundStmt, clang::IfStmt, clang::ForStmt, clang::WhileStmt, clang::DoStmt,
                   clang::LabelStmt, clang::AttributedStmt>(stmt);
}

}  // namespace

// The statements of a block, and the labels in it that gotos outside of it lead to.
struct Body::Block {
  std::span<const Stmt* const> statements;
  std::vector<const LabelDecl*> entered;
};

bool Body::HasGotos() {
  if (!has_gotos_) {
    Labels jumps;
    CollectJumps(function_ ? function_->getBody() : nullptr, jumps);
    has_gotos_ = !jumps.empty();
  }
  return *has_gotos_;
}

void Body::Sequence(std::span<const Stmt* const> statements) {
  if (!HasGotos()) {
    for (const Stmt* stmt : statements)
      Statement(stmt);
    return;
  }
  Block block{statements, {}};
  std::vector<Interval> intervals;
  std::vector<Labels> jumps(statements.size());
  for (std::size_t i = 0; i < statements.size(); ++i)
    CollectJumps(statements[i], jumps[i]);
  std::vector<const LabelDecl*> flagged;
  for (std::size_t at = 0; at < statements.size(); ++at)
    AddIntervals(block, at, jumps, intervals, flagged);
  if (WidenUntilNested(intervals, statements))
    Nested(block, 0, statements.size(), intervals);
  for (const LabelDecl* label : flagged)
    entries_.erase(label);
}

// Of the labels at and in one statement: where the jumps to them begin and end. One that lies in the statement and is
// jumped to from outside of it gets a flag, and is put into `flagged`.
void Body::AddIntervals(Block& block, std::size_t at, std::span<const llvm::SmallPtrSet<const LabelDecl*, 4>> jumps,
                        std::vector<Interval>& intervals, std::vector<const LabelDecl*>& flagged) {
  const Stmt* stmt = block.statements[at];
  std::vector<const LabelDecl*> labels;
  CollectLabels(stmt, labels);
  while (const auto* label = dyn_cast<clang::LabelStmt>(stmt))
    stmt = label->getSubStmt();
  for (const LabelDecl* label : labels) {
    const bool is_inside = HasLabel(stmt, label);
    std::optional<std::size_t> first, last;
    for (std::size_t i = 0; i < jumps.size(); ++i)
      if (jumps[i].contains(label) && (i != at || !is_inside || JumpsAcross(stmt, label))) {
        if (i < at && !first)
          first = i;
        if (i >= at)
          last = i;
      }
    if (entries_.contains(label)) {
      block.entered.push_back(label);
      if (at > 0)
        first = 0;
    } else if (is_inside && (first || last)) {
      entries_[label] = Temporary(unit_.ast().IntTy, "to." + label->getNameAsString());
      Store(Operand::Region(entries_[label]), Operand::Int(0), unit_.ast().IntTy);
      flagged.push_back(label);
    }
    if (first)
      intervals.push_back({*first, at, label, true, is_inside});
    if (last)
      intervals.push_back({at, *last + 1, label, false, is_inside});
  }
}

// Until they nest, a forward jump starts earlier, a loop ends later. Sorts them with the outer ones first.
bool Body::WidenUntilNested(std::vector<Interval>& intervals, std::span<const Stmt* const> statements) {
  for (std::size_t round = 0; round < intervals.size() * intervals.size(); ++round)
    for (Interval& a : intervals)
      for (Interval& b : intervals)
        if (a.begin < b.begin && b.begin < a.end && a.end < b.end) {
          if (b.is_forward)
            b.begin = a.begin;
          else if (!a.is_forward)
            a.end = b.end;
          else
            return Fail(statements[b.begin], "goto into a loop of gotos"), false;
        }
  std::ranges::sort(intervals, [](const Interval& a, const Interval& b) {
    return a.begin != b.begin ? a.begin < b.begin : a.end > b.end;
  });
  return true;
}

// Statements [begin, end), within `intervals`, which lie in that range and are sorted with the outer ones first.
void Body::Nested(const Block& block, std::size_t begin, std::size_t end, std::span<const Interval> intervals) {
  if (intervals.empty()) {
    for (std::size_t i = begin; i < end; ++i) {
      if (i == 0)
        Dispatch(block);
      Statement(block.statements[i]);
    }
    return;
  }
  const Interval& outer = intervals[0];
  const auto is_after = [&](const Interval& other) { return other.begin >= outer.end; };
  const auto split = std::find_if(intervals.begin() + 1, intervals.end(), is_after);
  const std::span<const Interval> inside(intervals.begin() + 1, split);
  const std::span<const Interval> after(split, intervals.end());
  Nested(block, begin, outer.begin, {});
  const rir::LoopId id = NewLoop();
  const auto hidden = labels_.find(outer.label);
  const std::optional<LabelTarget> previous = hidden == labels_.end() ? std::nullopt : std::optional(hidden->second);
  labels_[outer.label] = {id, outer.is_forward, cleanups_.size(),
                          outer.is_inside ? entries_.lookup(outer.label) : rir::kNone};
  place_ = block.statements[outer.begin]->getBeginLoc();
  if (outer.is_forward) {
    OnceLoop(id, [&] { Nested(block, outer.begin, outer.end, inside); });
  } else if (!is_terminated_) {
    rir::LoopOp loop;
    loop.loop = id;
    loop.body = InBlock([&] {
      Nested(block, outer.begin, outer.end, inside);
      Emit(rir::BreakOp{id});
    });
    Emit(loop);
  }
  labels_.erase(outer.label);
  if (previous)
    labels_[outer.label] = *previous;
  Nested(block, outer.end, end, after);
}

// In front of the first statement: on to the label for which control came into the block, or to the statement that it
// lies in.
void Body::Dispatch(const Block& block) {
  for (const LabelDecl* label : block.entered) {
    const Operand flag = Operand::Region(entries_.lookup(label));
    const Stmt* first = block.statements[0];
    const bool is_first = HasLabel(first, label);
    while (is_first && llvm::isa<clang::LabelStmt>(first) && llvm::cast<clang::LabelStmt>(first)->getDecl() != label)
      first = llvm::cast<clang::LabelStmt>(first)->getSubStmt();
    if (is_first) {
      if (llvm::isa<clang::LabelStmt>(first))
        Store(flag, Operand::Int(0), unit_.ast().IntTy);
      continue;
    }
    const LabelTarget target = labels_.find(label)->second;
    If(Load(flag, unit_.ast().IntTy), [&] {
      if (target.flag == rir::kNone)
        Store(flag, Operand::Int(0), unit_.ast().IntTy);
      Emit(rir::BreakOp{target.loop});
    });
  }
}

// The flags of the labels in the statement that gotos outside of it lead to.
std::vector<rir::RegionId> Body::EntriesOf(const Stmt* stmt) const {
  std::vector<const LabelDecl*> labels;
  if (!entries_.empty())
    CollectLabels(stmt, labels);
  std::vector<rir::RegionId> flags;
  for (const LabelDecl* label : labels)
    if (const auto entry = entries_.find(label); entry != entries_.end())
      flags.push_back(entry->second);
  return flags;
}

// Whether control is on its way to a label in the statement.
Operand Body::IsEntered(const Stmt* stmt) {
  Operand any = Operand::Int(0);
  for (const rir::RegionId flag : EntriesOf(stmt)) {
    const Operand one = Load(Operand::Region(flag), unit_.ast().IntTy);
    any = any.kind == rir::OperandKind::Int ? one : Compute(rir::Opcode::LOr, {any, one}, Int());
  }
  return any;
}

// Whether the function is given up because a goto leads into a statement that is no block, branch or loop.
bool Body::FailsIfEntered(const Stmt* stmt) {
  if (entries_.empty() || CanBeEntered(stmt) || EntriesOf(stmt).empty())
    return false;
  Fail(stmt, "goto into a block");
  return true;
}

// The value of a test, which is not made where control is on its way to a label behind it: 1 then if that lies in
// `taken`.
Operand Body::TestUnlessEntered(const clang::Expr* test, const Stmt* whole, const Stmt* taken) {
  const clang::QualType type = unit_.ast().IntTy;
  const Operand result = Operand::Region(Temporary(type));
  Store(result, IsEntered(taken), type);
  If(Compute(rir::Opcode::LNot, {IsEntered(whole)}, Int()),
     [&] { InFullExpression([&] { Store(result, Truth(Value(test), test->getType()), type); }); });
  return Load(result, type);
}

// A statement that is no statement of a block may have labels too.
void Body::Part(const Stmt* stmt) {
  if (llvm::isa_and_nonnull<clang::LabelStmt>(stmt))
    Sequence({&stmt, 1});
  else
    Statement(stmt);
}

void Body::Goto(const clang::GotoStmt* stmt) {
  const auto target = labels_.find(stmt->getLabel());
  if (target == labels_.end())
    return Fail(stmt, "goto into a block");
  if (target->second.flag != rir::kNone)
    Store(Operand::Region(target->second.flag), Operand::Int(1), unit_.ast().IntTy);
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
