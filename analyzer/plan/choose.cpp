// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/plan/choose.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <vector>

#include "analyzer/plan/entered_loops.h"
#include "analyzer/plan/launch_loops.h"
#include "analyzer/plan/rank_loops.h"
#include "analyzer/plan/thread_loops.h"
#include "analyzer/rir/fields.h"

namespace detrain::plan {

namespace {

using infer::Buffer;
using infer::LoopRecord;
using Buffers = std::set<Buffer>;

bool MayBe(const infer::Source& source, const Buffer& buffer) {
  const bool is_any = source.leaf == infer::kAnywhere || buffer.leaf == infer::kAnywhere;
  return source.kind == infer::SourceKind::Cell && source.object == buffer.object &&
         (is_any || source.leaf == buffer.leaf);
}

// The buffers of `loop` whose values reach another that it writes: parameters, not what is only measured or averaged
// from them.
Buffers Reaching(const infer::Engine& engine, const LoopRecord& loop) {
  Buffers out;
  for (const auto& [to, deps] : loop.depends)
    for (std::uint32_t d : deps)
      for (const Buffer& from : loop.updated)
        if (from != to && MayBe(engine.sources[d], from))
          out.insert(from);
  for (std::uint32_t d : loop.looked_at)
    for (const Buffer& from : loop.updated)
      if (MayBe(engine.sources[d], from))
        out.insert(from);
  return out;
}

// Those, or all where there are none.
Buffers Parameters(const infer::Engine& engine, const LoopRecord& loop) {
  const Buffers reaching = Reaching(engine, loop);
  return reaching.empty() ? loop.updated : reaching;
}

bool Subset(const Buffers& a, const Buffers& b) {
  return std::includes(b.begin(), b.end(), a.begin(), a.end());
}

// Whether one iteration of `loop`, in a run that makes these updates, updates all of the buffers that are wanted of
// `outer`. A loop inside one that walks over the elements of a buffer, both inside `outer`, updates a part of it only.
// What `loop` overwrites before it reads it is no parameter: the code around it only looks at it (an activation that an
// evaluation reads).
bool MakesAll(const infer::Engine& engine, const LoopRecord& outer, const LoopRecord& loop, const Buffers& updates,
              Buffers wanted) {
  Buffers whole = updates;
  for (const auto* around : loop.around)
    if (outer.inside.contains(around))
      for (const Buffer& buffer : engine.loops.at(around).partial)
        whole.erase(buffer);
  for (const Buffer& buffer : loop.overwritten)
    if (!loop.depends.contains(buffer))  // on no path is it carried
      wanted.erase(buffer);
  return !wanted.empty() && Subset(wanted, whole);
}

// The buffers that are wanted of each run of `outer`.
std::vector<Buffers> WantedOf(const infer::Engine& engine, const LoopRecord& outer) {
  const Buffers parameters = Parameters(engine, outer);
  std::vector<Buffers> out;
  for (const Buffers& run : outer.runs) {
    Buffers wanted;
    std::ranges::set_intersection(parameters, run, std::inserter(wanted, wanted.end()));
    if (!wanted.empty())
      out.push_back(std::move(wanted));
  }
  return out;
}

// Whether one iteration of `loop` updates all that an iteration of `outer` does: for each run of `outer` in one of its
// own runs. Layers that take turns in it are each updated in another one.
bool UpdatesAll(const infer::Engine& engine, const LoopRecord& outer, const LoopRecord& loop) {
  const std::vector<Buffers> all = WantedOf(engine, outer);
  return !all.empty() && std::ranges::all_of(all, [&](const Buffers& wanted) {
    return std::ranges::any_of(loop.runs,
                               [&](const Buffers& run) { return MakesAll(engine, outer, loop, run, wanted); });
  });
}

using Loops = std::vector<const LoopRecord*>;

bool StandsBefore(const LoopRecord* a, const LoopRecord* b) {
  return std::tie(a->location.file, a->location.line, a->location.column) <
         std::tie(b->location.file, b->location.line, b->location.column);
}

// The loops inside `outer`, or itself, whose one iteration updates all, and that no other such loop is inside of.
Loops Innermost(const infer::Engine& engine, const Loops& candidates, const LoopRecord& outer) {
  Loops all = {&outer};
  for (const LoopRecord* record : candidates)
    if (outer.inside.contains(record->loop) && UpdatesAll(engine, outer, *record))
      all.push_back(record);
  Loops out;
  for (const LoopRecord* l : all)
    if (std::none_of(all.begin(), all.end(),
                     [&](const LoopRecord* m) { return l != m && l->inside.contains(m->loop); }))
      out.push_back(l);
  return out;
}

std::set<const rir::LoopOp*> LibraryLoops(const rir::Module& module) {
  std::set<const rir::LoopOp*> loops;
  for (const rir::Function& f : module.functions)
    if (f.is_defined && rir::IsStandardName(f.name))
      rir::ForEachOp(f, f.body, [&](const rir::Op& op) {
        if (const auto* loop = std::get_if<rir::LoopOp>(&op.data))
          loops.insert(loop);
      });
  return loops;
}

// An epoch goes through the same samples again, whose elements of the parameters a table tells. What the library's own
// loops pick are elements that they move (a heap's).
const LoopRecord* OverSamples(const infer::Engine& engine, const LoopRecord& epoch) {
  const std::set<const rir::LoopOp*> library = LibraryLoops(engine.Program());
  Loops all;
  for (const auto& [loop, record] : engine.loops)
    if (!record.picked.empty() && epoch.inside.contains(loop) && !library.contains(loop))
      all.push_back(&record);
  std::sort(all.begin(), all.end(), StandsBefore);
  const LoopRecord* best = &epoch;
  for (const LoopRecord* l : all) {
    Buffers updates = l->updated;
    updates.insert(l->picked.begin(), l->picked.end());
    if (best->inside.contains(l->loop) && MakesAll(engine, epoch, *l, updates, Parameters(engine, epoch)))
      best = l;
  }
  return best;
}

// Those for which `is_better` holds; all, where it holds for none.
template <typename F>
Loops Prefer(const Loops& loops, const F& is_better) {
  Loops out;
  std::copy_if(loops.begin(), loops.end(), std::back_inserter(out), is_better);
  return out.empty() ? loops : out;
}

// Whether the code behind the loop reads what it updates.
bool IsUsed(const infer::Engine& engine, const LoopRecord& loop) {
  return std::any_of(loop.updated.begin(), loop.updated.end(), [&](const Buffer& buffer) {
    const auto read = engine.last_read.find(buffer.object);
    return read != engine.last_read.end() && read->second > loop.ended;
  });
}

// Sums over a data set are no training.
Loops ThatReread(const Loops& loops) {
  return Prefer(loops, [](const LoopRecord* l) { return !l->reread.empty(); });
}

// Of loops none of which is inside another, those that train.
Loops ThatTrain(const infer::Engine& engine, Loops loops) {
  loops = ThatReread(loops);
  // A loop that updates all that another one updates, and more, makes the complete update.
  loops = Prefer(loops, [all = loops](const LoopRecord* l) {
    return std::none_of(all.begin(), all.end(), [&](const LoopRecord* m) {
      return m != l && Subset(l->updated, m->updated) && !Subset(m->updated, l->updated);
    });
  });
  return Prefer(loops, [&](const LoopRecord* l) { return IsUsed(engine, *l); });
}

// No boundary can stand among a kernel's threads, nor inside of a construct of OpenMP, which no jump may enter.
bool IsOfLaunch(const LoopRecord& record, const std::set<const rir::LoopOp*>& launches) {
  return launches.contains(record.loop) ||
         std::ranges::any_of(record.around, [&](const rir::LoopOp* loop) { return launches.contains(loop); });
}

// Of the loops for which `may_be` holds, those at which a boundary can stand best.
template <typename F>
Loops WithPlaceForBoundary(const rir::Module& module, const infer::Engine& engine, const F& may_be) {
  const std::set<const rir::LoopOp*> launches = LaunchLoops(module), threads = ThreadLoops(module),
                                     library = LibraryLoops(module), some_ranks = LoopsOfSomeRanks(module),
                                     entered = EnteredLoops(module);
  Loops out;
  for (const auto& [loop, record] : engine.loops)
    if (may_be(record) && !IsOfLaunch(record, launches))
      out.push_back(&record);
  std::sort(out.begin(), out.end(), StandsBefore);
  out = Prefer(out, [&](const LoopRecord* l) { return !threads.contains(l->loop); });
  out = Prefer(out, [&](const LoopRecord* l) { return !some_ranks.contains(l->loop); });
  out = Prefer(out, [&](const LoopRecord* l) { return !entered.contains(l->loop); });
  // The library's own move elements about, unless they run what the program hands them.
  const auto is_programs = [&](const LoopRecord* l) { return !library.contains(l->loop); };
  return Prefer(out, [&, all = out](const LoopRecord* l) {
    return is_programs(l) ||
           std::ranges::any_of(all, [&](const LoopRecord* m) { return is_programs(m) && l->inside.contains(m->loop); });
  });
}

Loops Candidates(const rir::Module& module, const infer::Engine& engine) {
  return WithPlaceForBoundary(module, engine, [](const LoopRecord& l) { return !l.updated.empty(); });
}

// One that also runs by itself, in another mode of the program, is outermost there.
Loops Outermost(const Loops& candidates) {
  Loops out;
  std::copy_if(candidates.begin(), candidates.end(), std::back_inserter(out), [&](const LoopRecord* l) {
    return std::none_of(candidates.begin(), candidates.end(),
                        [&](const LoopRecord* c) { return l->always_around.contains(c->loop); });
  });
  return out;
}

Loops StepsIn(const infer::Engine& engine, const Loops& candidates, const LoopRecord& outermost) {
  Loops out;
  for (const LoopRecord* i : ThatReread(Innermost(engine, candidates, outermost)))
    out.push_back(OverSamples(engine, *i));
  return out;
}

// The outermost candidates tell what a complete update is; in each, the innermost loop that makes it.
Loops Find(const infer::Engine& engine, const Loops& candidates) {
  Loops out;
  for (const LoopRecord* l : ThatTrain(engine, Outermost(candidates)))
    for (const LoopRecord* step : StepsIn(engine, candidates, *l))
      out.push_back(step);
  std::sort(out.begin(), out.end(), StandsBefore);
  out.erase(std::unique(out.begin(), out.end()), out.end());
  // A loop that also runs inside another one is a part of that one's step.
  return Prefer(out, [all = out](const LoopRecord* l) {
    return std::none_of(all.begin(), all.end(), [&](const LoopRecord* m) { return m->inside.contains(l->loop); });
  });
}

// One after the other, not in branches of which one alone runs: those are modes of the program.
bool AreInRow(const infer::Engine& engine, const Loops& loops) {
  const auto row = RowOf(engine, loops);
  return row && row->begin != nullptr;
}

bool AreNested(const LoopRecord& a, const LoopRecord& b) {
  return &a == &b || a.around.contains(b.loop) || b.around.contains(a.loop);
}

// Whether what the loop writes is made of the buffer.
bool Uses(const infer::Engine& engine, const LoopRecord& loop, const Buffer& buffer) {
  const auto is_it = [&](std::uint32_t source) { return MayBe(engine.sources[source], buffer); };
  return std::ranges::any_of(loop.looked_at, is_it) || std::ranges::any_of(loop.depends, [&](const auto& written) {
           return std::ranges::any_of(written.second, is_it);
         });
}

// Whether `loop` takes parameters of `other` as they are: it evaluates, as far as can be told, or writes text by them.
bool TakesAsTheyAre(const infer::Engine& engine, const LoopRecord& loop, const LoopRecord& other) {
  return std::ranges::any_of(Reaching(engine, other), [&](const Buffer& buffer) {
    return !loop.updated.contains(buffer) && Uses(engine, loop, buffer);
  });
}

// Those that no other one takes parameters from which it takes none from.
Loops WithoutEvaluations(const infer::Engine& engine, const Loops& found) {
  return Prefer(found, [&](const LoopRecord* l) {
    return std::ranges::none_of(
        found, [&](const LoopRecord* m) { return TakesAsTheyAre(engine, *l, *m) && !TakesAsTheyAre(engine, *m, *l); });
  });
}

// Whether `loop` trains parameters that `other` trains too. What only moves or adds up is no training, nor is what
// makes the parameters.
bool SharesParameters(const infer::Engine& engine, const LoopRecord& loop, const LoopRecord& other) {
  return !TakesAsTheyAre(engine, loop, other) && std::ranges::any_of(Reaching(engine, loop), [&](const Buffer& buffer) {
    return other.updated.contains(buffer) && !loop.made.contains(buffer.object);
  });
}

// Loops in a row with those found, that train parameters of theirs: a pre-training which knows fewer of them.
void AddFromRow(const infer::Engine& engine, const Loops& candidates, Loops& found) {
  for (const LoopRecord* outermost : Outermost(candidates))
    for (const LoopRecord* step : StepsIn(engine, candidates, *outermost)) {
      const auto is_of_row = [&](const LoopRecord* f) {
        return !AreNested(*step, *f) && SharesParameters(engine, *step, *f);
      };
      Loops more = found;
      more.push_back(step);
      if (std::ranges::all_of(found, is_of_row) && AreInRow(engine, more))
        found = std::move(more);
    }
}

// The loops that are chosen where none is asked for.
Result<Loops> Choose(const infer::TypedModule& typed, const Loops& candidates) {
  const infer::Engine& engine = *typed.whole;
  Loops found = Find(engine, candidates);
  if (found.empty())
    return Error{ErrorKind::Coverage,
                 "no step loop found: no loop that main reaches updates floating-point buffers from one iteration to "
                 "the next; name it with --step FILE:LINE",
                 {}};
  if (found.size() > 1 && !AreInRow(engine, found))
    found = WithoutEvaluations(engine, found);
  if (found.size() > 1 && !AreInRow(engine, found))
    return SeveralLoops(*typed.module, found);
  AddFromRow(engine, candidates, found);
  return found;
}

ChosenLoop WithOthers(const LoopRecord& loop, const Loops& candidates) {
  ChosenLoop out{&loop, nullptr, {}, {}};
  std::ranges::copy_if(candidates, std::back_inserter(out.others), [&](const LoopRecord* c) {
    return c != &loop && (c->around.contains(loop.loop) || c->inside.contains(loop.loop));
  });
  return out;
}

ChosenLoop OnWay(ChosenLoop loop, const Way& way, const Row& row) {
  loop.via = way.via;
  for (const Way& other : row.ways)
    if (other.loop == way.loop && other.via != way.via)
      loop.other_ways.insert(other.via);
  return loop;
}

}  // namespace

Place PlaceOf(const rir::Module& module, const rir::Location& location) {
  Place p;
  if (location.file != rir::kNone)
    p.file = module.files[location.file];
  p.line = location.line;
  p.column = location.column;
  return p;
}

std::string FileAndLine(const rir::Module& module, const LoopRecord& loop) {
  const Place p = PlaceOf(module, loop.location);
  return p.file + ":" + std::to_string(p.line);
}

Error SeveralLoops(const rir::Module& module, const std::vector<const LoopRecord*>& found) {
  std::string list;
  for (const LoopRecord* c : found)
    list += (list.empty() ? "--step " : " or --step ") + FileAndLine(module, *c);
  return Error{ErrorKind::Coverage, "several loops could be the step loop; choose with " + list, {}};
}

Result<Choice> ChooseStepLoop(const infer::TypedModule& typed, const Options& options) {
  const rir::Module& module = *typed.module;
  const infer::Engine& engine = *typed.whole;
  Choice choice;
  const Loops candidates = Candidates(module, engine);
  Loops chosen = {nullptr};
  if (options.step) {
    chosen[0] = infer::LoopAt(engine, {options.step->file, options.step->line, options.step->column});
    if (chosen[0] == nullptr)
      return Error{
          ErrorKind::Coverage,
          "no loop that the program runs stands at " + options.step->file + ":" + std::to_string(options.step->line),
          {}};
    choice.why = "it was asked for with --step";
  } else {
    DETRAIN_TRY(chosen, Choose(typed, candidates));
    choice.why = "it is the innermost loop whose one iteration updates all parameters";
  }
  if (chosen.size() == 1) {
    choice.loops.push_back(WithOthers(*chosen[0], candidates));
    return choice;
  }
  choice.row = RowOf(engine, chosen);
  for (const Way& way : choice.row->ways)
    choice.loops.push_back(OnWay(WithOthers(*way.loop, candidates), way, *choice.row));
  return choice;
}

std::optional<Choice> ChooseWays(const infer::TypedModule& typed, const Choice& choice) {
  if (choice.row)
    return std::nullopt;
  auto row = RowOf(*typed.whole, {choice.loops[0].loop});
  if (!row)
    return std::nullopt;
  Choice out{{}, std::nullopt, choice.why};
  for (const Way& way : row->ways)
    out.loops.push_back(OnWay(choice.loops[0], way, *row));
  out.row = std::move(row);
  return out;
}

std::optional<Choice> ChooseAround(const infer::TypedModule& typed, const LoopRecord& loop) {
  const Loops around = WithPlaceForBoundary(*typed.module, *typed.whole,
                                            [&](const LoopRecord& l) { return loop.around.contains(l.loop); });
  const auto innermost = std::ranges::find_if(around, [&](const LoopRecord* a) {
    return std::ranges::none_of(around, [&](const LoopRecord* b) { return a->inside.contains(b->loop); });
  });
  if (innermost == around.end())
    return std::nullopt;
  Choice choice;
  choice.loops = {WithOthers(**innermost, Candidates(*typed.module, *typed.whole))};
  choice.why = "it is the innermost loop around the one that updates all parameters, " +
               FileAndLine(*typed.module, loop) + ", whose function is called from several places";
  return choice;
}

}  // namespace detrain::plan
