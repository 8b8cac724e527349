// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <iterator>
#include <system_error>
#include <utility>

#include "analyzer/diag/message.h"
#include "analyzer/driver/cc/invocation.h"
#include "analyzer/driver/cc/library_units.h"
#include "analyzer/driver/cc/program.h"
#include "analyzer/driver/cc/unit_file.h"
#include "analyzer/driver/command.h"
#include "analyzer/driver/pipeline.h"
#include "analyzer/driver/process.h"
#include "analyzer/rir/print.h"
#include "analyzer/rir/verify.h"

namespace detrain::driver {
namespace {

namespace fs = std::filesystem;
using cc::ArgumentKind;
using cc::Invocation;
using cc::UnitFile;
using diag::Failure;

constexpr std::array<Option, 5> options = {{
    {"--level", "save|deterministic",
     "save: bind, save, restore and trace only; deterministic (the default): replace what the findings name too"},
    {"--shards", "V", "virtual shards of data-parallel loops (8)"},
    {"--step", "FILE:LINE", "the step loop, where detrain should not choose it"},
    {"--model", "FILE", "describes functions that detrain does not know; may be given again"},
    {"--optional", "", "link a program for which no plan can be had as it is, instead of failing"},
}};

constexpr Syntax syntax = {"cc", "[OPTIONS] -- COMPILER ARGS...",
                           "Compiles and links as gcc and clang do, and makes the program replayable on the way.",
                           options};

// Becomes the compiler: nothing of ours stands between it and who called it.
Result<int> PassThrough(const std::vector<std::string>& words) {
  DETRAIN_TRY(const std::string executable, FindExecutable(words.front()));
  std::vector<char*> argv;
  for (const std::string& word : words)
    argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  execv(executable.c_str(), argv.data());
  return diag::Fail<Failure::CannotRun>({}, words.front(), std::strerror(errno));
}

load::Command CommandOf(const Invocation& call, const std::string& source) {
  return {fs::current_path().string(), source, call.Words()};
}

std::vector<std::string> Absolute(const std::vector<std::string>& files) {
  std::vector<std::string> absolute;
  for (const std::string& file : files)
    absolute.push_back(fs::absolute(file).lexically_normal().string());
  return absolute;
}

// What a later link must know of one unit. A unit that cannot be analysed is not an error yet: it may not be part of a
// program with a step loop.
Result<UnitFile> Describe(const Invocation& call, const std::string& source, const catalog::Catalog& catalog) {
  UnitFile file;
  file.command = CommandOf(call, source);
  file.depfiles = Absolute(call.DepfilesOf(source));
  DETRAIN_TRY(file.object_hash, cc::HashOfFile(call.ObjectOf(source)));
  const Result<load::LoadedUnit> unit = load::Load(file.command);
  if (!unit) {
    file.error = unit.error();
    return file;
  }
  diag::Funnel silent([](const diag::Diagnostic&) {});
  file.rir = rir::Print(LiftUnits(std::span(&*unit, 1), catalog, silent).front());
  DETRAIN_TRY(file.sources_hash, cc::HashOfSources(*unit));
  return file;
}

Result<void> DescribeAll(const Invocation& call, const cc::Settings& settings) {
  DETRAIN_TRY(const catalog::Catalog catalog, LoadCatalog(settings.models));
  std::error_code ignored;
  for (const std::string& source : call.Files(ArgumentKind::Source)) {
    if (!fs::is_regular_file(call.ObjectOf(source), ignored))
      continue;
    DETRAIN_TRY(const UnitFile file, Describe(call, source, catalog));
    DETRAIN_TRY_VOID(cc::WriteUnitFile(call.ObjectOf(source), file));
  }
  return {};
}

// Objects that a link could not know are worse than none.
Result<int> Compile(const Invocation& call, const cc::Settings& settings) {
  const std::vector<std::string> sources = call.Files(ArgumentKind::Source);
  std::error_code ignored;
  for (const std::string& source : sources)
    fs::remove(cc::UnitFileName(call.ObjectOf(source)), ignored);
  DETRAIN_TRY(const Outcome outcome, Run({.argv = call.given}));
  if (!outcome.Succeeded())
    return outcome.ShellCode();
  const Result<void> described = DescribeAll(call, settings);
  if (described)
    return 0;
  for (const std::string& source : sources) {
    fs::remove(call.ObjectOf(source), ignored);
    fs::remove(cc::UnitFileName(call.ObjectOf(source)), ignored);
  }
  return described.error();
}

// Libraries are what the catalog is for; an object is a part of the program.
bool IsObject(const std::string& input) {
  return input.ends_with(".o") || input.ends_with(".obj");
}

// Units that earlier calls described. Error: one of them could not be analysed, or an object among ours was compiled
// without us.
Result<std::vector<cc::ProgramUnit>> UnitsOfObjects(const Invocation& call, bool has_libraries) {
  std::vector<cc::ProgramUnit> units;
  std::vector<std::string> foreign;
  for (const std::string& object : call.Files(ArgumentKind::LinkInput)) {
    DETRAIN_TRY(std::optional<UnitFile> file, cc::ReadUnitFile(object));
    if (!file) {
      if (IsObject(object))
        foreign.push_back(object);
      continue;
    }
    if (file->error)
      return *std::move(file->error);
    DETRAIN_TRY(rir::Module module, rir::ParseVerified(file->rir, cc::UnitFileName(object)));
    units.push_back({object, file->command, file->depfiles, std::move(module), file->sources_hash});
  }
  const bool is_ours = has_libraries || !units.empty() || !call.Files(ArgumentKind::Source).empty();
  if (is_ours && !foreign.empty())
    return diag::Fail<Failure::NotCompiledByUs>({}, foreign.front());
  return units;
}

Result<int> BuildAndLink(const Invocation& call, const cc::Settings& settings, std::vector<cc::ProgramUnit> units,
                         const std::vector<cc::Library>& libraries) {
  for (const std::string& source : call.Files(ArgumentKind::Source))
    units.push_back({source, CommandOf(call, source), Absolute(call.DepfilesOf(source)), std::nullopt, ""});
  DETRAIN_TRY(const Outcome outcome, Run({.argv = call.given}));
  std::error_code ignored;
  if (!outcome.Succeeded() || !fs::is_regular_file(call.output, ignored))
    return outcome.ShellCode();
  Result<std::vector<cc::ProgramUnit>> taken = cc::UnitsTaken(libraries, call.output);
  if (!taken) {
    fs::remove(call.output, ignored);
    return taken.error();
  }
  units.insert(units.end(), std::make_move_iterator(taken->begin()), std::make_move_iterator(taken->end()));
  DETRAIN_TRY_VOID(cc::BuildProgram(call, std::move(units), settings));
  return 0;
}

Result<cc::Settings> SettingsFrom(const Arguments& arguments) {
  constexpr std::array<std::string_view, 2> levels = {"deterministic", "save"};
  DETRAIN_TRY_VOID(arguments.Choice("--level", levels));
  DETRAIN_TRY_VOID(arguments.Number("--shards", 8, 1));
  cc::Settings settings;
  settings.models = arguments.Values("--model");
  settings.is_optional = arguments.Has("--optional");
  if (const auto step = arguments.Value("--step")) {
    DETRAIN_TRY(settings.step, PlaceFrom(*step));
  }
  return settings;
}

Result<int> Run(const Arguments& arguments) {
  if (!arguments.positional().empty() || arguments.rest().empty())
    return diag::Fail<Failure::BadUsage>({}, "cc", "name the compiler behind --: detrain cc -- gcc -c train.c");
  DETRAIN_TRY(const cc::Settings settings, SettingsFrom(arguments));
  const Invocation call = cc::Parse(arguments.rest());
  if (call.task == cc::Task::PassThrough)
    return PassThrough(arguments.rest());
  if (call.task == cc::Task::Compile)
    return Compile(call, settings);
  const std::vector<cc::Library> libraries = cc::LibrariesOf(call);
  DETRAIN_TRY(std::vector<cc::ProgramUnit> units, UnitsOfObjects(call, !libraries.empty()));
  if (units.empty() && libraries.empty() && call.task == cc::Task::Link)
    return PassThrough(arguments.rest());
  return BuildAndLink(call, settings, std::move(units), libraries);
}

}  // namespace

int RunCc(int argc, char** argv) {
  return RunCommand(syntax, argc, argv, Run);
}

}  // namespace detrain::driver
