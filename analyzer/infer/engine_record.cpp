// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is noted of a loop while the step loop is looked for: the float buffers that its iterations update.
#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <unordered_map>

#include "analyzer/infer/arithmetic.h"
#include "analyzer/infer/engine.h"
#include "analyzer/infer/reached.h"
#include "analyzer/rir/fields.h"

namespace detrain::infer {

namespace {

constexpr std::size_t kMaxComparisons = 64;  // of what an iteration reads and writes of one object

using Updates = std::set<Buffer> LoopRecord::*;

// Whether no loop of the program's own updates anything, or nothing but `besides`: the library's move elements about (a
// heap's).
bool HaveNone(const std::map<const rir::LoopOp*, LoopRecord>& loops, Updates besides = nullptr) {
  return std::ranges::none_of(loops, [&](const auto& entry) {
    const LoopRecord& record = entry.second;
    const auto counts = [&](const Buffer& b) { return besides == nullptr || !(record.*besides).contains(b); };
    return std::ranges::any_of(record.updated, counts) &&
           (record.function == nullptr || !rir::IsStandardName(record.function->name));
  });
}

}  // namespace

LoopRecord& Engine::RecordOf(const rir::Op& op, const rir::LoopOp& data) {
  LoopRecord& record = loops[&data];
  if (record.loop == nullptr)
    record.always_around = {active_loops_.begin(), active_loops_.end()};
  std::erase_if(record.always_around, [&](const rir::LoopOp* outer) {
    return std::ranges::find(active_loops_, outer) == active_loops_.end();
  });
  record.function = stack_.back().function;
  record.loop = &data;
  record.location = op.location;
  for (const rir::LoopOp* outer : active_loops_) {
    record.around.insert(outer);
    loops[outer].inside.insert(&data);
  }
  return record;
}

// A single number, or a copy.
bool Engine::IsWeakUpdate(const Write& w) {
  const Object& o = objects[w.object];
  const auto extent = o.extent == kNoExpr ? std::nullopt : pool.AsConstant(o.extent);
  const bool is_one = w.low != kNoExpr && pool.AsConstant(w.low);  // not that of one of many elements
  const auto bytes = w.length == kNoExpr ? std::nullopt : pool.AsConstant(w.length);
  const bool is_member = is_one && bytes && *bytes <= 16 && pool.Sub(w.high, w.low) == w.length;
  const bool is_array = o.element != rir::kNone && TypeAt(o.element).kind == rir::TypeKind::Array;
  return w.kind == WriteKind::CopiedFloat || is_member ||
         (extent && *extent <= 16 && o.kind == ObjectKind::Variable && !is_array);
}

// Where the pointers that are read there may lead: what is known of the very place, or else of all that are alike.
std::set<ObjectId> Engine::TargetsAt(const Contents& from, const Read& r) {
  std::set<ObjectId> targets;
  const auto add = [&](const Value& v) {
    for (const Alternative& a : v.alternatives)
      if (!a.is_null)
        targets.insert(a.target.object);
  };
  const auto exact = std::ranges::find(from.cells, r.offset, &Cell::offset);
  if (exact != from.cells.end()) {
    add(exact->value);
    return targets;
  }
  const std::uint64_t leaf = LeafAt(r.object, r.offset, r.low, r.high);
  const auto is_there = [&](std::uint64_t at) { return at == leaf || at == kAnywhere || leaf == kAnywhere; };
  for (const auto& [at, value] : from.any)
    if (is_there(at))
      add(value);
  for (const Cell& cell : from.cells)
    if (is_there(LeafAt(r.object, cell.offset, kNoExpr)))
      add(cell.value);
  return targets;
}

bool Engine::LeadsTo(const Contents& from, ObjectId block) {
  const auto leads = [&](const Value& v) {
    return std::ranges::any_of(v.alternatives,
                               [&](const Alternative& a) { return !a.is_null && a.target.object == block; });
  };
  return std::ranges::any_of(from.any, [&](const auto& entry) { return leads(entry.second); }) ||
         std::ranges::any_of(from.cells, [&](const Cell& cell) { return leads(cell.value); });
}

void Engine::NoteBeginning(ExprId place, ExprId began) {
  const auto grid = GridOf(place);
  const AtomId atom = grid ? grid->atom : *pool.AsAtom(place);
  if (options_.step_loop != nullptr)
    return;
  const bool is_scaled = grid && grid->stride != 1;
  const auto count = is_scaled
                         ? pool.DivideTerms(pool.Sub(began, pool.Constant(grid->rest)), pool.Constant(grid->stride))
                         : std::nullopt;
  if (!is_scaled)
    began_[atom].push_back(grid ? pool.Sub(began, pool.Constant(grid->rest)) : began);
  else if (count && pool.IsZero(count->remainder))
    began_[atom].push_back(count->quotient);
}

// What the pass that noted reads and writes says of a loop.
class Engine::LoopRecorder {
 public:
  LoopRecorder(Engine& engine, const Pass& pass, const LoopMemory& known, LoopRecord& record)
      : engine_(engine),
        pool_(engine.pool),
        pass_(pass),
        record_(record),
        made_(rir::DeclaredIn(*record.function, record.loop->body)) {
    for (const auto& [where, change] : known.changed)
      FindWalker(where.first, where.second);
  }

  void Record() {
    for (const Read& r : pass_.level.pending)
      floats_[engine_.BufferOf(r)].reads.push_back(&r);
    for (const Write& w : pass_.level.writes)
      if (w.kind != WriteKind::Other)
        floats_[engine_.BufferOf(w)].writes.push_back(&w);
    MergeUnclear();
    std::set<Buffer> picked;
    bool rereads = false;
    for (const auto& [buffer, accesses] : floats_) {
      if (accesses.writes.empty() || IsOutOfReach(buffer.object))
        continue;
      if (!IsCarried(buffer, accesses))
        RecordOverwritten(buffer, accesses);
      else if (RecordUpdate(buffer, accesses))
        picked.insert(buffer);
      rereads = rereads || (picked.contains(buffer) && IsReread(buffer, accesses));
    }
    if (rereads)
      record_.picked.insert(picked.begin(), picked.end());
    record_.ended = engine_.reads_;
  }

 private:
  struct Accesses {
    std::vector<const Read*> reads;
    std::vector<const Write*> writes;
  };
  enum class Place : std::uint8_t { Same, Picked, Moving };

  // Where an access may meet any buffer of an object, they count as one.
  void MergeUnclear() {
    for (auto it = floats_.begin(); it != floats_.end();) {
      const auto all = floats_.find({it->first.object, kAnywhere});
      if (all == floats_.end() || all == it) {
        ++it;
        continue;
      }
      all->second.reads.insert(all->second.reads.end(), it->second.reads.begin(), it->second.reads.end());
      all->second.writes.insert(all->second.writes.end(), it->second.writes.begin(), it->second.writes.end());
      it = floats_.erase(it);
    }
  }

  // An index that an iteration moves on, though not always by the same amount; a pointer that it moves.
  void FindWalker(ObjectId id, const std::pair<ExprId, std::uint64_t>& at) {
    const Cell* first = pass_.head.Of(id).CellAt(at.first, at.second);
    const Cell* last = pass_.ran.end ? pass_.ran.end->Of(id).CellAt(at.first, at.second) : nullptr;
    if (first == nullptr || last == nullptr)
      return;
    for (const Alternative& a : first->value.alternatives)
      if (const auto grid = a.is_null ? std::nullopt : engine_.GridOf(a.target.offset))
        walkers_.insert(grid->atom);
    if (IsCursor(id) && GoesOn(first->value, last->value))
      for (const Alternative& a : first->value.alternatives)
        if (!a.is_null)
          linked_.insert(a.target.object);
    if (!first->value.HasNumber() || !last->value.HasNumber())
      return;
    const auto atom = pool_.AsAtom(first->value.number);
    const auto linear = atom ? pool_.LinearIn(last->value.number, *atom) : std::nullopt;
    if (linear && linear->slope == pool_.One() && !pool_.IsZero(linear->rest))
      walkers_.insert(*atom);
  }

  // A pointer or an iterator that outlives an iteration. Where the first node of a list changes, no iteration goes on.
  [[nodiscard]] bool IsCursor(ObjectId id) {
    const Object& o = engine_.objects[id];
    return o.kind == ObjectKind::Variable && o.element != rir::kNone && engine_.IsAutomatic(o.region) &&
           LivesAtTop(id) && engine_.TypeAt(o.element).size <= 2 * sizeof(void*);
  }

  // From one of several records to another that the first one holds a pointer to.
  [[nodiscard]] bool GoesOn(const Value& from, const Value& to) const {
    const auto holds = [&](const Alternative& record, const Alternative& next) {
      return !record.is_null && Engine::LeadsTo(pass_.head.Of(record.target.object), next.target.object);
    };
    const auto is_next = [&](const Alternative& next) {
      return next.is_null ||
             std::ranges::any_of(from.alternatives, [&](const Alternative& record) { return holds(record, next); });
    };
    const auto is_several = [&](const Alternative& a) {
      return !a.is_null && engine_.objects[a.target.object].IsSeveral();
    };
    return !to.alternatives.empty() && std::ranges::all_of(to.alternatives, is_next) &&
           (from.alternatives.size() > 1 || std::ranges::any_of(from.alternatives, is_several));
  }

  // Whether what an iteration writes is what a later one may read.
  bool IsCarried(const Buffer& buffer, const Accesses& accesses) {
    const std::set<ExprId> written = PlacesOf(accesses);
    return std::any_of(accesses.reads.begin(), accesses.reads.end(),
                       [&](const Read* r) { return written.contains(r->offset); }) ||
           IsReread(buffer, accesses);
  }

  // Whether a later iteration may read it elsewhere than where it writes itself.
  bool IsReread(const Buffer& buffer, const Accesses& accesses) {
    const std::set<ExprId> written = PlacesOf(accesses);
    std::vector<const Read*> reads;
    std::copy_if(accesses.reads.begin(), accesses.reads.end(), std::back_inserter(reads),
                 [&](const Read* r) { return !written.contains(r->offset); });
    if (reads.empty() || engine_.objects[buffer.object].IsSeveral())
      return !reads.empty();
    if (reads.size() * accesses.writes.size() > kMaxComparisons)
      return true;
    return std::any_of(accesses.writes.begin(), accesses.writes.end(), [&](const Write* w) {
      const Write elsewhere = InAnotherIteration(*w);
      return std::any_of(reads.begin(), reads.end(), [&](const Read* r) { return !AreApart(*r, elsewhere); });
    });
  }

  // Whether no iteration can see what an earlier one has left there.
  bool IsOutOfReach(ObjectId id) {
    if (engine_.objects[id].kind != ObjectKind::Heap)
      return false;
    if (!reached_)
      reached_ = ReachedIn(pass_.head, [&](ObjectId root) { return LivesAtTop(root); });
    return !reached_->contains(id);
  }

  // Not so a variable that each iteration makes anew: its own, or one of a function that it calls.
  bool LivesAtTop(ObjectId id) {
    const Object& o = engine_.objects[id];
    const auto& here = engine_.stack_.back().path;
    if (o.kind != ObjectKind::Variable || !engine_.IsAutomatic(o.region))
      return o.kind != ObjectKind::Heap;
    if (o.path == here)
      return !made_.contains(o.region);
    return o.path.size() < here.size() || !std::equal(here.begin(), here.end(), o.path.begin());
  }

  static std::set<ExprId> PlacesOf(const Accesses& accesses) {
    std::set<ExprId> written;
    for (const Write* w : accesses.writes)
      written.insert(w->offset);
    return written;
  }

  // The write as another iteration makes it: every number that the iteration makes is another one there.
  Write InAnotherIteration(const Write& w) {
    std::unordered_map<AtomId, ExprId> others;
    const auto rename = [&](ExprId e) {
      for (const AtomId a : pool_.AllAtoms(e))
        if (IsOwn(a) && !others.contains(a))
          others[a] = Another(a);
      return pool_.Replace(e, others);
    };
    Write out = w;
    if (IsTold(w.offset))
      out.offset = rename(w.offset);
    else
      out.length = kNoExpr;
    auto facts = std::make_shared<Facts>();
    if (w.facts) {
      for (const ExprId e : w.facts->at_least_zero)
        facts->at_least_zero.push_back(rename(e));
      for (const ExprId e : w.facts->zero)
        facts->zero.push_back(rename(e));
    }
    out.facts = std::move(facts);
    return out;
  }

  [[nodiscard]] bool IsOwn(AtomId a) const { return a >= pass_.iteration && pool_.At(a).op == AtomOp::Symbol; }

  ExprId Another(AtomId a) {
    const bool counts = pool_.At(a).is_iteration;
    const ExprId e = pool_.Fresh("another");
    if (counts)
      pool_.SetLower(*pool_.AsAtom(e), pool_.Zero());
    return e;
  }

  // Whether no content that the iteration makes is in the expression.
  [[nodiscard]] bool IsTold(ExprId e) const {
    const std::uint64_t first_version = pool_.At(pass_.iteration).detail[0];
    const auto atoms = pool_.AllAtoms(e);
    return std::none_of(atoms.begin(), atoms.end(), [&](AtomId a) {
      return pool_.At(a).op == AtomOp::Memory && pool_.At(a).detail[1] >= first_version;
    });
  }

  // Whether the bytes are certainly others: those of another member, or another part of the block.
  bool AreApart(const Read& r, const Write& w) {
    if (r.low != kNoExpr && w.low != kNoExpr && Follows(r.low, w.high, *r.facts, *w.facts))
      return true;
    if (r.low != kNoExpr && w.low != kNoExpr && Follows(w.low, r.high, *r.facts, *w.facts))
      return true;
    if (r.length == kNoExpr || w.length == kNoExpr || !IsTold(r.offset))
      return false;
    return Follows(w.offset, pool_.Add(r.offset, r.length), *r.facts, *w.facts) ||
           Follows(r.offset, pool_.Add(w.offset, w.length), *r.facts, *w.facts);
  }

  // Whether a >= b.
  bool Follows(ExprId a, ExprId b, const Facts& first, const Facts& second) {
    const ExprId gap = pool_.Sub(a, b);
    if (const auto distance = pool_.AsConstant(gap))
      return *distance >= 0;
    Facts both = first;
    both.at_least_zero.insert(both.at_least_zero.end(), second.at_least_zero.begin(), second.at_least_zero.end());
    both.zero.insert(both.zero.end(), second.zero.begin(), second.zero.end());
    return Prover(pool_, both).AtLeastZero(gap);
  }

  void RecordOverwritten(const Buffer& buffer, const Accesses& accesses) {
    record_.overwritten.insert(buffer);
    for (const Write* w : accesses.writes)
      Merge(record_.looked_at, w->deps);
    if (std::any_of(accesses.writes.begin(), accesses.writes.end(),
                    [&](const Write* w) { return !engine_.IsWeakUpdate(*w) && PlaceOf(w->offset) != Place::Same; }))
      record_.partial.insert(buffer);
  }

  // True where the elements that an iteration updates are picked by a table.
  bool RecordUpdate(const Buffer& buffer, const Accesses& accesses) {
    Place place = Place::Same;
    bool is_strong = false;
    for (const Write* w : accesses.writes) {
      Merge(record_.depends[buffer], w->deps);
      if (engine_.IsWeakUpdate(*w)) {
        NoteWeak(buffer, *w);
        continue;
      }
      is_strong = true;
      place = std::max({place, PlaceOf(w->offset), WhichOf(w->object)});
    }
    const auto is_computed = [&](const Write* w) { return w->kind == WriteKind::Float && IsFromItself(*w); };
    (std::ranges::any_of(accesses.writes, is_computed) ? record_.computed : record_.appended).insert(buffer);
    if (!is_strong)
      return false;
    (place == Place::Same ? record_.updated : record_.partial).insert(buffer);
    if (place == Place::Same && IsReread(buffer, accesses))
      record_.reread.insert(buffer);
    return place == Place::Picked;
  }

  void NoteWeak(const Buffer& buffer, const Write& w) {
    const bool is_same = PlaceOf(w.offset) == Place::Same && WhichOf(w.object) == Place::Same;
    (is_same ? record_.weak : record_.weak_parts).insert(buffer);
    if (w.kind == WriteKind::CopiedFloat && IsFromItself(w) && IsWhole(w) && WhichOf(w.object) == Place::Same)
      record_.copied.insert(buffer);
  }

  [[nodiscard]] bool IsFromItself(const Write& w) const {
    return std::any_of(w.deps.begin(), w.deps.end(), [&](std::uint32_t d) {
      return engine_.sources[d].kind == SourceKind::Cell && engine_.sources[d].object == w.object;
    });
  }

  // All of an object, or of a member.
  [[nodiscard]] bool IsWhole(const Write& w) const {
    const bool is_member = w.low != kNoExpr && w.length == pool_.Sub(w.high, w.low);
    return w.length != kNoExpr && (is_member || w.length == engine_.objects[w.object].extent);
  }

  // Which of several blocks an iteration updates: `layers[i].w` is another one in each, and so is what hangs on it.
  Place WhichOf(ObjectId block) {
    if (linked_.contains(block))
      return Place::Moving;
    const bool is_new = which_.emplace(block, Place::Same).second;  // a cycle adds nothing
    if (is_new && IsOneOfSeveral(block))
      which_[block] = Place::Moving;
    return which_[block];
  }

  bool IsOneOfSeveral(ObjectId block) {
    const bool is_many = engine_.objects[block].many;
    std::set<ObjectId> owners;  // that the iterations take one after the other
    for (const Read& r : pass_.level.pending) {
      if (r.object == block)
        continue;
      const std::set<ObjectId> targets = engine_.TargetsAt(pass_.head.Of(r.object), r);
      if (!targets.contains(block))
        continue;
      const bool is_owner = PlaceOf(r.offset) == Place::Same;
      if (is_owner && WhichOf(r.object) == Place::Same)
        continue;
      if (is_many || targets.size() > 1)
        return true;
      if (is_owner && IsTakenInTurn(r))
        owners.insert(r.object);
    }
    // What all of them lead to is the same for each of them.
    return owners.size() == 1 && !engine_.objects[*owners.begin()].IsSeveral();
  }

  // Whether the same load reads from another owner too: `now->w` does, where `now` walks along the owners; `a->w` does
  // not, although `a` is one of them.
  bool IsTakenInTurn(const Read& r) {
    return std::ranges::any_of(pass_.level.pending, [&](const Read& other) {
      return other.location == r.location && other.object != r.object && WhichOf(other.object) != Place::Same;
    });
  }

  // How the place hangs on the iteration number: through what a table holds there, or by itself. Where it is only
  // chosen by it, among places that are the same for all iterations (`k % 2 ? a : b`), it counts as the same.
  [[nodiscard]] Place PlaceOf(ExprId e) {
    Place place = Place::Same;
    for (const AtomId a : pool_.TopAtoms(e))
      place = std::max(place, PlaceOfAtom(a));
    return place;
  }

  [[nodiscard]] Place PlaceOfAtom(AtomId a) {
    const auto known = places_.find(a);
    return known != places_.end() ? known->second : places_[a] = FindPlace(a);
  }

  Place FindPlace(AtomId a) {
    const Atom& atom = pool_.At(a);
    if (a == pass_.iteration || walkers_.contains(a))
      return Place::Moving;
    if (IsTruth(atom.op))
      return Place::Same;
    if (atom.op == AtomOp::Select)
      return std::max(PlaceOf(atom.args[1]), PlaceOf(atom.args[2]));
    Place place = Place::Same;
    if (const auto began = engine_.began_.find(a); began != engine_.began_.end())
      for (const ExprId e : began->second)
        place = std::max(place, PlaceOf(e));
    for (const ExprId e : atom.args)
      place = std::max(place, PlaceOf(e));
    if (atom.op != AtomOp::Memory || place == Place::Same)
      return place;
    return IsSameAround(atom.args[0]) ? Place::Picked : Place::Moving;
  }

  // Whether each iteration of the loop around this one has the same entries of a table.
  [[nodiscard]] bool IsSameAround(ExprId entry) const {
    if (engine_.iterations_.empty())
      return true;
    const auto atoms = pool_.AllAtoms(entry);
    return std::none_of(atoms.begin(), atoms.end(), [&](AtomId a) {
      return a >= engine_.iterations_.back() && a < pass_.iteration && pool_.At(a).op == AtomOp::Symbol;
    });
  }

  Engine& engine_;
  ExprPool& pool_;
  const Pass& pass_;
  LoopRecord& record_;
  const std::set<rir::RegionId> made_;  // that an iteration declares
  std::set<AtomId> walkers_;
  std::set<ObjectId> linked_;  // of which the iterations take one after the other
  std::map<AtomId, Place> places_;
  std::map<ObjectId, Place> which_;
  std::map<Buffer, Accesses> floats_;
  std::optional<std::set<ObjectId>> reached_;  // at the top of an iteration
};

void Engine::NoteMade(LoopRecord& record, const LoopMemory& known, const State& entry) const {
  const auto existed = [&](ObjectId id) {
    return known.before_first ? known.before_first->contains(id) : entry.memory.contains(id);
  };
  const auto note = [&](ObjectId id) {
    if (IsMadeByOp(id) && !existed(id))
      record.made.insert(id);
  };
  for (const Buffer& buffer : record.updated) {
    note(buffer.object);
    if (const auto written = record.depends.find(buffer); written != record.depends.end())
      for (const std::uint32_t source : written->second)
        if (sources[source].kind == SourceKind::Cell)
          note(sources[source].object);
  }
}

// What the run updated, and with it the runs before.
void Engine::CloseRun(LoopRecord& record, std::set<Buffer> before) {
  record.runs.insert(record.updated);
  record.updated.merge(before);
}

void Engine::RecordLoop(const rir::Op& op, const rir::LoopOp& data, const State& entry, const Pass& pass) {
  LoopRecord& record = RecordOf(op, data);
  auto before = std::exchange(record.updated, {});
  LoopRecorder(*this, pass, MemoryOf(data), record).Record();
  NoteMade(record, MemoryOf(data), entry);
  CloseRun(record, std::move(before));
  const auto trips = TripCount(pass.iteration, pass.ran, pass.head.facts);
  const auto count = trips ? pool.AsConstant(*trips) : std::nullopt;
  record.repeats = record.repeats || (pass.ran.end && (!count || *count > 1));
}

// Buffers of an object that some loop does not tell apart are one in all.
void Engine::MergeBuffers() {
  std::set<ObjectId> unclear;
  const auto members = [](LoopRecord& r) {
    return std::array{&r.updated,  &r.weak,   &r.weak_parts,  &r.reread, &r.appended,
                      &r.computed, &r.copied, &r.overwritten, &r.picked, &r.partial};
  };
  for (auto& [loop, record] : loops)
    for (const std::set<Buffer>* buffers : members(record))
      for (const Buffer& b : *buffers)
        if (b.leaf == kAnywhere)
          unclear.insert(b.object);
  const auto merged = [&](const Buffer& b) { return unclear.contains(b.object) ? Buffer{b.object, kAnywhere} : b; };
  for (auto& [loop, record] : loops) {
    for (std::set<Buffer>* buffers : members(record)) {
      std::set<Buffer> out;
      std::ranges::transform(*buffers, std::inserter(out, out.end()), merged);
      *buffers = std::move(out);
    }
    std::set<std::set<Buffer>> runs;
    for (const std::set<Buffer>& run : record.runs) {
      std::set<Buffer> out;
      std::ranges::transform(run, std::inserter(out, out.end()), merged);
      runs.insert(std::move(out));
    }
    record.runs = std::move(runs);
    std::map<Buffer, Deps> depends;
    for (const auto& [buffer, deps] : record.depends)
      Merge(depends[merged(buffer)], deps);
    record.depends = std::move(depends);
  }
}

// Of what was not noted run by run, one run makes all.
void Engine::SettleRuns(LoopRecord& record) {
  std::set<Buffer> all;
  for (const std::set<Buffer>& run : record.runs)
    all.insert(run.begin(), run.end());
  if (all != record.updated)
    record.runs = {record.updated};
}

// What counts as an update where no loop computes a buffer in place.
void Engine::SettleRecords() {
  MergeBuffers();
  for (auto& [loop, record] : loops)
    for (const Buffer& buffer : record.computed)
      record.appended.erase(buffer);
  const auto trains = [](const auto& entry) { return entry.second.repeats && !entry.second.updated.empty(); };
  if (std::any_of(loops.begin(), loops.end(), trains))
    for (auto& [loop, record] : loops)
      if (!record.repeats)
        record.updated = {};
  only_copies = HaveNone(loops, &LoopRecord::appended) && std::ranges::any_of(loops, [](const auto& l) {
                  return !l.second.copied.empty() || !l.second.appended.empty();
                });
  // A step may compute a trial and copy it where it is better: what its loops accumulate is a part of that.
  const auto accumulates = [&](const rir::LoopOp* inner) { return loops.at(inner).reread.empty(); };
  for (auto& [loop, record] : loops)
    if (record.updated.empty() && std::all_of(record.inside.begin(), record.inside.end(), accumulates))
      record.updated = record.reread = record.copied;
  // The last two: its parameters are single numbers.
  for (const Updates less : {&LoopRecord::picked, &LoopRecord::weak, &LoopRecord::weak_parts})
    if (HaveNone(loops))
      for (auto& [loop, record] : loops)
        if (record.updated.empty())
          record.updated = record.*less;
  for (auto& [loop, record] : loops)
    SettleRuns(record);
}

}  // namespace detrain::infer
