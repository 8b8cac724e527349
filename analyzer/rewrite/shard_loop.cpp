// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/rewrite/shard_loop.h"

#include "analyzer/rewrite/shard_sums.h"

namespace detrain::rewrite {

using namespace clang;

namespace {

class Reader {
 public:
  explicit Reader(const ShardText& text) : text_(text) {}

  bool HeadOf(const ForStmt& loop, Head& head) const {
    const Expr* first = nullptr;
    if (const auto* declared = dyn_cast_or_null<DeclStmt>(loop.getInit()); declared && declared->isSingleDecl()) {
      head.counter = dyn_cast<VarDecl>(declared->getSingleDecl());
      first = head.counter != nullptr ? head.counter->getInit() : nullptr;
    } else if (const auto* set = dyn_cast_or_null<BinaryOperator>(loop.getInit()); set && set->isAssignmentOp()) {
      head.counter = VariableOf(set->getLHS());
      first = set->getRHS();
      head.is_outside = true;
    }
    const auto* test = dyn_cast_or_null<BinaryOperator>(loop.getCond());
    if (first == nullptr || test == nullptr || !head.counter->getType()->isIntegerType())
      return false;
    const bool is_left = VariableOf(test->getLHS()) == head.counter;
    const BinaryOperatorKind kind =
        is_left ? test->getOpcode() : BinaryOperator::reverseComparisonOp(test->getOpcode());
    const std::string end = text_.TextOf(is_left ? test->getRHS() : test->getLHS());
    head.first = text_.TextOf(first);
    const bool is_up = kind == BO_LT || kind == BO_LE;
    if ((!is_up && kind != BO_GT && kind != BO_GE) || end.empty() || head.first.empty() || !StepOf(loop, head))
      return false;
    head.end = kind == BO_LE ? "(int64_t)(" + end + ") + 1" : kind == BO_GE ? "(int64_t)(" + end + ") - 1" : end;
    head.compare = is_up ? "<" : ">";
    head.advance = text_.TextOf(loop.getInc());
    return !head.advance.empty();
  }

  bool StepOf(const ForStmt& loop, Head& head) const {
    const Expr* step = loop.getInc() != nullptr ? loop.getInc()->IgnoreParenImpCasts() : nullptr;
    if (const auto* unary = dyn_cast_or_null<UnaryOperator>(step)) {
      head.step = unary->isIncrementOp() ? "1" : "-1";
      return unary->isIncrementDecrementOp() && VariableOf(unary->getSubExpr()) == head.counter;
    }
    const auto* update = dyn_cast_or_null<BinaryOperator>(step);
    if (update == nullptr || (update->getOpcode() != BO_AddAssign && update->getOpcode() != BO_SubAssign))
      return false;
    const std::string by = text_.TextOf(update->getRHS());
    head.step = update->getOpcode() == BO_AddAssign ? by : "-(int64_t)(" + by + ")";
    return !by.empty() && VariableOf(update->getLHS()) == head.counter;
  }

  // `collapse` makes counters private that are declared outside.
  static bool InnerCounters(const OMPLoopDirective& directive, LoopText& out) {
    const std::vector<const ForStmt*> loops = LoopsOf(directive);
    for (std::size_t depth = 1; depth < loops.size(); ++depth) {
      const auto* set = dyn_cast_or_null<BinaryOperator>(loops[depth]->getInit());
      const VarDecl* counter = set != nullptr ? VariableOf(set->getLHS()) : nullptr;
      if (counter != nullptr)
        out.inner.push_back(counter);
    }
    return !loops.empty();
  }

 private:
  const ShardText& text_;
};

}  // namespace

const ForStmt* LoopOf(const OMPLoopDirective& directive) {
  return dyn_cast_or_null<ForStmt>(directive.getRawStmt()->IgnoreContainers());
}

std::vector<const ForStmt*> LoopsOf(const OMPLoopDirective& directive) {
  std::vector<const ForStmt*> loops;
  for (const ForStmt* at = LoopOf(directive); at != nullptr;) {
    loops.push_back(at);
    if (loops.size() == directive.getLoopsNumber())
      return loops;
    at = dyn_cast<ForStmt>(at->getBody()->IgnoreContainers());
  }
  return {};
}

std::optional<LoopPlaces> PlacesOf(const Unit& unit, const OMPLoopDirective& directive, const ForStmt& loop) {
  const auto begin = unit.At(directive.getBeginLoc()), head = unit.At(loop.getForLoc()),
             body = unit.Before(loop.getBody()), end = unit.Behind(loop.getBody());
  if (!begin || !head || !body || !end || begin->file != body->file || body->file != end->file ||
      !unit.IsUsers(begin->file))
    return std::nullopt;
  return LoopPlaces{*begin, *head, *body, *end, isa<CompoundStmt>(loop.getBody())};
}

std::optional<LoopText> ReadLoop(const ShardText& text, const OMPLoopDirective& directive, const ForStmt& loop) {
  const Reader reader(text);
  const auto places = PlacesOf(text.unit(), directive, loop);
  LoopText out;
  if (!places || !reader.HeadOf(loop, out.head) || !Reader::InnerCounters(directive, out))
    return std::nullopt;
  static_cast<LoopPlaces&>(out) = *places;
  return out;
}

}  // namespace detrain::rewrite
