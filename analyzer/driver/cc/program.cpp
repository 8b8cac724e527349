// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/driver/cc/program.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <system_error>
#include <thread>
#include <utility>

#include "analyzer/base/file.h"
#include "analyzer/base/parallel.h"
#include "analyzer/diag/message.h"
#include "analyzer/driver/cc/archive.h"
#include "analyzer/driver/cc/build_record.h"
#include "analyzer/driver/cc/depfile.h"
#include "analyzer/driver/cc/nvcc_gpu.h"
#include "analyzer/driver/cc/nvcc_host.h"
#include "analyzer/driver/cc/run_tool.h"
#include "analyzer/driver/cc/shadow.h"
#include "analyzer/driver/cc/unit_file.h"
#include "analyzer/driver/config/config.h"
#include "analyzer/driver/locate.h"
#include "analyzer/driver/pipeline.h"
#include "analyzer/driver/process.h"
#include "analyzer/driver/program_choice.h"
#include "analyzer/plan/make_plan.h"
#include "analyzer/rewrite/program.h"
#include "analyzer/rewrite/rewrite.h"

namespace detrain::driver::cc {
namespace {

namespace fs = std::filesystem;
using diag::Failure;

// What the runtime needs that a C program's link may not name.
constexpr std::array<const char*, 3> runtime_libraries = {"-lstdc++", "-lpthread", "-lm"};

class Builder {
 public:
  Builder(const Invocation& call, std::vector<ProgramUnit> units, const Settings& settings)
      : call_(call),
        units_(std::move(units)),
        settings_(settings),
        output_(fs::absolute(call.output)),
        folder_(output_.string() + ".detrain") {}

  Result<void> Build();

 private:
  Result<plan::CheckpointPlan> Plan();
  Result<void> RefuseStaleUnits() const;
  Result<void> WriteShadows(const rewrite::Patch& patch);
  Result<void> CompileShadows();
  Result<void> CompileOne(std::size_t at, const std::string& include);
  Result<std::map<std::string, std::string>> Replacements() const;
  [[nodiscard]] Invocation CallOfKernels() const;
  Result<void> Link();
  Result<void> NoteDependencies() const;
  fs::path Linked() const { return folder_ / "program"; }
  fs::path UnitFolder(std::size_t at) const { return folder_ / std::to_string(at); }

  const Invocation& call_;
  std::vector<ProgramUnit> units_;
  const Settings& settings_;
  fs::path output_, folder_;
  std::vector<load::LoadedUnit> loaded_;
  std::optional<rewrite::Program> decided_;
  std::string plan_hash_;
  bool has_fixed_heap_ = false;
  fs::path config_;                             // the `.detrain` that took part; empty: none
  std::map<std::size_t, std::string> shadows_;  // main file of each changed unit
};

std::set<std::string> FilesOf(const load::LoadedUnit& unit) {
  std::set<std::string> files;
  for (const std::string& file : unit.user_files())
    files.insert(PathOf(unit.command(), file).lexically_normal().string());
  return files;
}

// RIR from beside an object speaks of lines that must still be there.
Result<void> Builder::RefuseStaleUnits() const {
  for (std::size_t i = 0; i < units_.size(); ++i) {
    DETRAIN_TRY(const std::string hash, HashOfSources(loaded_[i]));
    if (units_[i].module && hash != units_[i].sources_hash)
      return diag::Fail<Failure::SourceChanged>(Location{units_[i].command.file, 0, 0}, units_[i].input);
  }
  return {};
}

Result<plan::CheckpointPlan> Builder::Plan() {
  std::vector<load::Command> commands;
  for (const ProgramUnit& unit : units_)
    commands.push_back(unit.command);
  DETRAIN_TRY(loaded_, LoadUnits(commands));
  DETRAIN_TRY_VOID(RefuseStaleUnits());
  DETRAIN_TRY(const catalog::Catalog catalog, LoadCatalog(settings_.models));
  diag::Funnel silent([](const diag::Diagnostic&) {});
  std::vector<rir::Module> modules;
  for (std::size_t i = 0; i < units_.size(); ++i)
    modules.push_back(units_[i].module ? std::move(*units_[i].module)
                                       : LiftUnits(std::span(loaded_).subspan(i, 1), catalog, silent).front());
  // A tool that goes through data in loops is no program that trains, unless its user says so.
  decided_.emplace(PointersTo(loaded_), settings_.rewrite);
  const plan::Options options{.step = settings_.step,
                              .takes_any_loop = settings_.is_required,
                              .unordered = decided_->Unordered(),
                              .follows = settings_.follows,
                              .placed = PlacedBy(catalog, settings_.rewrite)};
  return PlanOf(std::move(modules), options, UnitFilesOf(loaded_));
}

Result<void> Builder::WriteShadows(const rewrite::Patch& patch) {
  for (std::size_t i = 0; i < loaded_.size(); ++i) {
    if (!IsTouched(loaded_[i], patch))
      continue;
    DETRAIN_TRY(shadows_[i], WriteShadow(loaded_[i], patch, UnitFolder(i)));
  }
  return {};
}

// -w: the user has seen the warnings of the code as it was written. Quoted includes are looked for beside the file that
// the shadow stands for.
Result<void> Builder::CompileOne(std::size_t at, const std::string& include) {
  const load::Command& command = units_[at].command;
  const std::string beside = PathOf(command, command.file).parent_path().string();
  DETRAIN_TRY(std::vector<std::string> extra, HostHeaders(settings_));
  const bool is_for_gpu = IsForGpu(command.arguments, settings_);
  if (is_for_gpu) {
    extra = GpuFlags(beside);
    DETRAIN_TRY(const std::vector<std::string> keep, KeepFlags(UnitFolder(at)));
    extra.insert(extra.end(), keep.begin(), keep.end());
  } else {
    extra.insert(extra.end(), {"-w", "-iquote", beside});
  }
  extra.insert(extra.end(), {"-isystem", include});
  const Invocation compile = ParseFor(command.arguments, settings_);
  const std::string object = (UnitFolder(at) / "unit.o").string();
  const bool is_cuda = is_for_gpu && loaded_[at].cuda();
  const std::string_view language = is_cuda ? "cu" : loaded_[at].IsCxx() ? "c++" : "c";
  return RunTool(compile.CompileWords(shadows_[at], language, object, extra), command.directory,
                 UnitFolder(at) / "log");
}

Result<void> Builder::CompileShadows() {
  DETRAIN_TRY(const std::string include, RuntimeInclude());
  std::vector<std::size_t> changed;
  for (const auto& [at, file] : shadows_)
    changed.push_back(at);
  std::vector<Result<void>> results(changed.size());
  ParallelFor(std::thread::hardware_concurrency(), changed.size(),
              [&](std::size_t i) { results[i] = CompileOne(changed[i], include); });
  for (Result<void>& result : results)
    DETRAIN_TRY_VOID(std::move(result));
  return {};
}

// What stands in place of each word of the link that is, or holds, a changed unit.
Result<std::map<std::string, std::string>> Builder::Replacements() const {
  std::map<std::string, std::string> files;
  std::map<std::pair<std::string, std::string>, std::map<std::size_t, std::string>> members;
  for (const auto& [at, shadow] : shadows_) {
    const std::string object = (UnitFolder(at) / "unit.o").string();
    if (const std::optional<MemberPlace>& member = units_[at].member)
      members[{member->word, member->library}][member->number] = object;
    else
      files[units_[at].input] = object;
  }
  for (const auto& [library, objects] : members) {
    const fs::path copy = folder_ / fs::path(library.second).filename();
    DETRAIN_TRY_VOID(CopyArchive(library.second, objects, copy.string()));
    files[library.first] = copy.string();
  }
  return files;
}

// What the build record says of ours.
std::vector<std::string> OptionsIn(const Settings& settings) {
  std::vector<std::string> options;
  if (settings.rewrite.trace_ops)
    options.emplace_back("--trace=ops");
  if (settings.rewrite.has_virtual_clock)
    options.emplace_back("--clock=virtual");
  if (settings.rewrite.cuda == rewrite::Cuda::Host)
    options.emplace_back("--cuda=host");
  if (!settings.rewrite.is_deterministic)
    options.emplace_back("--level=save");
  else if (settings.rewrite.shards != rewrite::Options{}.shards)
    options.push_back("--shards=" + std::to_string(settings.rewrite.shards));
  if (settings.rewrite.in_order.is_all)
    options.emplace_back("--in-order=all");
  for (const plan::Place& place : settings.rewrite.in_order.places)
    options.push_back("--in-order=" + place.file + ":" + std::to_string(place.line));
  return options;
}

// One that compiles kernels, if there is any.
Invocation Builder::CallOfKernels() const {
  for (std::size_t i = 0; i < units_.size(); ++i)
    if (loaded_[i].cuda())
      return ParseFor(units_[i].command.arguments, settings_);
  return call_;
}

// Blocks that are saved as they lie may hold addresses of functions and variables. Whoever wants these elsewhere in
// each process has them there, and a restore refuses.
bool AsksForPie(const Invocation& call) {
  return std::ranges::any_of(call.given,
                             [](const std::string& word) { return word == "-pie" || word == "-static-pie"; });
}

Result<void> Builder::Link() {
  DETRAIN_TRY(const auto files, Replacements());
  const auto replace = [&](const std::string& word) {
    const auto found = files.find(word);
    return found == files.end() ? word : found->second;
  };
  DETRAIN_TRY(const std::string archive, RuntimeArchive());
  DETRAIN_TRY(std::vector<std::string> extra, HostLibraries(settings_));
  if (IsForGpu(call_.given, settings_)) {
    DETRAIN_TRY(std::string object, BuildGpuRuntime(call_, CallOfKernels(), folder_));
    extra.push_back(std::move(object));
    DETRAIN_TRY(const std::vector<std::string> keep, KeepFlags(folder_));
    extra.insert(extra.end(), keep.begin(), keep.end());
  }
  if (has_fixed_heap_ && !AsksForPie(call_))
    extra.insert(extra.end(), {IsForGpu(call_.given, settings_) ? "-Xcompiler=-no-pie" : "-no-pie"});
  extra.push_back(archive);
  extra.insert(extra.end(), runtime_libraries.begin(), runtime_libraries.end());
  const fs::path linked = Linked();
  DETRAIN_TRY_VOID(RunTool(HostLink(call_.LinkWords(replace, linked.string(), extra), settings_), "", folder_ / "log"));
  std::error_code error;
  fs::remove_all(folder_ / "nvcc", error);
  for (const auto& [at, shadow] : shadows_)
    fs::remove_all(UnitFolder(at) / "nvcc", error);
  OrderedJson record = BuildRecord(units_, loaded_, call_, OptionsIn(settings_));
  record["plan"] = plan_hash_;
  DETRAIN_TRY_VOID(Embed(record, linked));
  return {};
}

// Comes to its name complete, or not at all.
Result<void> PutInPlace(const std::string& from, const std::string& to) {
  std::error_code error;
  fs::rename(from, to, error);
  if (error)
    return diag::Fail<Failure::CannotWrite>(Location{to, 0, 0}, error.message());
  return {};
}

// The plan, and so every rewritten unit, depends on the sources of all units and on the user's configuration.
Result<void> Builder::NoteDependencies() const {
  std::set<std::string> all;
  for (const load::LoadedUnit& unit : loaded_)
    all.merge(FilesOf(unit));
  if (!config_.empty())
    all.insert(config_.string());
  for (std::size_t i = 0; i < units_.size(); ++i) {
    std::set<std::string> others = all;
    for (const std::string& own : FilesOf(loaded_[i]))
      others.erase(own);
    for (const std::string& depfile : units_[i].depfiles)
      DETRAIN_TRY_VOID(AddSources(depfile, std::vector<std::string>(others.begin(), others.end())));
  }
  return {};
}

Result<void> Builder::Build() {
  DETRAIN_TRY(const plan::CheckpointPlan plan, Plan());
  plan_hash_ = plan.hash;
  has_fixed_heap_ = plan.fixed_heap;
  config_ = FindConfig(PathAmong(loaded_, plan.step_loop.place.file));
  DETRAIN_TRY(const rewrite::Patch patch, rewrite::Rewrite(plan, *decided_));
  SayWhatStays(plan, patch);
  std::error_code error;
  fs::remove_all(folder_, error);
  DETRAIN_TRY_VOID(WriteShadows(patch));
  DETRAIN_TRY_VOID(CompileShadows());
  DETRAIN_TRY_VOID(Link());
  DETRAIN_TRY_VOID(NoteDependencies());
  return PutInPlace(Linked().string(), call_.output);
}

// A project's tests and tools do not train. One that does, and cannot be rewritten, must not pass for one that was.
bool MayStayAsItIs(const Error& why, const Settings& settings) {
  const bool trains = settings.step || !plan::IsNoStepLoop(why);
  return why.kind == ErrorKind::Coverage && (settings.is_optional || (!trains && !settings.is_required));
}

}  // namespace

std::string OriginalOf(const std::string& program) {
  return program + ".original";
}

Result<void> BuildProgram(const Invocation& call, std::vector<ProgramUnit> units, const Settings& settings) {
  std::error_code ignored;
  Result<void> built = Builder(call, std::move(units), settings).Build();
  if (built)
    return built;
  const Error& why = built.error();
  fs::remove_all(call.output + ".detrain", ignored);
  if (MayStayAsItIs(why, settings)) {
    diag::Funnel funnel(diag::StderrPrinter());
    funnel.Emit(diag::Say<diag::Remark::LinkedAsItIs>(why.location, why.message));
    return PutInPlace(OriginalOf(call.output), call.output);
  }
  fs::remove(OriginalOf(call.output), ignored);
  if (why.kind == ErrorKind::Coverage && !settings.is_required)
    return diag::Fail<Failure::NotRewritten>(why.location, why.message);
  return built;
}

}  // namespace detrain::driver::cc
