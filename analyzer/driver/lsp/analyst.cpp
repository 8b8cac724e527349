// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/driver/lsp/analyst.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "analyzer/driver/gate/check_program.h"
#include "analyzer/driver/gate/programs.h"
#include "analyzer/driver/pipeline.h"

namespace detrain::driver::lsp {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

// A folder above the file, or `build` in one, that holds a compilation database.
std::string BuildDirOf(const std::string& path) {
  std::error_code error;
  for (fs::path folder = fs::path(path).parent_path();; folder = folder.parent_path()) {
    for (const fs::path& candidate : {folder, folder / "build"})
      if (fs::exists(candidate / "compile_commands.json", error))
        return candidate.string();
    if (folder == folder.root_path())
      return {};
  }
}

bool Names(const load::Command& command, const std::string& path) {
  return fs::absolute(fs::path(command.directory) / command.file).lexically_normal() == fs::path(path);
}

// All of the database where the file is one of its units or may be a header of them; else the file alone.
std::vector<load::Command> CommandsFor(const std::string& path, const Wishes& wishes) {
  const std::string build = wishes.build_dir.empty() ? BuildDirOf(path) : wishes.build_dir;
  if (!build.empty())
    if (const Result<std::vector<load::Command>> all = load::Commands({}, build, wishes.flags))
      if (fs::path(path).extension().string().starts_with(".h") || fs::path(path).extension() == ".cuh" ||
          std::any_of(all->begin(), all->end(), [&](const load::Command& command) { return Names(command, path); }))
        return *all;
  return {{"", path, wishes.flags}};
}

// Of the programs that the file takes part in, the first one with a step loop.
std::optional<plan::CheckpointPlan> PlanFor(const std::string& name, const std::vector<gate::LiftedUnit>& units) {
  std::vector<const rir::Module*> modules;
  for (const gate::LiftedUnit& unit : units)
    modules.push_back(&unit.module);
  for (const std::vector<std::size_t>& program : gate::ProgramsOf(modules)) {
    std::vector<rir::Module> parts;
    bool has_file = false, has_main = false;
    for (const std::size_t number : program) {
      const std::vector<std::string>& files = units[number].user_files;
      has_file = has_file || std::find(files.begin(), files.end(), name) != files.end();
      has_main = has_main || gate::DefinesMain(units[number].module);
      parts.push_back(units[number].module);
    }
    if (!has_file || !has_main)
      continue;
    if (Result<plan::CheckpointPlan> plan = PlanOf(std::move(parts), {.step = {}, .takes_any_loop = false}, {}))
      return *std::move(plan);
  }
  return std::nullopt;
}

fs::path RootFor(const std::string& path, const std::string& workspace) {
  std::error_code error;
  const fs::path repository = gate::RepositoryOf(fs::path(path).parent_path());
  return fs::exists(repository / ".git", error) ? repository : fs::path(workspace);
}

std::shared_ptr<const gate::Sources> SourcesOf(const Job& job, const std::string& workspace) {
  auto sources = std::make_shared<gate::Sources>(RootFor(job.path, workspace));
  for (const load::UnsavedFile& file : job.texts)
    sources->Replace(gate::NameFromHere({"", file.path, {}}, file.path), file.text);
  return sources;
}

}  // namespace

Analyst::Analyst(Wishes wishes, Done done) : wishes_(std::move(wishes)), done_(std::move(done)) {
  thread_ = std::thread([this] { Work(); });
}

Analyst::~Analyst() {
  {
    const std::lock_guard lock(mutex_);
    stops_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void Analyst::Ask(Job job) {
  {
    const std::lock_guard lock(mutex_);
    jobs_[job.path] = std::move(job);
  }
  changed_.notify_all();
}

// Empty when it is time to stop. Waits until a job's text has been left alone for a while.
Job Analyst::NextJob() {
  std::unique_lock lock(mutex_);
  while (!stops_) {
    const auto next = std::min_element(jobs_.begin(), jobs_.end(), [](const auto& a, const auto& b) {
      return a.second.not_before < b.second.not_before;
    });
    if (next == jobs_.end()) {
      changed_.wait(lock);
    } else if (const auto when = next->second.not_before; when > Clock::now()) {
      changed_.wait_until(lock, when);
    } else {
      Job job = std::move(next->second);
      jobs_.erase(next);
      return job;
    }
  }
  return {};
}

bool Analyst::IsOutdated(const Job& job) {
  const std::lock_guard lock(mutex_);
  return stops_ || jobs_.contains(job.path);
}

void Analyst::Work() {
  for (Job job = NextJob(); !job.path.empty(); job = NextJob())
    Analyse(job);
}

void Analyst::Analyse(const Job& job) {
  Snapshot snapshot;
  snapshot.generation = job.generation;
  snapshot.name = gate::NameFromHere({"", job.path, {}}, job.path);
  snapshot.sources = SourcesOf(job, wishes_.root);
  const auto hand_over = [&] { done_(job.path, std::make_shared<const Snapshot>(snapshot)); };
  const auto give_up = [&](const Error& error) {
    snapshot.failure = error;
    snapshot.has_looked_for_plan = true;
    hand_over();
  };
  const Result<catalog::Catalog> catalog = LoadCatalog(wishes_.models);
  if (!catalog)
    return give_up(catalog.error());
  const cache::Store store = cache::Store::OfUser();
  cache::FileHashes hashes(job.texts);
  const std::size_t jobs = std::max(1U, std::thread::hardware_concurrency() / 2);  // the editor wants some too
  const gate::LiftContext context{*catalog, cache::HashOfModels(wishes_.models, hashes), store, hashes, job.texts,
                                  jobs};
  gate::LiftedUnits lifted = gate::LiftAll(CommandsFor(job.path, wishes_), context);
  gate::KeepUnits(lifted.units, context);
  if (!lifted.errors.empty())
    return give_up(lifted.errors.front());
  if (IsOutdated(job))
    return;
  gate::Checked checked = gate::CheckUnits(lifted.units, context);
  gate::Settings settings;
  std::error_code error;
  settings.baseline = fs::exists(wishes_.baseline, error) ? wishes_.baseline : "";
  Result<gate::Sifted> sifted =
      gate::Sift(std::move(checked.findings), checked.user_files, *snapshot.sources, settings);
  if (!sifted)
    return give_up(sifted.error());
  snapshot.findings = std::move(sifted->shown);
  hand_over();
  if (IsOutdated(job))
    return;
  snapshot.plan = PlanFor(snapshot.name, lifted.units);
  snapshot.has_looked_for_plan = true;
  hand_over();
}

}  // namespace detrain::driver::lsp
