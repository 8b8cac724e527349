// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/infer/infer.h"

#include <algorithm>

#include "analyzer/base/file.h"
#include "analyzer/base/heap.h"
#include "analyzer/infer/costly.h"
#include "analyzer/infer/disposals.h"

namespace detrain::infer {

namespace {

// Adds what a run has seen that it was not run with; true where there is something. A block that two runs see
// differently has no type.
bool Learn(const BlockTypes& seen, BlockTypes& types) {
  BlockTypes news;
  for (const auto& [site, type] : seen)
    if (const auto used = TypeAtSite(types, site); used != std::optional(type) && used != std::optional(rir::kNone))
      news[site] = types.contains(site) ? rir::kNone : type;
  for (const auto& [site, type] : news)
    types[site] = type;
  return !news.empty();
}

}  // namespace

// With more and more calls summarized, before all are followed again and no short loop is run as it is: what a summary
// says of a call is less than what a loop's invariants say of its iterations, and makes what follows cost more.
constexpr int kMaxAttempts = 3;

std::shared_ptr<Engine> RunWithTypes(const rir::Module& module, EngineOptions& options,
                                     const std::function<bool(const Engine&)>& is_enough) {
  DropHolders(module, options);
  // Two runs are held, that of the whole program and that of its steps, beside the program itself.
  options.max_memory = std::min(options.max_memory, MemoryBytes() / 4);
  bool was_too_large = options.is_pressed;
  for (int attempts = 0;;) {
    auto engine = std::make_shared<Engine>(module, options);
    const bool has_run = engine->Run();
    if (engine->exhausted) {
      if (is_enough && is_enough(*engine))
        return engine;
      if (is_enough && options.max_work < kMaxWork) {  // it was a glance
        options.max_work = kMaxWork;
        continue;
      }
      const std::size_t before = options.summarized.size();
      options.summarized = engine->Options().summarized;
      AddCostly(*engine, options);
      const bool is_stuck = options.is_pressed && options.summarized.size() == before;
      if (is_stuck && !options.unrolls)
        return engine;
      if (options.unrolls && (is_stuck || ++attempts == kMaxAttempts)) {
        options.unrolls = options.is_pressed = was_too_large = false;
        options.summarized.clear();
        continue;
      }
      // What cost most may be enough: only a run that is too large without that gives up more while it goes on.
      options.is_pressed = was_too_large || options.summarized.size() == before;
      was_too_large = true;
      continue;
    }
    if (!has_run)
      return nullptr;
    if (!Learn(engine->RecordsSeen(), options.block_types))
      return engine;
  }
}

namespace {

// The smallest function that took most of the work, or the one that took more than others: what a model would save.
std::string Spender(const Engine& engine) {
  const std::uint64_t all = engine.work - engine.counted_from;
  const std::pair<const rir::Function* const, Engine::Cost>*smallest = nullptr, *largest = nullptr;
  for (const auto& entry : engine.spent) {
    if (largest == nullptr || entry.second.work > largest->second.work)
      largest = &entry;
    if (entry.second.work > all / 2 && (smallest == nullptr || entry.second.work < smallest->second.work))
      smallest = &entry;
  }
  if (smallest != nullptr)
    return ", most of them in calls of " + smallest->first->name;
  const std::uint64_t share = largest == nullptr || all == 0 ? 0 : largest->second.work * 100 / all;
  return share == 0 ? "" : ", " + std::to_string(share) + " % of them in calls of " + largest->first->name;
}

}  // namespace

std::optional<Error> ErrorOf(const Engine& engine) {
  if (!engine.exhausted)
    return std::nullopt;
  const rir::Module& module = engine.Program();
  const rir::Location& at = *engine.exhausted;
  const Location place = at.file == rir::kNone ? Location{} : Location{module.files[at.file], at.line, at.column};
  const std::string memory =
      engine.out_of_memory ? " and " + std::to_string(engine.Options().max_memory >> 20U) + " MiB of memory" : "";
  return Error{ErrorKind::Coverage,
               "the program is too large to be followed: given up here, after " + std::to_string(engine.work) +
                   " operations" + memory + Spender(engine) +
                   "; choose a step loop with --step, or describe functions with --model",
               place};
}

namespace {

constexpr std::uint64_t kGlance = kMaxWork / 5;  // to find a loop that was asked for

}  // namespace

const LoopRecord* LoopAt(const Engine& engine, const Location& place) {
  const LoopRecord* found = nullptr;
  for (const auto& [loop, record] : engine.loops) {
    const rir::Location& at = record.location;
    if (record.function != nullptr && at.line == place.line && at.file != rir::kNone &&
        IsSameFile(engine.Program().files[at.file], place.file))
      found = &record;
  }
  return found;
}

Result<TypedModule> Infer(rir::Module linked, const std::optional<Location>& step) {
  DropDisposals(linked);
  TypedModule out;
  out.module = std::make_shared<const rir::Module>(std::move(linked));
  const std::function<bool(const Engine&)> is_enough = [&](const Engine& engine) {
    return LoopAt(engine, *step) != nullptr;
  };
  EngineOptions options;
  if (step)
    options.max_work = kGlance;
  out.whole = RunWithTypes(*out.module, options, step ? is_enough : std::function<bool(const Engine&)>());
  if (out.whole == nullptr)
    return Error{ErrorKind::Coverage, "the files named have no function main; name all files of the program", {}};
  if (auto error = ErrorOf(*out.whole); error && !(step && is_enough(*out.whole)))
    return std::move(*error);
  out.block_types = options.block_types;
  out.summarized = options.summarized;
  out.unrolls = options.unrolls;
  return out;
}

}  // namespace detrain::infer
