// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/driver/pipeline.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <iterator>
#include <set>
#include <thread>
#include <utility>

#include "analyzer/base/file.h"
#include "analyzer/base/parallel.h"
#include "analyzer/diag/message.h"
#include "analyzer/driver/config/config.h"
#include "analyzer/driver/locate.h"
#include "analyzer/driver/program_choice.h"
#include "analyzer/flow/additions.h"
#include "analyzer/infer/link.h"
#include "analyzer/lift/lift.h"
#include "analyzer/plan/make_plan.h"
#include "analyzer/plan/thread_statics.h"
#include "analyzer/rir/verify.h"
#include "analyzer/tier0/plan0.h"
#include "analyzer/tier0/step_loop.h"

namespace detrain::driver {
namespace {

Result<plan::Place> PlaceFrom(std::string_view option, const std::string& text) {
  const std::size_t colon = text.rfind(':');
  const auto line = colon == std::string::npos ? std::nullopt : ParseNumber(std::string_view(text).substr(colon + 1));
  if (!line || *line < 1 || *line > 0x7fffffff || colon == 0)
    return diag::Fail<diag::Failure::BadChoice>({}, option, "FILE:LINE", text);
  return plan::Place{text.substr(0, colon), static_cast<std::uint32_t>(*line), 0};
}

Result<rewrite::InOrder> InOrderFrom(const Arguments& arguments) {
  rewrite::InOrder in_order;
  for (const std::string& value : arguments.Values("--in-order"))
    for (const std::string& one : Split(value, ',')) {
      if (one == "all") {
        in_order.is_all = true;
        continue;
      }
      DETRAIN_TRY(plan::Place place, PlaceFrom("--in-order", one));
      in_order.places.push_back(std::move(place));
    }
  return in_order;
}

}  // namespace

Result<plan::Place> PlaceFrom(const std::string& text) {
  return PlaceFrom("--step", text);
}

void SayWhatStays(const plan::CheckpointPlan& plan, const rewrite::Patch& patch) {
  diag::Funnel funnel(diag::StderrPrinter());
  const auto at = [](const plan::Place& place) { return Location{place.file, place.line, place.column}; };
  const auto is_same = [](const auto& one) {
    return [&one](const auto& other) { return one.place == other.place && one.message == other.message; };
  };
  std::vector<plan::Reason> others = plan.guarantee_why;
  std::erase_if(others, [&](const plan::Reason& why) { return std::ranges::any_of(patch.left, is_same(why)); });
  if (!others.empty()) {
    const std::size_t more = others.size() - 1;
    funnel.Emit(diag::Say<diag::Remark::NotReplayable>(
        at(others.front().place), others.front().message,
        more == 0 ? std::string() : "; detrain plan lists " + std::to_string(more) + " more"));
  }
  for (const rewrite::Remark& site : patch.left)
    if (std::ranges::any_of(plan.guarantee_why, is_same(site)))
      funnel.Emit(diag::Say<diag::Remark::NotReplayable>(at(site.place), site.message, std::string()));
    else
      funnel.Emit(diag::Say<diag::Remark::StaysAsItIs>(at(site.place), site.message));
}

Result<rewrite::Options> RewriteOptionsFrom(const Arguments& arguments) {
  constexpr std::array<std::string_view, 2> places = {"gpu", "host"}, levels = {"deterministic", "save"},
                                            clocks = {"recorded", "virtual"};
  rewrite::Options options;
  DETRAIN_TRY(const std::string place, arguments.Choice("--cuda", places));
  DETRAIN_TRY(const std::string level, arguments.Choice("--level", levels));
  DETRAIN_TRY(const std::int64_t shards, arguments.Number("--shards", options.shards, 1));
  options.cuda = place == "host" ? rewrite::Cuda::Host : rewrite::Cuda::Gpu;
  options.is_deterministic = level == "deterministic";
  options.shards = static_cast<unsigned>(shards);
  DETRAIN_TRY(const std::string clock, arguments.Choice("--clock", clocks));
  options.has_virtual_clock = clock == "virtual";
  DETRAIN_TRY(options.in_order, InOrderFrom(arguments));
  if (options.in_order.IsAsked() && !options.is_deterministic)
    return diag::Fail<diag::Failure::BadChoice>({}, "--in-order", "--level=deterministic", level);
  return options;
}

Result<ProgramOptions> ProgramOptions::From(const Arguments& arguments, std::string_view command) {
  ProgramOptions options;
  options.files = arguments.positional();
  options.build_dir = arguments.ValueOr("-p", "");
  options.flags = arguments.rest();
  options.models = arguments.Values("--model");
  if (options.files.empty() && options.build_dir.empty())
    return diag::Fail<diag::Failure::BadUsage>({}, command,
                                               "name the program's source files, or -p with its build folder");
  if (const auto step = arguments.Value("--step")) {
    DETRAIN_TRY(options.step, PlaceFrom(*step));
  }
  DETRAIN_TRY(options.follows, FollowsFrom(arguments));
  return options;
}

Result<bool> FollowsFrom(const Arguments& arguments) {
  constexpr std::array<std::string_view, 2> tiers = {"1", "0"};
  DETRAIN_TRY(const std::string tier, arguments.Choice("--tier", tiers));
  return tier == "1";
}

Result<catalog::Catalog> LoadCatalog(std::span<const std::string> models) {
  catalog::Catalog catalog = catalog::Catalog::Builtin();
  for (const std::string& model : models)
    DETRAIN_TRY_VOID(catalog.AddFile(model));
  return catalog;
}

Result<std::vector<load::Command>> CommandsOf(const ProgramOptions& options, diag::Funnel& funnel) {
  DETRAIN_TRY(std::vector<load::Command> all, load::Commands(options.files, options.build_dir, options.flags));
  // A file of several targets is compiled as the one that is asked for compiles it.
  if (!options.program.empty())
    std::ranges::stable_partition(all, [&](const load::Command& one) { return TargetOf(one) == options.program; });
  std::vector<load::Command> commands;
  std::set<std::string> seen;
  for (const load::Command& command : all) {
    const std::filesystem::path path = std::filesystem::path(command.directory) / command.file;
    if (seen.insert(std::filesystem::absolute(path).lexically_normal().string()).second)
      commands.push_back(command);
    else
      funnel.Emit(diag::Say<diag::Remark::SeveralCommands>(Location{command.file, 0, 0}));
  }
  if (commands.empty())
    return diag::Fail<diag::Failure::BadDatabase>({}, options.build_dir, "it names no file");
  return commands;
}

Result<std::vector<load::LoadedUnit>> LoadUnits(std::span<const load::Command> commands) {
  std::vector<std::optional<Result<load::LoadedUnit>>> results(commands.size());
  const Result<std::string> include = RuntimeInclude();
  ParallelFor(std::thread::hardware_concurrency(), commands.size(), [&](std::size_t i) {
    load::Command command = commands[i];
    // A program that was rewritten before includes the runtime's headers.
    if (include)
      command.arguments.insert(command.arguments.end(), {"-isystem", *include});
    results[i] = load::Load(command);
  });
  std::vector<load::LoadedUnit> units;
  for (auto& result : results) {
    if (!result->Ok())
      return std::move(*result).error();
    units.push_back(**std::move(result));
  }
  return units;
}

std::vector<rir::Module> LiftUnits(std::span<const load::LoadedUnit> units, const catalog::Catalog& catalog,
                                   diag::Funnel& funnel) {
  std::vector<rir::Module> modules;
  modules.reserve(units.size());
  for (const load::LoadedUnit& unit : units) {
    if (unit.LeavesDevice())
      funnel.Emit(diag::Say<diag::Remark::HostTextOfKernels>(Location{unit.command().file, 0, 0}));
    modules.push_back(lift::Lift(unit, catalog, funnel));
  }
  return modules;
}

std::vector<UnitFiles> UnitFilesOf(std::span<const load::LoadedUnit> units) {
  std::vector<UnitFiles> files;
  for (const load::LoadedUnit& unit : units)
    files.push_back({unit.command(), unit.user_files(), nullptr});
  return files;
}

Result<LiftedProgram> LiftInTurns(std::span<const load::Command> commands, const catalog::Catalog& catalog,
                                  diag::Funnel& funnel) {
  const std::size_t at_once = std::max(1U, std::thread::hardware_concurrency());
  LiftedProgram program;
  for (std::size_t first = 0; first < commands.size(); first += at_once) {
    const auto turn = commands.subspan(first, std::min(at_once, commands.size() - first));
    DETRAIN_TRY(std::vector<load::LoadedUnit> units, LoadUnits(turn));
    std::ranges::move(LiftUnits(units, catalog, funnel), std::back_inserter(program.modules));
    std::vector<UnitFiles> files = UnitFilesOf(units);
    for (std::size_t i = 0; i < units.size(); ++i)
      if (rewrite::Program::Decides(units[i]))
        files[i].loaded = std::make_shared<const load::LoadedUnit>(std::move(units[i]));
    std::ranges::move(files, std::back_inserter(program.units));
  }
  return program;
}

Result<std::vector<rir::Module>> ReadModules(std::span<const std::string> files) {
  std::vector<rir::Module> modules;
  for (const std::string& file : files) {
    DETRAIN_TRY(const std::string text, ReadFile(file));
    DETRAIN_TRY(rir::Module module, rir::ParseVerified(text, file));
    modules.push_back(std::move(module));
  }
  return modules;
}

std::filesystem::path PathOf(const load::Command& command, const std::string& user_file) {
  const std::filesystem::path file(user_file);
  const std::filesystem::path directory =
      command.directory.empty() ? std::filesystem::current_path() : std::filesystem::path(command.directory);
  if (file.is_absolute())
    return file;
  // Headers of a unit whose main file is named absolutely are named from that file's folder.
  std::error_code error;
  const std::filesystem::path beside = std::filesystem::path(command.file).parent_path() / file;
  return std::filesystem::path(command.file).is_absolute() && std::filesystem::exists(beside, error) ? beside
                                                                                                     : directory / file;
}

std::filesystem::path PathAmong(std::span<const UnitFiles> units, const std::string& user_file) {
  for (const UnitFiles& unit : units)
    if (std::ranges::find(unit.user_files, user_file) != unit.user_files.end())
      return PathOf(unit.command, user_file);
  return user_file;
}

std::filesystem::path PathAmong(std::span<const load::LoadedUnit> units, const std::string& user_file) {
  return PathAmong(UnitFilesOf(units), user_file);
}

namespace {

std::vector<plan::ParallelAddition> AdditionsIn(const rir::Module& module) {
  std::vector<plan::ParallelAddition> additions;
  if (!flow::MayAdd(module))
    return additions;
  const auto place = [&](const rir::Location& at) {
    return plan::Place{at.file == rir::kNone ? "" : module.files[at.file], at.line, at.column};
  };
  for (const flow::Addition& one : flow::AdditionsOf(flow::FlowOf(module))) {
    plan::ParallelAddition& addition = additions.emplace_back();
    addition.place = place(one.at);
    addition.is_turn = one.is_turn;
    for (const flow::OtherUse& other : one.others)
      addition.others.push_back({place(other.at), other.is_addition});
  }
  return additions;
}

Result<plan::CheckpointPlan> ExactPlanOf(const rir::Module& linked, const plan::Options& options,
                                         infer::Patience patience) {
  DETRAIN_TRY(const infer::TypedModule typed,
              infer::Infer(linked, plan::AskedFor(options), patience, options.spending));
  return plan::MakePlan(typed, options);
}

// What threads keep on their stacks while they wait is made static, where that can be.
Result<plan::CheckpointPlan> ExactPlan(const rir::Module& linked, const plan::Options& options,
                                       infer::Patience patience) {
  std::optional<infer::TypedModule> typed;
  DETRAIN_TRY(typed, infer::Infer(linked, plan::AskedFor(options), patience, options.spending));
  DETRAIN_TRY(plan::CheckpointPlan plan, plan::MakePlan(*typed, options));
  const std::vector<plan::Place> on_stacks = plan::OnStacks(plan);
  const std::vector<rir::RegionId> variables = plan::StaticsFor(*typed->whole, linked, on_stacks);
  if (variables.empty())
    return plan;
  typed.reset();
  auto other = ExactPlanOf(plan::WithStatics(linked, variables), options, patience);
  if (!other || !plan::OnStacks(*other).empty())
    return plan;
  plan::ForEachLoop(*other, [&](plan::CheckpointPlan& one) { plan::NoteStatics(one, on_stacks); });
  return other;
}

using LoopSites = std::vector<plan::LoopSite>;

LoopSites LoopsOf(const plan::CheckpointPlan& plan) {
  LoopSites loops;
  plan::ForEachLoop(plan, [&](const plan::CheckpointPlan& one) { loops.push_back(one.step_loop); });
  return loops;
}

// The plan of a loop beside the chosen ones that computes far more: what they fill or move is no training then.
std::optional<plan::CheckpointPlan> OfLargerLoop(const rir::Module& linked, const plan::Options& options,
                                                 const plan::CheckpointPlan& exact) {
  const LoopSites chosen = LoopsOf(exact);
  std::vector<Location> places;
  for (const plan::LoopSite& loop : chosen)
    places.push_back({loop.place.file, loop.place.line, loop.place.column});
  flow::Flow flow = flow::FlowOf(linked);
  const std::optional<Location> larger = tier0::LargerLoop(flow, places);
  if (!larger)
    return std::nullopt;
  plan::Options other = options;
  other.step = plan::Place{larger->file, larger->line, larger->column};
  auto plan = ExactPlan(linked, other, infer::Patience::Once);
  if (!plan)
    return std::nullopt;
  plan::ForEachLoop(*plan, [&](plan::CheckpointPlan& one) {
    one.why_this_loop = "it makes most of the program's computation, and hands numbers on to its next iteration";
    one.others.insert(one.others.end(), chosen.begin(), chosen.end());
  });
  return std::move(*plan);
}

// Whether the plan makes no promise for memory alone that it cannot follow, and is of one loop.
bool LacksMemory(const plan::CheckpointPlan& plan) {
  const auto is_same_loop = [&](const plan::CheckpointPlan& later) {
    return later.step_loop.place == plan.step_loop.place;
  };
  return plan.guarantee == plan::Guarantee::NotReplayable && std::ranges::all_of(plan.later, is_same_loop) &&
         std::ranges::all_of(plan.guarantee_why, &plan::Reason::is_unfollowed);
}

// The same loop with all state saved, where that can be replayed.
std::optional<plan::CheckpointPlan> WithAllMemory(const rir::Module& linked, const plan::Options& options,
                                                  const plan::CheckpointPlan& exact) {
  plan::Options same_loop = options;
  same_loop.step = exact.step_loop.place;
  auto all = tier0::MakePlan0(linked, same_loop, exact.guarantee_why);
  if (!all || all->guarantee == plan::Guarantee::NotReplayable)
    return std::nullopt;
  all->why_this_loop = exact.why_this_loop;
  all->others = exact.others;
  return std::move(*all);
}

std::vector<plan::Reason> OfWholeProgram(const std::string& why) {
  std::vector<plan::Reason> reasons(1);
  reasons[0].message = why;
  return reasons;
}

// The least state where the program can be followed to its end, else all of it.
Result<plan::CheckpointPlan> PlanOfLinked(const rir::Module& linked, const plan::Options& options) {
  if (!options.follows)
    return tier0::MakePlan0(linked, options, OfWholeProgram("as --tier=0 asks for"));
  Result<plan::CheckpointPlan> exact = ExactPlan(linked, options, infer::Patience::Once);
  if (exact && !options.step)
    if (auto larger = OfLargerLoop(linked, options, *exact))
      exact = std::move(*larger);
  if (exact && LacksMemory(*exact))
    if (auto all = WithAllMemory(linked, options, *exact))
      return std::move(*all);
  if (exact || plan::IsNoStepLoop(exact.error()))
    return exact;
  const bool is_too_large = infer::IsTooLarge(exact.error());
  if (options.step && !is_too_large)
    return exact;  // what is wrong with the loop that was asked for
  const std::string why =
      is_too_large ? "the program is too large to be followed to what a step needs" : exact.error().message;
  if (auto all = tier0::MakePlan0(linked, options, OfWholeProgram(why)))
    return all;
  return is_too_large ? ExactPlan(linked, options, infer::Patience::All) : std::move(exact);
}

}  // namespace

Result<plan::CheckpointPlan> PlanOf(std::vector<rir::Module> modules, const plan::Options& options,
                                    std::span<const UnitFiles> units) {
  DETRAIN_TRY(rir::Module linked, infer::Link(std::move(modules)));
  std::vector<plan::ParallelAddition> additions = AdditionsIn(linked);
  DETRAIN_TRY(plan::CheckpointPlan plan, PlanOfLinked(linked, options));
  plan.additions = std::move(additions);
  DETRAIN_TRY_VOID(ApplyNearestConfig(PathAmong(units, plan.step_loop.place.file), plan));
  return plan;
}

std::vector<plan::Reason> UnorderedIn(std::span<const UnitFiles> units, const rewrite::Options& how) {
  std::vector<const load::LoadedUnit*> loaded;
  for (const UnitFiles& unit : units)
    if (unit.loaded != nullptr)
      loaded.push_back(unit.loaded.get());
  return rewrite::Program(loaded, how).Unordered();
}

namespace {

bool Allocates(const std::vector<catalog::Effect>& effects) {
  return std::ranges::any_of(effects, [](const catalog::Effect& effect) {
    return effect.kind == catalog::EffectKind::Alloc || Allocates(effect.body);
  });
}

}  // namespace

std::set<std::string> PlacedBy(const catalog::Catalog& catalog, const rewrite::Options& how) {
  // Those that the host backend stands in for (docs/cuda-host.md).
  constexpr std::array<std::string_view, 5> libraries = {"cuda", "cuda_deferred", "cublas", "curand", "cudnn"};
  std::set<std::string> placed;
  if (how.cuda == rewrite::Cuda::Host)
    for (const auto& [name, row] : catalog.rows())
      if (std::ranges::find(libraries, row.library) != libraries.end() && Allocates(row.effects))
        placed.insert(row.name);
  return placed;
}

Result<AnalysedProgram> Analyse(const ProgramOptions& options, const rewrite::Options& how, diag::Funnel& funnel) {
  DETRAIN_TRY(const catalog::Catalog catalog, LoadCatalog(options.models));
  DETRAIN_TRY(const std::vector<load::Command> commands, CommandsOf(options, funnel));
  DETRAIN_TRY(std::vector<load::LoadedUnit> units, LoadUnits(commands));
  std::vector<rir::Module> modules = LiftUnits(units, catalog, funnel);
  DETRAIN_TRY(const std::vector<std::size_t> numbers, UnitsOfProgram(options, commands, PointersTo(modules)));
  units = Selected(std::move(units), numbers);
  modules = Selected(std::move(modules), numbers);
  auto decided = std::make_unique<const rewrite::Program>(PointersTo(units), how);
  const plan::Options asked{.step = options.step,
                            .unordered = decided->Unordered(),
                            .follows = options.follows,
                            .placed = PlacedBy(catalog, how)};
  DETRAIN_TRY(plan::CheckpointPlan plan, PlanOf(std::move(modules), asked, UnitFilesOf(units)));
  return AnalysedProgram{std::move(units), std::move(plan), std::move(decided)};
}

}  // namespace detrain::driver
