// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/plan/choose.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "analyzer/plan/kept_loops.h"
#include "analyzer/plan/launch_loops.h"
#include "analyzer/plan/loop_queries.h"
#include "analyzer/plan/make_plan.h"
#include "analyzer/plan/thread_loops.h"

namespace detrain::plan {

namespace {

constexpr const char* kNoStepLoop =
    "no step loop found: no loop that main reaches updates floating-point buffers from one iteration to the next; name "
    "it with --step FILE:LINE";

using infer::Buffer;
using infer::LoopRecord;

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

// An epoch goes through the same samples again, whose elements of the parameters a table tells. What the library's own
// loops pick are elements that they move (a heap's), and what a loop that starts threads picks is one thread's share.
const LoopRecord* OverSamples(const infer::Engine& engine, const LoopRecord& epoch) {
  const std::set<const rir::LoopOp*> library = LibraryLoops(engine.Program()), threads = ThreadLoops(engine.Program()),
                                     constructs = ConstructLoops(engine.Program());
  Loops all;
  for (const auto& [loop, record] : engine.loops)
    if (!record.picked.empty() && epoch.inside.contains(loop) && !library.contains(loop) && !IsOfAny(record, threads) &&
        !StandsIn(constructs, record))
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

// Whether the code behind the loop reads what it updates.
bool IsUsed(const infer::Engine& engine, const LoopRecord& loop) {
  return std::any_of(loop.updated.begin(), loop.updated.end(), [&](const Buffer& buffer) {
    const auto read = engine.last_read.find(buffer.object);
    return read != engine.last_read.end() && read->second > loop.ended;
  });
}

// Whether `loop` takes parameters of `other` as they are: it evaluates, as far as can be told, or writes text by them.
bool TakesAsTheyAre(const infer::Engine& engine, const LoopRecord& loop, const LoopRecord& other) {
  return std::ranges::any_of(Reaching(engine, other), [&](const Buffer& buffer) {
    return !loop.updated.contains(buffer) && IsMadeOf(engine, loop, buffer);
  });
}

// Whether a loop inside trains something that is not left when its iteration ends, and that is made of nothing which
// `loop` keeps: a search for rates. What a step computes for itself is made of the parameters.
bool IsAroundTraining(const infer::Engine& engine, const LoopRecord& loop) {
  return std::ranges::any_of(loop.inside, [&](const rir::LoopOp* inside) {
    const LoopRecord& inner = engine.loops.at(inside);
    return !inner.reread.empty() && !Subset(inner.updated, loop.updated) &&
           std::ranges::none_of(loop.updated, [&](const Buffer& buffer) {
             return inner.updated.contains(buffer) || IsMadeOf(engine, inner, buffer);
           });
  });
}

// Whether it trains for all that is known: something reads what it leaves, or it makes that of no other loop's
// parameters. What is only looked for in them (clusters) is no training where it is used by nobody.
bool IsUsedOrOwn(const infer::Engine& engine, const Loops& all, const LoopRecord& loop) {
  const auto takes_from = [&](const LoopRecord* other) {
    return !AreNested(loop, *other) && TakesAsTheyAre(engine, loop, *other);
  };
  return IsUsed(engine, loop) || (std::ranges::none_of(all, takes_from) && !IsAroundTraining(engine, loop));
}

// Sums over a data set are no training.
Loops ThatReread(const Loops& loops) {
  return Prefer(loops, [](const LoopRecord* l) { return !l->reread.empty(); });
}

// Whether branches of which one alone runs lead to the two: modes of the program.
bool AreAlternatives(const infer::Engine& engine, const LoopRecord* a, const LoopRecord* b) {
  const auto row = RowOf(engine, {a, b});
  return row && !row->IsOne();
}

// Whether it builds something: all that it updates are objects that it makes, and of nothing in the heap that was there
// before it.
bool Builds(const infer::Engine& engine, const LoopRecord& loop) {
  const auto was_there = [&](std::uint32_t id) {
    const infer::Source& source = engine.sources[id];
    return source.kind == infer::SourceKind::Cell && engine.objects[source.object].kind == infer::ObjectKind::Heap &&
           !loop.made.contains(source.object);
  };
  const auto is_own = [&](const auto& written) {
    return !loop.updated.contains(written.first) || std::ranges::none_of(written.second, was_there);
  };
  return std::ranges::all_of(loop.updated, [&](const Buffer& buffer) { return loop.made.contains(buffer.object); }) &&
         std::ranges::all_of(loop.depends, is_own);
}

// Whether the later loop goes on with what the other one has left.
bool GoesOnWith(const infer::Engine& engine, const LoopRecord& later, const LoopRecord& loop) {
  return later.ended > loop.ended && std::ranges::any_of(loop.updated, [&](const Buffer& buffer) {
           return later.updated.contains(buffer) || IsMadeOf(engine, later, buffer);
         });
}

// Of loops none of which is inside another, those that train.
Loops ThatTrain(const infer::Engine& engine, Loops loops) {
  loops = ThatReread(loops);
  loops = Prefer(loops, [&, all = loops](const LoopRecord* l) {
    return !Builds(engine, *l) || std::ranges::none_of(all, [&](const LoopRecord* m) {
      return m != l && !Builds(engine, *m) && GoesOnWith(engine, *m, *l);
    });
  });
  // A loop that updates all that another one updates, and more, makes the complete update, in a run that comes to it.
  loops = Prefer(loops, [&, all = loops](const LoopRecord* l) {
    return std::none_of(all.begin(), all.end(), [&](const LoopRecord* m) {
      return m != l && Subset(l->updated, m->updated) && !Subset(m->updated, l->updated) &&
             !AreAlternatives(engine, l, m);
    });
  });
  return Prefer(loops, [&, all = loops](const LoopRecord* l) { return IsUsedOrOwn(engine, all, *l); });
}

// What builds a model appends to it, which moves what is there.
Loops ThatCompute(const Loops& loops) {
  return Prefer(loops, [](const LoopRecord* l) {
    return std::ranges::any_of(l->updated,
                               [&](const Buffer& b) { return !l->appended.contains(b) || l->copied.contains(b); });
  });
}

// Among the threads of an OpenMP region no boundary can stand.
Loops Candidates(const rir::Module& module, const infer::Engine& engine) {
  const std::set<const rir::LoopOp*> constructs = ConstructLoops(module);
  return ThatCompute(WithPlaceForBoundary(module, engine, [&](const LoopRecord& l) {
    return !l.updated.empty() && !OnlyAddsUp(engine, l, l.updated) && !StandsIn(constructs, l);
  }));
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
  return row && row->IsOne();
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

// Of modes of the program the one that updates the most buffers, of those the one in the deepest nest: a search trains
// again and again.
Found Best(const infer::Engine& engine, const Loops& loops) {
  Depths depths(engine);
  const auto rank = [&](const LoopRecord* l) { return std::pair(l->updated.size(), l->around.size() + depths.Of(*l)); };
  const auto best = std::ranges::max_element(loops, {}, rank);
  Found found{{*best}, {}, "of several loops that could be it, it makes the largest update; --step names another one"};
  std::ranges::copy_if(loops, std::back_inserter(found.alternatives), [&](const LoopRecord* l) { return l != *best; });
  return found;
}

// Loops that update parameters where no boundary can stand.
Loops InsideConstructs(const infer::Engine& engine) {
  const std::set<const rir::LoopOp*> constructs = ConstructLoops(engine.Program());
  Loops inside;
  for (const auto& [loop, record] : engine.loops)
    if (!record.updated.empty() && StandsIn(constructs, record))
      inside.push_back(&record);
  std::ranges::sort(inside, StandsBefore);
  return inside;
}

bool IsAroundAny(const LoopRecord& loop, const Loops& loops) {
  return std::ranges::any_of(loops, [&](const LoopRecord* l) { return l == &loop || loop.inside.contains(l->loop); });
}

// The loop around those that train in a construct of OpenMP; where there is none outside of it, the plan says why it is
// not replayable.
Found AroundConstruct(const rir::Module& module, const infer::Engine& engine, const Loops& inside) {
  const std::set<const rir::LoopOp*> constructs = ConstructLoops(module);
  const auto is_around = [&](const LoopRecord& l) { return IsAroundAny(l, inside) && !StandsIn(constructs, l); };
  if (Loops around = Outermost(WithPlaceForBoundary(module, engine, is_around)); !around.empty())
    return Found{{around.front()}, {around.begin() + 1, around.end()}, "it is around the OpenMP region that trains"};
  Loops all;
  for (const auto& [loop, record] : engine.loops)
    if (StandsIn(constructs, record) && IsAroundAny(record, inside))
      all.push_back(&record);
  std::ranges::sort(all, StandsBefore);
  const Loops outermost = WithoutEvaluations(engine, ThatTrain(engine, Outermost(all)));
  Found found = Best(engine, outermost);
  found.why = "it updates parameters, and no loop is around the region it is in";
  return found;
}

// Whether some loop around it takes nothing that it updates on to its next iteration: nothing of that is left.
bool IsForOneIteration(const infer::Engine& engine, const LoopRecord& loop) {
  return std::ranges::any_of(loop.around, [&](const rir::LoopOp* around) {
    const Buffers& kept = engine.loops.at(around).updated;
    return std::ranges::none_of(loop.updated, [&](const Buffer& buffer) { return kept.contains(buffer); });
  });
}

// Whether those that train do so in constructs of OpenMP: the loops found, if any, stand elsewhere, and only add up or
// look for something of which nothing is left.
bool OnlyConstructsTrain(const infer::Engine& engine, const Loops& found, const Loops& inside) {
  const auto rereads = [](const LoopRecord* l) { return !l->reread.empty(); };
  if (found.empty())
    return !inside.empty();
  return std::ranges::any_of(inside, rereads) && std::ranges::none_of(found, [&](const LoopRecord* l) {
           return IsAroundAny(*l, inside) || (rereads(l) && !IsForOneIteration(engine, *l));
         });
}

// The innermost loop around all of them.
const LoopRecord* AroundAll(const infer::TypedModule& typed, const Loops& loops) {
  return InnermostOf(WithPlaceForBoundary(*typed.module, *typed.whole, [&](const LoopRecord& l) {
    return std::ranges::all_of(loops, [&](const LoopRecord* m) { return m->always_around.contains(l.loop); });
  }));
}

// Of loops that are no row: what is around them all makes the complete update; modes of a program have no such loop,
// and each has a loop of its own where branches tell which one runs.
Found BestOf(const infer::TypedModule& typed, const Loops& loops) {
  if (const LoopRecord* around = AroundAll(typed, loops))
    return {{around}, loops, "it is the innermost loop around all of those that update parameters"};
  if (RowOf(*typed.whole, loops))
    return {loops, {}, "it is the innermost loop whose one iteration updates all parameters, in its branch"};
  return Best(*typed.whole, loops);
}

Result<Found> OrNoStepLoop(std::optional<Found> found) {
  if (!found)
    return Error{ErrorKind::Coverage, kNoStepLoop, {}};
  return std::move(*found);
}

// The loops that are chosen where none is asked for.
Result<Found> Choose(const infer::TypedModule& typed, const Loops& candidates, bool takes_any_loop) {
  const infer::Engine& engine = *typed.whole;
  Loops found = engine.Options().counts_integers ? Loops() : Find(engine, candidates);
  if (const Loops inside = InsideConstructs(engine); OnlyConstructsTrain(engine, found, inside))
    return AroundConstruct(*typed.module, engine, inside);
  if (found.empty())
    return takes_any_loop ? OrNoStepLoop(LoopThatKeeps(typed)) : Error{ErrorKind::Coverage, kNoStepLoop, {}};
  if (found.size() > 1 && !AreInRow(engine, found))
    found = WithoutEvaluations(engine, found);
  if (found.size() > 1 && !AreInRow(engine, found))
    return BestOf(typed, found);
  AddFromRow(engine, candidates, found);
  return Found{std::move(found), {}, "it is the innermost loop whose one iteration updates all parameters"};
}

ChosenLoop WithOthers(const LoopRecord& loop, const Loops& candidates, Loops others = {}) {
  ChosenLoop out{.loop = &loop, .others = std::move(others)};
  std::ranges::copy_if(candidates, std::back_inserter(out.others), [&](const LoopRecord* c) {
    const bool is_nested = c->around.contains(loop.loop) || c->inside.contains(loop.loop);
    return c != &loop && is_nested && std::ranges::find(out.others, c) == out.others.end();
  });
  return out;
}

ChosenLoop OnWay(ChosenLoop loop, const Way& way, const Row& row) {
  loop.via = way.via;
  loop.row = way.row;
  for (const Way& other : row.ways)
    if (other.loop == way.loop && other.via != way.via)
      loop.other_ways.insert(other.via);
  return loop;
}

// What a thread runs that waits for others is followed beside them: its loops have no iterations for the plan.
Error NoLoopAt(const infer::Engine& engine, const Place& step) {
  const std::string at = step.file + ":" + std::to_string(step.line);
  if (engine.HasThreadsBeside() && IsLoopOfThread(engine, step))
    return Error{ErrorKind::Coverage,
                 "the loop at " + at +
                     " is one of a thread that waits for others, which is followed beside them: what one of its "
                     "iterations leaves to the next is not told apart from what they do; choose one of the thread "
                     "that starts it",
                 {}};
  return Error{ErrorKind::Coverage, "no loop that the program runs stands at " + at, {}};
}

}  // namespace

bool IsNoStepLoop(const Error& error) {
  return error.kind == ErrorKind::Coverage && error.message == kNoStepLoop;
}

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

Result<Choice> ChooseStepLoop(const infer::TypedModule& typed, const Options& options) {
  const rir::Module& module = *typed.module;
  const infer::Engine& engine = *typed.whole;
  Choice choice;
  const Loops candidates = Candidates(module, engine);
  Loops chosen = {nullptr}, alternatives;
  if (options.step) {
    chosen[0] = infer::LoopAt(engine, {options.step->file, options.step->line, options.step->column});
    if (chosen[0] == nullptr)
      return NoLoopAt(engine, *options.step);
    choice.why = "it was asked for with --step";
  } else {
    DETRAIN_TRY(Found found, Choose(typed, candidates, options.takes_any_loop));
    chosen = std::move(found.loops);
    alternatives = std::move(found.alternatives);
    choice.why = std::move(found.why);
  }
  if (chosen.size() == 1) {
    choice.loops.push_back(WithOthers(*chosen[0], candidates, std::move(alternatives)));
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

std::vector<Choice> OneByOne(const infer::TypedModule& typed, const Choice& choice) {
  Loops loops;
  for (const ChosenLoop& chosen : choice.loops)
    if (std::ranges::find(loops, chosen.loop) == loops.end())
      loops.push_back(chosen.loop);
  if (loops.size() == 1)
    return {};
  const Loops candidates = Candidates(*typed.module, *typed.whole);
  std::vector<Choice> out;
  while (!loops.empty()) {
    Found best = Best(*typed.whole, loops);
    ChosenLoop chosen = WithOthers(*best.loops[0], candidates, best.alternatives);
    out.push_back({{std::move(chosen)}, std::nullopt, std::move(best.why)});
    loops = std::move(best.alternatives);
  }
  return out;
}

std::optional<Choice> ChooseAround(const infer::TypedModule& typed, const LoopRecord& loop) {
  const LoopRecord* innermost = InnermostOf(WithPlaceForBoundary(
      *typed.module, *typed.whole, [&](const LoopRecord& l) { return loop.around.contains(l.loop); }));
  if (innermost == nullptr)
    return std::nullopt;
  Choice choice;
  choice.loops = {WithOthers(*innermost, Candidates(*typed.module, *typed.whole))};
  choice.why = "it is the innermost loop around the one that updates all parameters, " +
               FileAndLine(*typed.module, loop) + ", whose function is called from several places";
  return choice;
}

}  // namespace detrain::plan
