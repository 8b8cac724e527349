// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The one-way street, put together: sources -> units -> RIR -> types -> plan. Commands take the product that they need.
#ifndef DETRAIN_ANALYZER_DRIVER_PIPELINE_H
#define DETRAIN_ANALYZER_DRIVER_PIPELINE_H

#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "analyzer/base/result.h"
#include "analyzer/catalog/catalog.h"
#include "analyzer/diag/funnel.h"
#include "analyzer/driver/options.h"
#include "analyzer/infer/infer.h"
#include "analyzer/load/load.h"
#include "analyzer/plan/make_plan.h"
#include "analyzer/plan/plan.h"
#include "analyzer/rewrite/program.h"
#include "analyzer/rewrite/rewrite.h"
#include "analyzer/rir/rir.h"

namespace detrain::driver {

// On stderr: why the plan is not replayable, and what the patch leaves though it depends on order.
void SayWhatStays(const plan::CheckpointPlan& plan, const rewrite::Patch& patch);

// --cuda=gpu|host, --level=deterministic|save, --shards V, --in-order=all|FILE:LINE,..
Result<rewrite::Options> RewriteOptionsFrom(const Arguments& arguments);

// What the commands that analyse a program take: FILE... [-p BUILD] [--step FILE:LINE] [--model F] [-- FLAGS].
struct ProgramOptions {
  std::vector<std::string> files;
  std::string build_dir;
  std::string program;  // of those in build_dir (program_choice.h); files is empty then
  std::vector<std::string> flags;
  std::vector<std::string> models;
  std::optional<plan::Place> step;
  bool follows = true;  // plan::Options

  // Error: no file and no build folder, or a --step that is no FILE:LINE.
  static Result<ProgramOptions> From(const Arguments& arguments, std::string_view command);
};

// --tier=0|1: plan::Options::follows.
Result<bool> FollowsFrom(const Arguments& arguments);

// "FILE:LINE". Error: it is none.
Result<plan::Place> PlaceFrom(const std::string& text);

// detrain's own rows and those of the user's files.
Result<catalog::Catalog> LoadCatalog(std::span<const std::string> models);

// How the program's files are compiled, each once: of several commands for one file the first counts, which is said.
Result<std::vector<load::Command>> CommandsOf(const ProgramOptions& options, diag::Funnel& funnel);

// All units, parsed. The first error in the order of the commands.
Result<std::vector<load::LoadedUnit>> LoadUnits(std::span<const load::Command> commands);

// One module per unit.
std::vector<rir::Module> LiftUnits(std::span<const load::LoadedUnit> units, const catalog::Catalog& catalog,
                                   diag::Funnel& funnel);

// Modules as `detrain plan --dump=rir` prints them.
Result<std::vector<rir::Module>> ReadModules(std::span<const std::string> files);

// What is left to know of a unit when it has been lifted.
struct UnitFiles {
  load::Command command;
  std::vector<std::string> user_files;
  std::shared_ptr<const load::LoadedUnit> loaded = nullptr;  // only where the rewrite decides on something
};
std::vector<UnitFiles> UnitFilesOf(std::span<const load::LoadedUnit> units);
struct LiftedProgram {
  std::vector<UnitFiles> units;
  std::vector<rir::Module> modules;
};
// LoadUnits and LiftUnits in turns, a few units each, so that few syntax trees are held at once: they take far more
// memory than what is lifted from them.
Result<LiftedProgram> LiftInTurns(std::span<const load::Command> commands, const catalog::Catalog& catalog,
                                  diag::Funnel& funnel);

// Where a file that LoadedUnit::user_files() names lies.
std::filesystem::path PathOf(const load::Command& command, const std::string& user_file);
// The same, of any of the units; one that no unit knows is seen from the working directory.
std::filesystem::path PathAmong(std::span<const load::LoadedUnit> units, const std::string& user_file);
std::filesystem::path PathAmong(std::span<const UnitFiles> units, const std::string& user_file);

// Linked, inferred, planned, and changed as the `.detrain` nearest to the step loop's file asks. `units` are where the
// modules come from; none: they were read as text.
Result<plan::CheckpointPlan> PlanOf(std::vector<rir::Module> modules, const plan::Options& options,
                                    std::span<const UnitFiles> units);

// What the plan is told of those of the units that were kept (plan::Options).
std::vector<plan::Reason> UnorderedIn(std::span<const UnitFiles> units, const rewrite::Options& how);
std::set<std::string> PlacedBy(const catalog::Catalog& catalog, const rewrite::Options& how);

// A program that has gone down the whole street.
struct AnalysedProgram {
  std::vector<load::LoadedUnit> units;
  plan::CheckpointPlan plan;
  std::unique_ptr<const rewrite::Program> decided = nullptr;  // what Rewrite takes; null: there is no plan
};
Result<AnalysedProgram> Analyse(const ProgramOptions& options, const rewrite::Options& how, diag::Funnel& funnel);

}  // namespace detrain::driver

#endif
