// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/infer/infer.h"

#include <algorithm>

#include "analyzer/base/file.h"
#include "analyzer/base/heap.h"
#include "analyzer/infer/costly.h"
#include "analyzer/infer/disposals.h"

namespace detrain::infer {

namespace {

// So much is enough to find a loop that was asked for, and what it costs to make a run again is nothing below it.
constexpr std::uint64_t kGlance = kMaxWork / 10;

// With more and more calls summarized, before all are followed again and no short loop is run as it is: what a summary
// says of a call is less than what a loop's invariants say of its iterations, and makes what follows cost more.
constexpr int kMaxAttempts = 3;

constexpr const char* kTooLarge = "the program is too large to be followed: given up here, after ";

// What a run has seen that it was not run with. A block that two runs see differently has no type; where the one before
// ended early, it has that which the other one saw.
BlockTypes NewsIn(const BlockTypes& seen, const EngineOptions& options) {
  BlockTypes news;
  for (const auto& [site, type] : seen)
    if (const auto used = TypeAtSite(options.block_types, site);
        used != std::optional(type) && used != std::optional(rir::kNone))
      news[site] = options.block_types.contains(site) && !options.knows_types_by_glance ? rir::kNone : type;
  return news;
}

bool HoldsOnlyIntegers(const rir::Module& module, rir::TypeId id) {
  const rir::Type& type = module.types[id];
  if (type.kind == rir::TypeKind::Array)
    return type.element != rir::kNone && HoldsOnlyIntegers(module, type.element);
  return type.kind == rir::TypeKind::Int ||
         (type.kind == rir::TypeKind::Record && !type.is_union &&
          std::ranges::all_of(type.fields, [&](const rir::Field& f) { return HoldsOnlyIntegers(module, f.type); }));
}

// Whether a run is to be made again with them. One that only looks for the step loop asks where pointers lead and which
// floats are updated: that integers are those of a record is told to the run of the steps.
bool MatterTo(const Engine& engine, const BlockTypes& news) {
  if (engine.has_seen_enough)
    return false;
  const bool may_spare = engine.Options().step_loop == nullptr && engine.work > kGlance;
  return std::ranges::any_of(news, [&](const auto& entry) {
    return !may_spare || entry.second == rir::kNone || !HoldsOnlyIntegers(engine.Program(), entry.second);
  });
}

bool HasNoted(const Engine& engine, const std::set<const rir::LoopOp*>& loops) {
  return std::ranges::any_of(loops, [&](const rir::LoopOp* loop) {
    const auto noted = engine.loops.find(loop);
    return noted != engine.loops.end() && noted->second.function != nullptr;
  });
}

// What to do without where a run was too large.
class Savings {
 public:
  explicit Savings(EngineOptions& options) : options_(options), was_too_large_(options.is_pressed) {}

  // False where nothing is left to be saved.
  bool Save(Engine& engine) {
    const std::size_t before = options_.summarized.size();
    options_.summarized = engine.Options().summarized;
    AddCostly(engine, options_);
    const bool is_stuck = options_.is_pressed && options_.summarized.size() == before;
    if (is_stuck && !options_.unrolls)
      return false;
    if (options_.unrolls && (is_stuck || ++attempts_ == kMaxAttempts)) {
      options_.unrolls = options_.is_pressed = was_too_large_ = false;
      options_.summarized.clear();
      return true;
    }
    // What cost most may be enough: only a run that is too large without that gives up more while it goes on.
    options_.is_pressed = was_too_large_ || options_.summarized.size() == before;
    was_too_large_ = true;
    return true;
  }

  [[nodiscard]] int Attempts() const { return attempts_; }

 private:
  EngineOptions& options_;
  bool was_too_large_;
  int attempts_ = 0;
};

}  // namespace

std::shared_ptr<Engine> RunWithTypes(const rir::Module& module, EngineOptions& options, Patience patience) {
  DropHolders(module, options);
  // One run is held at a time, beside the program itself and what it was read from.
  options.max_memory = std::min(options.max_memory, MemoryBytes() / 3);
  Savings savings(options);
  while (true) {
    auto engine = std::make_shared<Engine>(module, options);
    const bool has_run = engine->Run();
    if (options.spending != nullptr)
      engine->counters.AddTo(*options.spending, engine->work);
    if (engine->has_seen_enough && !HasNoted(*engine, options.asked_for)) {
      options.asked_for.clear();
      continue;
    }
    if (engine->exhausted && !engine->has_seen_enough) {
      if (!savings.Save(*engine) || (patience == Patience::Once && savings.Attempts() > 1))
        return engine;
      continue;
    }
    if (!has_run)
      return nullptr;
    const BlockTypes news = NewsIn(engine->RecordsSeen(), options);
    for (const auto& [site, type] : news)
      options.block_types[site] = type;
    options.knows_types_by_glance = engine->has_seen_enough;
    if (!MatterTo(*engine, news))
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
  if (!engine.exhausted || engine.has_seen_enough)
    return std::nullopt;
  const rir::Module& module = engine.Program();
  const rir::Location& at = *engine.exhausted;
  const Location place = at.file == rir::kNone ? Location{} : Location{module.files[at.file], at.line, at.column};
  const std::string memory =
      engine.out_of_memory ? " and " + std::to_string(engine.Options().max_memory >> 20U) + " MiB of memory" : "";
  return Error{ErrorKind::Coverage,
               std::string(kTooLarge) + std::to_string(engine.work) + " operations" + memory + Spender(engine) +
                   "; choose a step loop with --step, or describe functions with --model",
               place};
}

bool IsTooLarge(const Error& error) {
  return error.kind == ErrorKind::Coverage && error.message.starts_with(kTooLarge);
}

namespace {

bool StandsAt(const rir::Module& module, const rir::Location& at, const Location& place) {
  return at.line == place.line && at.file != rir::kNone && IsSameFile(module.files[at.file], place.file);
}

}  // namespace

const LoopRecord* LoopAt(const Engine& engine, const Location& place) {
  const LoopRecord* found = nullptr;
  for (const auto& [loop, record] : engine.loops) {
    if (record.function != nullptr && StandsAt(engine.Program(), record.location, place))
      found = &record;
  }
  return found;
}

namespace {

std::set<const rir::LoopOp*> LoopsAt(const rir::Module& module, const Location& place) {
  std::set<const rir::LoopOp*> loops;
  for (const rir::Function& f : module.functions)
    for (const rir::Block& block : f.blocks)
      for (const rir::Op& op : block.ops)
        if (const auto* loop = std::get_if<rir::LoopOp>(&op.data); loop && StandsAt(module, op.location, place))
          loops.insert(loop);
  return loops;
}

// The run over the whole program, and what it told of types and costs.
std::optional<Error> RunWhole(EngineOptions options, TypedModule& out) {
  options.enough_work = kGlance;
  out.whole = RunWithTypes(*out.module, options, out.patience);
  if (out.whole == nullptr)
    return Error{ErrorKind::Coverage, "the files named have no function main; name all files of the program", {}};
  if (auto error = ErrorOf(*out.whole))
    return error;
  out.whole->ForgetValues();
  out.block_types = options.block_types;
  out.knows_types_by_glance = options.knows_types_by_glance;
  out.summarized = options.summarized;
  out.unrolls = options.unrolls;
  return std::nullopt;
}

}  // namespace

EngineOptions OptionsOf(const TypedModule& typed) {
  EngineOptions options;
  options.block_types = typed.block_types;
  options.knows_types_by_glance = typed.knows_types_by_glance;
  options.summarized = typed.summarized;
  options.unrolls = typed.unrolls;
  options.spending = typed.spending;
  return options;
}

Result<TypedModule> Infer(rir::Module linked, const std::optional<Location>& step, Patience patience,
                          std::shared_ptr<Spending> spending) {
  DropDisposals(linked);
  TypedModule out;
  out.patience = patience;
  out.module = std::make_shared<const rir::Module>(std::move(linked));
  out.spending = std::move(spending);
  EngineOptions options;
  options.spending = out.spending;
  if (step)
    options.asked_for = LoopsAt(*out.module, *step);
  if (auto error = RunWhole(std::move(options), out))
    return std::move(*error);
  return out;
}

Result<TypedModule> WithIntegers(const TypedModule& typed) {
  TypedModule out = typed;
  EngineOptions options = OptionsOf(typed);
  options.counts_integers = true;
  if (auto error = RunWhole(std::move(options), out))
    return std::move(*error);
  return out;
}

}  // namespace detrain::infer
