// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Short loops that are run as they are.
#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <utility>

#include "analyzer/infer/engine.h"
#include "analyzer/infer/pieces.h"

namespace detrain::infer {

namespace {

constexpr std::int64_t kMaxUnrolled = 32;
constexpr std::uint64_t kMaxUnrolledSteps = 20000;
constexpr std::uint64_t kLeastNumber = 4;  // bytes: smaller ones are text

}  // namespace

// Only tables of pointers and of integers (the sizes of tensors), allocations and sums of integers are worth it:
// unrolling other stores to an array would break its run into pieces.
bool Engine::WorthUnrolling(const rir::Function& f, rir::BlockId block, int depth) const {
  bool integers_only = true, counts = false;
  for (const rir::Op& op : f.blocks[block].ops) {
    switch (op.Kind()) {
      case rir::OpKind::Store: {
        const bool is_variable = std::get<rir::StoreOp>(op.data).address.kind == rir::OperandKind::Region;
        if (IsPointer(op.type) && !is_variable)
          return true;
        const bool is_number = IsInt(op.type) && SizeOf(op.type) >= kLeastNumber;
        integers_only = integers_only && (is_variable || is_number) && depth == 0;
        counts = counts || IsInt(op.type);
        break;
      }
      case rir::OpKind::Alloc:
        if (std::get<rir::AllocOp>(op.data).callee != "vla")  // gone at the end of the iteration
          return true;
        integers_only = false;
        break;
      case rir::OpKind::Call: {
        integers_only = false;
        const auto& callee = std::get<rir::CallOp>(op.data).callee;
        if (depth == 0 && callee.kind == rir::OperandKind::Function && module_.functions[callee.id].is_defined) {
          const rir::Function& g = module_.functions[callee.id];
          const auto allocates = [](const rir::Op& o) { return o.Kind() == rir::OpKind::Alloc; };
          if (std::any_of(g.blocks[g.body].ops.begin(), g.blocks[g.body].ops.end(), allocates))
            return true;
        }
        break;
      }
      case rir::OpKind::Load:
      case rir::OpKind::Compute:
      case rir::OpKind::Declare:
        break;
      default:
        integers_only = false;
    }
  }
  return integers_only && counts;
}

// The number that an operand of a test's comparison is, where that is seen without running the test: a constant, or
// what a variable holds.
std::optional<ExprId> Engine::Glance(const rir::Operand& o, rir::BlockId test, const State& state) {
  if (o.kind == rir::OperandKind::Int)
    return pool.Constant(o.integer);
  if (o.kind != rir::OperandKind::Value)
    return std::nullopt;
  for (const rir::Op& op : stack_.back().function->blocks[test].ops) {
    if (op.Kind() != rir::OpKind::Load && op.Kind() != rir::OpKind::Compute)
      return std::nullopt;
    if (op.result != o.id)
      continue;
    const auto* load = std::get_if<rir::LoadOp>(&op.data);
    if (load == nullptr || load->address.kind != rir::OperandKind::Region || !IsInt(op.type))
      return std::nullopt;
    for (const Cell& cell : state.Of(VariableOf(load->address.id)).cells)
      if (pool.IsZero(cell.offset) && cell.size == SizeOf(op.type) && cell.value.kind == Value::Kind::Int &&
          cell.value.number != kNoExpr)
        return cell.value.number;
    return std::nullopt;
  }
  return std::nullopt;
}

// How far two pointers into one object are apart, in elements.
std::optional<std::int64_t> Engine::ElementsBetween(const Value& a, const Value& b) {
  if (a.alternatives.size() != 1 || b.alternatives.size() != 1 || a.alternatives[0].is_null ||
      b.alternatives[0].is_null || a.alternatives[0].target.object != b.alternatives[0].target.object)
    return std::nullopt;
  const Target& place = a.alternatives[0].target;
  const auto bytes = pool.AsConstant(pool.Sub(place.offset, b.alternatives[0].target.offset));
  const rir::TypeId type = Innermost(objects[place.object].element);
  const auto size = static_cast<std::int64_t>(type == rir::kNone ? 1 : SizeOf(type));
  return bytes && size > 0 ? std::optional(*bytes / size) : std::nullopt;
}

// What the loop's test compares before the first iteration, and what it comes to. Nothing is noted of it.
std::optional<Engine::Comparison> Engine::Probe(const rir::LoopOp& data, const rir::Op& condition, const State& state) {
  const auto mark = levels_.back().pending.size(), written = levels_.back().writes.size();
  const Notes before = NotesNow();
  compared_ = {};
  Flow probe = Exec(stack_.back().function->blocks[data.test], state);
  levels_.back().pending.resize(mark);
  levels_.back().writes.resize(written);
  Forget(before);
  if (!probe.next)
    return std::nullopt;
  Comparison out{{}, {}, Operand(data.condition)};
  if (const auto* compare = std::get_if<rir::ComputeOp>(&condition.data);
      compare != nullptr && compare->args.size() == 2)
    std::tie(out.left, out.right) = std::pair(Operand(compare->args[0]), Operand(compare->args[1]));
  else if (condition.Kind() == rir::OpKind::Call)  // iterators are compared by functions
    std::tie(out.left, out.right) = compared_;
  return out;
}

// A walk along a chain of records: the test asks whether a pointer that leads to one is null.
bool Engine::WalksChain(const Comparison& test) {
  const auto leads_to_one = [](const Value& v) {
    return v.kind == Value::Kind::Pointer && v.alternatives.size() == 1 && !v.alternatives[0].is_null;
  };
  const auto is_null = [](const Value& v) {
    return v.kind == Value::Kind::Pointer && v.alternatives.size() == 1 && v.alternatives[0].is_null;
  };
  return leads_to_one(test.truth) || (leads_to_one(test.left) && is_null(test.right)) ||
         (leads_to_one(test.right) && is_null(test.left));
}

// Whether the loop's test compares numbers that are no more than kMaxUnrolled apart before the first iteration, or asks
// whether there is a next record.
Engine::Length Engine::LengthOf(const rir::LoopOp& data, const State& state) {
  if (!options_.unrolls || data.kind != rir::LoopKind::TestFirst || data.condition.kind != rir::OperandKind::Value)
    return Length::Unknown;
  const auto& ops = stack_.back().function->blocks[data.test].ops;
  const auto condition = std::ranges::find(ops, data.condition.id, &rir::Op::result);
  if (condition == ops.end())
    return Length::Unknown;
  const auto apart = [&](ExprId a, ExprId b) {
    const auto distance = pool.AsConstant(pool.Sub(a, b));
    return distance && std::abs(*distance) <= kMaxUnrolled ? Length::Short : Length::Unknown;
  };
  const auto* compare = std::get_if<rir::ComputeOp>(&condition->data);
  const bool compares = compare != nullptr && compare->args.size() == 2;
  if (compares) {
    const auto a = Glance(compare->args[0], data.test, state), b = Glance(compare->args[1], data.test, state);
    if (a && b)
      return apart(*a, *b);
  }
  if (!compares && condition->Kind() != rir::OpKind::Call && !IsPointer(condition->type))
    return Length::Unknown;
  const auto test = Probe(data, *condition, state);
  if (!test)
    return Length::Unknown;
  if (WalksChain(*test))
    return Length::Chain;
  if (const auto elements = ElementsBetween(test->left, test->right))
    return std::abs(*elements) <= kMaxUnrolled ? Length::Short : Length::Unknown;
  const bool are_numbers = test->left.HasNumber() && test->right.HasNumber();
  return are_numbers ? apart(test->left.number, test->right.number) : Length::Unknown;
}

// What an unrolled loop notes of its iterations, while the step loop is looked for: each on its own, as a loop that is
// not unrolled would.
class Engine::UnrolledRecord {
 public:
  UnrolledRecord(Engine& engine, const rir::Op& op, const rir::LoopOp& data) : engine_(engine), op_(op), data_(data) {}

  void Begin(State& state) {
    engine_.levels_.emplace_back();
    before_.clear();
    start_ = state;
    if (iteration_ == 0)
      entry_ = state;
    for (const auto& [id, contents] : state.memory)
      if (!contents->written.empty())
        before_[id] = std::exchange(state.Change(id).written, {});
  }

  void End(Iteration& ran) {
    Level level = std::move(engine_.levels_.back());
    engine_.levels_.pop_back();
    CountUpdates(level);
    Level& outer = engine_.levels_.back();
    for (Read& r : level.pending)
      if (!IsCovered(r))
        outer.pending.push_back(std::move(r));
    std::move(level.writes.begin(), level.writes.end(), std::back_inserter(outer.writes));
    for (std::optional<State>* s : {&ran.end, &ran.exit})
      if (*s)
        GiveBack(**s);
    for (State& s : ran.breaks)
      GiveBack(s);
    ran.rest.ForEachExit([&](State& s) { GiveBack(s); });
  }

  // Bytes that two iterations updated are updated from one to the next.
  void Finish() {
    LoopRecord& record = engine_.RecordOf(op_, data_);
    auto before = std::exchange(record.updated, {});
    for (const auto& [where, seen] : updates_)
      if (seen.count > 1) {
        (seen.is_weak ? record.weak : record.updated).insert(where.first);
        if (!seen.is_weak)
          record.reread.insert(where.first);
        Merge(record.depends[where.first], seen.deps);
      }
    engine_.NoteMade(record, engine_.MemoryOf(data_), entry_);
    CloseRun(record, std::move(before));
    record.overwritten.insert(overwritten_.begin(), overwritten_.end());
    record.partial.insert(partial_.begin(), partial_.end());
    Merge(record.looked_at, looked_at_);
    record.ended = engine_.reads_;
    record.repeats = record.repeats || iteration_ > 1;
  }

 private:
  struct Seen {
    int count = 0, last = -1;
    bool is_weak = false;
    Deps deps;
  };

  void CountUpdates(const Level& level) {
    ++iteration_;
    several_.clear();
    std::set<Buffer> carried;
    for (const Read& r : level.pending)
      carried.insert(engine_.BufferOf(r));
    for (const Write& w : level.writes) {
      if (w.kind == WriteKind::Other)
        continue;
      const Buffer buffer = engine_.BufferOf(w);
      if (!carried.contains(buffer) && !carried.contains({w.object, kAnywhere})) {
        overwritten_.insert(buffer);
        Merge(looked_at_, w.deps);
        continue;
      }
      if (IsOneOfSeveral(w.object, level)) {
        partial_.insert(buffer);
        continue;
      }
      const bool is_fixed = engine_.pool.AsConstant(w.offset).has_value();
      // Of several blocks that count as one, each iteration may update another.
      const ExprId place = engine_.objects[w.object].many ? FirstPointerTo(w.object, level) : kNoExpr;
      Seen& seen = updates_[{buffer, is_fixed && place == kNoExpr ? w.offset : place}];
      seen.count += seen.last != iteration_ ? 1 : 0;
      seen.last = iteration_;
      seen.is_weak = engine_.IsWeakUpdate(w);
      Merge(seen.deps, w.deps);
    }
  }

  // Where the iteration first read a pointer that leads to the block.
  [[nodiscard]] ExprId FirstPointerTo(ObjectId block, const Level& level) const {
    const auto reads = std::ranges::find_if(level.pending, [&](const Read& r) {
      return engine_.pool.AsConstant(r.offset) && engine_.LeadsTo(start_.Of(r.object), block);
    });
    return reads == level.pending.end() ? kNoExpr : reads->offset;
  }

  // Whether the iteration updates this block or another, as a table whose entries are not told apart has it.
  bool IsOneOfSeveral(ObjectId block, const Level& level) {
    const auto [known, is_new] = several_.emplace(block, false);  // a cycle adds nothing
    if (!is_new)
      return known->second;
    const bool is_one = std::ranges::any_of(level.pending, [&](const Read& r) {
      if (r.object == block)
        return false;
      const std::set<ObjectId> targets = engine_.TargetsAt(start_.Of(r.object), r);
      return targets.contains(block) && (targets.size() > 1 || IsOneOfSeveral(r.object, level));
    });
    return several_[block] = is_one;
  }

  bool IsCovered(const Read& r) const {
    const auto it = before_.find(r.object);
    return it != before_.end() && !engine_.objects[r.object].IsSeveral() && r.length != kNoExpr &&
           Covers(engine_.pool, *r.facts, it->second, r.offset, r.length);
  }

  void GiveBack(State& state) const {
    for (const auto& [id, pieces] : before_)
      if (state.memory.contains(id))
        engine_.WroteBefore(state, id, pieces);
  }

  Engine& engine_;
  const rir::Op& op_;
  const rir::LoopOp& data_;
  int iteration_ = 0;
  State entry_, start_;
  std::map<ObjectId, std::vector<Piece>> before_;
  std::map<std::pair<Buffer, ExprId>, Seen> updates_;
  std::set<Buffer> overwritten_, partial_;
  std::map<ObjectId, bool> several_;  // of what one iteration reached
  Deps looked_at_;                    // by what is written to those
};

// Runs a short loop as it is: tables of pointers, sums over the sizes of tensors, chains whose every link is known.
// False, and nothing noted, where it turns out to be long.
bool Engine::Unroll(const rir::Op& op, const rir::LoopOp& data, Length length, const State& state, Flow& flow,
                    std::optional<State>& next) {
  Level& level = levels_.back();
  const auto pending = level.pending.size(), writes = level.writes.size();
  const Notes before = NotesNow();
  const std::uint64_t began = steps;
  std::optional<UnrolledRecord> record;
  if (options_.step_loop == nullptr)
    record.emplace(*this, op, data);
  Flow collected;
  std::vector<State> exits;
  std::optional<State> current = state;
  bool good = true;
  active_loops_.push_back(&data);
  stack_.back().unrolled.push_back(0);
  for (int i = 0; current && good; ++i) {
    stack_.back().unrolled.back() = static_cast<std::uint32_t>(i);
    if (record)
      record->Begin(*current);
    Iteration ran = RunIteration(data, std::move(*current));
    if (record)
      record->End(ran);
    const bool is_decided = !ran.exit || !ran.end;
    std::vector<State> left = ran.TakeExits(collected);
    std::move(left.begin(), left.end(), std::back_inserter(exits));
    current = std::move(ran.end);
    good = i <= kMaxUnrolled + 1 && steps - began <= kMaxUnrolledSteps && (exits.size() <= 4 || !current) &&
           (is_decided || length != Length::Chain);
  }
  stack_.back().unrolled.pop_back();
  active_loops_.pop_back();
  if (!good) {
    Level& noted = levels_.back();
    noted.pending.resize(pending);
    noted.writes.resize(writes);
    Forget(before);
    return false;
  }
  if (record)
    record->Finish();
  flow.TakeExits(collected);
  next = JoinAll(std::move(exits));
  if (next)
    next->control = state.control;
  return true;
}

}  // namespace detrain::infer
