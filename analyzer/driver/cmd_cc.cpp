// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <iterator>
#include <system_error>
#include <utility>

#include "analyzer/diag/message.h"
#include "analyzer/driver/cc/compile.h"
#include "analyzer/driver/cc/invocation.h"
#include "analyzer/driver/cc/library_units.h"
#include "analyzer/driver/cc/nvcc_host.h"
#include "analyzer/driver/cc/program.h"
#include "analyzer/driver/cc/unit_file.h"
#include "analyzer/driver/command.h"
#include "analyzer/driver/pipeline.h"
#include "analyzer/driver/process.h"
#include "analyzer/rir/verify.h"

namespace detrain::driver {
namespace {

namespace fs = std::filesystem;
using cc::ArgumentKind;
using cc::Invocation;
using cc::UnitFile;
using diag::Failure;

constexpr std::array<Option, 11> options = {{
    {"--level", "save|deterministic",
     "save: bind, save, restore and trace only; deterministic (the default): replace what the findings name too"},
    {"--cuda", "gpu|host", "where the kernels of a CUDA program run"},
    {"--shards", "V", "virtual shards of data-parallel loops (8)"},
    {"--in-order", "all|FILE:LINE,..", "parallel regions of OpenMP that get one thread, as their threads conflict"},
    {"--clock", "recorded|virtual", "virtual: clocks count readings, and tell every run the same"},
    {"--trace", "ops", "values of operations can be logged, for detrain diff"},
    {"--step", "FILE:LINE", "the step loop, where detrain should not choose it"},
    {"--tier", "1|0", "0: save all state that is live, without following the program to what a step needs"},
    {"--model", "FILE", "describes functions that detrain does not know; may be given again"},
    {"--optional", "", "link a program that cannot be rewritten as it is, instead of failing"},
    {"--required", "", "fail where a program has no step loop; without it such a program is linked as it is"},
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

Result<int> BuildAsGiven(const Invocation& call, const cc::Settings& settings) {
  if (settings.rewrite.cuda == rewrite::Cuda::Host)
    return cc::BuildForHost(call, call.output, settings);
  DETRAIN_TRY(const Outcome outcome, Run({.argv = call.given}));
  return outcome.ShellCode();
}

// A compiler that chooses the name of a dependency file itself takes it from the output's.
bool NamesDepfile(const Invocation& call) {
  return std::ranges::any_of(call.Files(ArgumentKind::Source),
                             [&](const std::string& source) { return call.DepfilesOf(source).size() > 1; });
}

// The unmodified program, beside the place of the rewritten one: whoever ends us, and whenever, finds no program at
// that place that was not rewritten.
Result<int> BuildOriginal(const Invocation& call, const std::string& original, const cc::Settings& settings) {
  std::error_code error;
  if (NamesDepfile(call)) {
    DETRAIN_TRY(const int code, BuildAsGiven(call, settings));
    if (code == 0)
      fs::rename(call.output, original, error);
    return code;
  }
  if (settings.rewrite.cuda == rewrite::Cuda::Host)
    return cc::BuildForHost(call, original, settings);
  DETRAIN_TRY(const Outcome outcome, Run({.argv = call.WordsTo(original)}));
  return outcome.ShellCode();
}

Result<int> BuildAndLink(const Invocation& call, const cc::Settings& settings, std::vector<cc::ProgramUnit> units,
                         const std::vector<cc::Library>& libraries) {
  for (const std::string& source : call.Files(ArgumentKind::Source))
    units.push_back({source, cc::CommandOf(call, source), cc::DepfilesOf(call, source), std::nullopt, ""});
  std::error_code ignored;
  if (fs::exists(call.output, ignored) && !fs::is_regular_file(call.output, ignored))
    return BuildAsGiven(call, settings);
  const std::string original = cc::OriginalOf(call.output);
  DETRAIN_TRY(const int code, BuildOriginal(call, original, settings));
  if (code != 0 || !fs::is_regular_file(original, ignored))
    return code;
  fs::remove(call.output, ignored);
  Result<std::vector<cc::ProgramUnit>> taken = cc::UnitsTaken(libraries, original);
  if (!taken) {
    fs::remove(original, ignored);
    return taken.error();
  }
  units.insert(units.end(), std::make_move_iterator(taken->begin()), std::make_move_iterator(taken->end()));
  DETRAIN_TRY_VOID(cc::BuildProgram(call, std::move(units), settings));
  return 0;
}

Result<cc::Settings> SettingsFrom(const Arguments& arguments) {
  constexpr std::array<std::string_view, 1> traces = {"ops"};
  DETRAIN_TRY_VOID(arguments.Choice("--trace", traces));
  cc::Settings settings;
  DETRAIN_TRY(settings.rewrite, RewriteOptionsFrom(arguments));
  settings.models = arguments.Values("--model");
  settings.rewrite.trace_ops = arguments.Has("--trace");
  settings.is_optional = arguments.Has("--optional");
  settings.is_required = arguments.Has("--required");
  if (settings.is_optional && settings.is_required)
    return diag::Fail<Failure::BadUsage>({}, "cc", "--optional and --required exclude each other");
  if (const auto step = arguments.Value("--step")) {
    DETRAIN_TRY(settings.step, PlaceFrom(*step));
  }
  DETRAIN_TRY(settings.follows, FollowsFrom(arguments));
  return settings;
}

Result<int> Run(const Arguments& arguments) {
  if (!arguments.positional().empty() || arguments.rest().empty())
    return diag::Fail<Failure::BadUsage>({}, "cc", "name the compiler behind --: detrain cc -- gcc -c train.c");
  DETRAIN_TRY(const cc::Settings settings, SettingsFrom(arguments));
  const Invocation call = cc::ParseFor(arguments.rest(), settings);
  if (call.task == cc::Task::PassThrough)
    return PassThrough(arguments.rest());
  if (call.task == cc::Task::Compile)
    return cc::Compile(call, settings);
  const std::vector<cc::Library> libraries = cc::LibrariesOf(call);
  DETRAIN_TRY(std::vector<cc::ProgramUnit> units, UnitsOfObjects(call, !libraries.empty()));
  if (units.empty() && libraries.empty() && call.task == cc::Task::Link)
    return settings.rewrite.cuda == rewrite::Cuda::Host ? BuildAsGiven(call, settings) : PassThrough(arguments.rest());
  return BuildAndLink(call, settings, std::move(units), libraries);
}

}  // namespace

int RunCc(int argc, char** argv) {
  return RunCommand(syntax, argc, argv, Run);
}

}  // namespace detrain::driver
