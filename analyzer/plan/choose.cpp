// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/plan/choose.h"

#include <algorithm>

namespace detrain::plan {

namespace {

using infer::LoopRecord;

bool SameFile(const std::string& a, const std::string& b) {
  if (a == b)
    return true;
  auto ends = [](const std::string& whole, const std::string& end) {
    return whole.size() > end.size() && whole.ends_with(end) && whole[whole.size() - end.size() - 1] == '/';
  };
  return ends(a, b) || ends(b, a);
}

std::string AsOption(const rir::Module& module, const LoopRecord& loop) {
  const Place p = PlaceOf(module, loop.location);
  return "--step " + p.file + ":" + std::to_string(p.line);
}

// The buffers of `loop` whose values reach another of them: parameters, not what is only measured or averaged from
// them.
std::set<infer::ObjectId> Parameters(const infer::Engine& engine, const LoopRecord& loop) {
  std::set<infer::ObjectId> out;
  for (const auto& [to, deps] : loop.depends)
    for (std::uint32_t d : deps) {
      const auto& source = engine.sources[d];
      if (source.kind == infer::SourceKind::Cell && source.object != to && loop.updated.contains(source.object))
        out.insert(source.object);
    }
  return out.empty() ? loop.updated : out;
}

// What one iteration of `loop` updates as a whole: a loop inside one that walks over the elements of a buffer, both
// inside `outer`, updates a part of it only.
std::set<infer::ObjectId> WholeUpdates(const infer::Engine& engine, const LoopRecord& outer, const LoopRecord& loop) {
  std::set<infer::ObjectId> out = loop.updated;
  for (const auto* around : loop.around)
    if (outer.inside.contains(around))
      for (const infer::ObjectId id : engine.loops.at(around).partial)
        out.erase(id);
  return out;
}

bool Subset(const std::set<infer::ObjectId>& a, const std::set<infer::ObjectId>& b) {
  return std::includes(b.begin(), b.end(), a.begin(), a.end());
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

Result<Choice> ChooseStepLoop(const infer::TypedModule& typed, const Options& options) {
  const rir::Module& module = *typed.module;
  Choice choice;
  std::vector<const LoopRecord*> candidates;
  for (const auto& [loop, record] : typed.whole->loops)
    if (!record.updated.empty())
      candidates.push_back(&record);
  std::sort(candidates.begin(), candidates.end(), [](const LoopRecord* a, const LoopRecord* b) {
    return std::tie(a->location.file, a->location.line, a->location.column) <
           std::tie(b->location.file, b->location.line, b->location.column);
  });
  if (options.step) {
    for (const auto& [loop, record] : typed.whole->loops) {
      const Place p = PlaceOf(module, record.location);
      if (p.line == options.step->line && SameFile(p.file, options.step->file))
        choice.loop = &record;
    }
    if (choice.loop == nullptr)
      return Error{
          ErrorKind::Coverage,
          "no loop that the program runs stands at " + options.step->file + ":" + std::to_string(options.step->line),
          {}};
    choice.why = "it was asked for with --step";
  } else {
    // The outermost candidates tell what a complete update is; in each, the innermost loop that makes it.
    std::vector<const LoopRecord*> chosen;
    for (const LoopRecord* outer : candidates) {
      const bool outermost = std::none_of(candidates.begin(), candidates.end(),
                                          [&](const LoopRecord* c) { return outer->around.contains(c->loop); });
      if (!outermost)
        continue;
      const LoopRecord* best = outer;
      const auto parameters = Parameters(*typed.whole, *outer);
      for (const LoopRecord* inner : candidates)
        if (best->inside.contains(inner->loop) && Subset(parameters, WholeUpdates(*typed.whole, *outer, *inner)))
          best = inner;
      chosen.push_back(best);
    }
    if (chosen.empty())
      return Error{ErrorKind::Coverage,
                   "no step loop found: no loop that main reaches updates floating-point buffers from one iteration to "
                   "the next; name it with --step FILE:LINE",
                   {}};
    // A loop that updates all that another one updates, and more, makes the complete update.
    std::vector<const LoopRecord*> complete;
    for (const LoopRecord* c : chosen)
      if (std::none_of(chosen.begin(), chosen.end(), [&](const LoopRecord* d) {
            return d != c && Subset(c->updated, d->updated) && !Subset(d->updated, c->updated);
          }))
        complete.push_back(c);
    if (complete.size() > 1) {
      std::string list;
      for (const LoopRecord* c : complete)
        list += (list.empty() ? "" : " or ") + AsOption(module, *c);
      return Error{ErrorKind::Coverage, "several loops could be the step loop; choose with " + list, {}};
    }
    choice.loop = complete[0];
    choice.why = "it is the innermost loop whose one iteration updates all parameters";
  }
  for (const LoopRecord* c : candidates)
    if (c != choice.loop && (c->around.contains(choice.loop->loop) || c->inside.contains(choice.loop->loop)))
      choice.others.push_back(c);
  return choice;
}

}  // namespace detrain::plan
