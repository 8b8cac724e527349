// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <sstream>
#include <string_view>
#include <system_error>
#include <utility>

#include "analyzer/base/file.h"
#include "analyzer/diag/message.h"
#include "analyzer/driver/command.h"
#include "analyzer/driver/options.h"
#include "analyzer/driver/past_run.h"
#include "analyzer/driver/process.h"
#include "analyzer/driver/scratch.h"
#include "analyzer/driver/step_folder.h"

namespace detrain::driver {
namespace {

namespace fs = std::filesystem;
using diag::Failure;

constexpr std::array<Option, 3> options = {{
    {"--from", "A", "a step that DIR holds: the slice begins there"},
    {"--to", "B", "a later step that DIR holds: the slice ends there"},
    {"--allow", "NAME,..", "accept these differences from the run that is replayed"},
}};

constexpr Syntax syntax = {
    "replay", "DIR --from A --to B [-- PROGRAM ARGS...]",
    "Runs steps A to B of a run again, in a copy of its working directory, and proves that they are equal: every "
    "checkpoint in between, the files and the text. Without a PROGRAM it is the one that DIR's manifest names.",
    options};

struct Slice {
  fs::path run;  // absolute
  std::uint64_t from = 0, to = 0;
  std::vector<std::string> program;
  std::string executable;  // absolute
  fs::path directory;      // absolute: where the run stood
  std::string allow;
  StepFolder end;  // step `to`
};

Result<std::string> ExecutableOf(const std::string& name, const fs::path& directory) {
  const bool is_path = name.find('/') != std::string::npos;
  return FindExecutable(is_path ? (directory / name).lexically_normal().string() : name);
}

// The program: as it is named here, or as the run's manifest names it, which then stood in the manifest's folder.
Result<void> TakeProgram(const Arguments& arguments, const PastRun& run, Slice& slice) {
  const bool is_named = !arguments.rest().empty();
  slice.program = is_named ? arguments.rest() : run.program;
  if (slice.program.empty())
    return diag::Fail<Failure::BadUsage>({}, "replay", "the manifest names no program; name it behind --");
  slice.directory = run.folder;
  DETRAIN_TRY(slice.executable, ExecutableOf(slice.program.front(), is_named ? fs::current_path() : slice.directory));
  return {};
}

Result<Slice> SliceFrom(const Arguments& arguments) {
  if (arguments.positional().size() != 1 || !arguments.Has("--from") || !arguments.Has("--to"))
    return diag::Fail<Failure::BadUsage>({}, "replay", "name a run's folder, --from A and --to B");
  Slice slice;
  DETRAIN_TRY(const std::int64_t from, arguments.Number("--from", 0, 0));
  DETRAIN_TRY(const std::int64_t to, arguments.Number("--to", 0, from + 1));
  slice.from = static_cast<std::uint64_t>(from);
  slice.to = static_cast<std::uint64_t>(to);
  slice.allow = arguments.ValueOr("--allow", "");
  DETRAIN_TRY(const PastRun run, ReadPastRun(arguments.positional().front()));
  slice.run = run.dir;
  DETRAIN_TRY_VOID(TakeProgram(arguments, run, slice));
  for (const std::uint64_t step : {slice.from, slice.to})
    if (std::error_code error; !fs::exists(StepPath(slice.run, step) / "COMMITTED", error))
      return diag::Fail<Failure::NoSuchStep>(Location{slice.run.string(), 0, 0}, std::to_string(step));
  DETRAIN_TRY(slice.end, ReadStep(StepPath(slice.run, slice.to)));
  return slice;
}

// Standard output is an output like any other: the replay cuts the text that `detrain run` keeps in DIR, and goes on.
Result<void> CopyText(const Slice& slice, const fs::path& text) {
  std::error_code error;
  if (fs::exists(slice.run / "text", error))
    fs::copy_file(slice.run / "text", text, error);
  if (error)
    return diag::Fail<Failure::CannotPrepare>(Location{text.string(), 0, 0}, error.message());
  return {};
}

Result<Outcome> Replay(const Slice& slice, const ScratchFolder& scratch, const fs::path& directory) {
  const fs::path text = scratch.path() / "text";
  DETRAIN_TRY_VOID(CopyText(slice, text));
  ChildSpec spec{.argv = slice.program, .executable = slice.executable, .directory = directory.string()};
  spec.stdin_path = "/dev/null";
  spec.stdout_path = text.string();
  Environment environment = CleanEnvironment();
  environment["PWD"] = spec.directory;
  environment["DETRAIN_RESUME"] = StepPath(slice.run, slice.from).string();
  // Whether another build does the same is what is to be shown.
  environment["DETRAIN_ALLOW"] = slice.allow + (slice.allow.empty() ? "" : ",") + "sources,compiler";
  environment["DETRAIN_STEPS"] = std::to_string(slice.to);
  environment["DETRAIN_TRACE"] = (scratch.path() / "trace").string();
  environment["DETRAIN_TEXT"] = spec.stdout_path;
  spec.environment = std::move(environment);
  return Run(spec);
}

struct Verdict {
  std::uint64_t boundaries = 0, bytes = 0;
  std::string difference;  // empty: none
  std::string more;        // lines that the program prints, and the run did not
};

void CompareRegions(const Slice& slice, const Trace& expected, const Trace& found, Verdict& verdict) {
  for (const auto& [step, boundary] : expected.boundaries()) {
    if (step <= slice.from || step > slice.to || !verdict.difference.empty())
      continue;
    const Boundary* other = found.Find(step);
    const auto difference = other ? FirstDifference(step, *other, boundary, verdict.bytes)
                                  : std::optional(RegionDifference{step, "the boundary", "was not reached"});
    if (difference)
      verdict.difference = "step " + std::to_string(step) + ": " + difference->path + " " + difference->message;
    ++verdict.boundaries;
  }
}

// A program that prints more than the run's own does the same besides. The lines that `expected` has not; nothing where
// one that it has is missing.
std::optional<std::string> LinesMore(const std::string& expected, const std::string& found) {
  std::istringstream wanted(expected), lines(found);
  std::string next, more;
  bool has_next = static_cast<bool>(std::getline(wanted, next));
  for (std::string line; std::getline(lines, line);) {
    if (has_next && line == next)
      has_next = static_cast<bool>(std::getline(wanted, next));
    else
      more += line + "\n";
  }
  return has_next ? std::nullopt : std::optional(more);
}

// Whether the text is the run's, with nothing but more lines in it.
bool HasTheText(const Slice& slice, const Json& output, const std::string& found, Verdict& verdict) {
  const Result<std::string> text = ReadFile((slice.run / "text").string());
  const std::string expected = text ? text->substr(0, NumberAt(output, "length")) : "";
  if (HashText(expected) != TextAt(output, "hash"))
    return false;
  const std::optional<std::string> more = LinesMore(expected, found);
  verdict.more = more.value_or("");
  return more.has_value();
}

// Files and text, as they were at the slice's end.
void CompareFiles(const Slice& slice, const fs::path& directory, const fs::path& text, Verdict& verdict) {
  for (const Json& output : ListAt(slice.end.meta, "outputs")) {
    const std::string name = TextAt(output, "path");
    const fs::path path = name == "<stdout>" ? text : directory / name;
    const Result<std::string> bytes = ReadFile(path.lexically_normal().string());
    const bool exists = MemberAt(output, "exists") == Json(true);
    const bool is_equal = bytes ? exists && HashText(*bytes) == TextAt(output, "hash") : !exists;
    const bool is_more = !is_equal && bytes && name == "<stdout>" && HasTheText(slice, output, *bytes, verdict);
    if (!is_equal && !is_more && verdict.difference.empty())
      verdict.difference = "step " + std::to_string(slice.to) + ": " + name + " differs";
    verdict.bytes += bytes ? bytes->size() : 0;
  }
}

std::string Report(const Slice& slice, const Verdict& verdict) {
  const std::string head =
      "steps " + std::to_string(slice.from) + " to " + std::to_string(slice.to) + " of " + slice.run.string();
  if (!verdict.difference.empty())
    return head + ": FAILED, " + verdict.difference + "\n";
  const auto lines = std::ranges::count(verdict.more, '\n');
  return verdict.more + head + ": equal at " + std::to_string(verdict.boundaries) + " boundaries, " +
         std::to_string(verdict.bytes) + " bytes compared" +
         (lines > 0 ? ", " + std::to_string(lines) + " lines more" : "") + "\n";
}

Result<int> Run(const Arguments& arguments) {
  DETRAIN_TRY(const Slice slice, SliceFrom(arguments));
  WatchInterrupts();
  DETRAIN_TRY(const Trace expected, TraceOfRun(slice.run));
  DETRAIN_TRY(WorkingCopy copy, WorkingCopy::Of(slice.directory, slice.run));
  DETRAIN_TRY(const ScratchFolder scratch, ScratchFolder::Make(ScratchParent(copy.bytes()), "detrain-replay"));
  DETRAIN_TRY(const fs::path directory, copy.MakeReference(scratch.path() / "tree"));
  DETRAIN_TRY(const Outcome outcome, Replay(slice, scratch, directory));
  if (interrupted)
    return diag::Fail<Failure::Interrupted>({});
  // A refusal is the program's own line and code.
  if (outcome.signal == 0 && (outcome.code == 2 || outcome.code == 3))
    return outcome.code;
  Verdict verdict;
  const Result<Trace> found = Trace::Read((scratch.path() / "trace").string());
  if (!outcome.Succeeded())
    verdict.difference = "the program ended with " + outcome.Describe();
  CompareRegions(slice, expected, found ? *found : Trace(), verdict);
  CompareFiles(slice, directory, scratch.path() / "text", verdict);
  std::fputs(Report(slice, verdict).c_str(), stdout);
  return verdict.difference.empty() ? 0 : 1;
}

}  // namespace

int RunReplay(int argc, char** argv) {
  return RunCommand(syntax, argc, argv, Run);
}

}  // namespace detrain::driver
