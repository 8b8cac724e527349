// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/driver/diff/refine.h"

#include <algorithm>
#include <set>
#include <system_error>
#include <utility>
#include <vector>

#include "analyzer/base/file.h"
#include "analyzer/diag/message.h"
#include "analyzer/driver/diff/op_log.h"
#include "analyzer/driver/options.h"
#include "analyzer/driver/past_run.h"
#include "analyzer/driver/process.h"
#include "analyzer/driver/scratch.h"
#include "analyzer/driver/step_folder.h"

namespace detrain::driver::diff {
namespace {

namespace fs = std::filesystem;

struct Rerun {
  OpLog log;
  Trace trace;
};

// Where a run is begun again; nothing: at its beginning.
using Start = std::optional<std::uint64_t>;

// With the file that its program was.
Result<PastRun> PastRunOf(const fs::path& dir) {
  DETRAIN_TRY(PastRun run, ReadPastRun(dir));
  if (run.executable.empty() && !run.program.empty())
    run.executable = run.program.front().find('/') == std::string::npos
                         ? run.program.front()
                         : (run.folder / run.program.front()).lexically_normal().string();
  DETRAIN_TRY(run.executable, FindExecutable(run.executable));
  return run;
}

// What the run had, as it may read any of it; but where scratch files go is a matter of here and now.
Environment EnvironmentOf(const PastRun& run) {
  Environment environment = run.variables;
  const Environment ours = CleanEnvironment();
  for (const char* name : {"TMPDIR", "TMP", "TEMP"}) {
    environment.erase(name);
    if (const auto found = ours.find(name); found != ours.end())
      environment.insert(*found);
  }
  return environment;
}

Result<Rerun> RunAgain(const PastRun& run, Start start, std::uint64_t until, std::uint64_t log_from) {
  DETRAIN_TRY(WorkingCopy copy, WorkingCopy::Of(run.folder, run.dir));
  DETRAIN_TRY(const ScratchFolder scratch, ScratchFolder::Make(ScratchParent(copy.bytes()), "detrain-diff"));
  DETRAIN_TRY(const fs::path directory, copy.MakeReference(scratch.path() / "tree"));
  ChildSpec spec{.argv = run.program, .executable = run.executable, .directory = directory.string()};
  spec.stdin_path = "/dev/null";
  spec.stdout_path = (scratch.path() / "text").string();
  spec.stderr_path = (scratch.path() / "errors").string();
  if (std::error_code error; fs::exists(run.dir / "text", error))
    fs::copy_file(run.dir / "text", spec.stdout_path, error);
  Environment environment = EnvironmentOf(run);
  environment["PWD"] = spec.directory;
  if (start)
    environment["DETRAIN_RESUME"] = StepPath(run.dir, *start).string();
  else
    environment["DETRAIN_REPLAY"] = (run.dir / "manifest.json").string();
  environment["DETRAIN_STEPS"] = std::to_string(until);
  environment["DETRAIN_TRACE"] = (scratch.path() / "trace").string();
  environment["DETRAIN_TEXT"] = spec.stdout_path;
  environment["DETRAIN_OPS"] = (scratch.path() / "ops").string();
  environment["DETRAIN_OPS_FROM"] = std::to_string(log_from);
  spec.environment = std::move(environment);
  DETRAIN_TRY(const Outcome outcome, driver::Run(spec));
  if (interrupted)
    return diag::Fail<diag::Failure::Interrupted>({});
  const Result<std::string> errors = ReadFile(spec.stderr_path);
  if (!outcome.Succeeded())
    return diag::Fail<diag::Failure::RunFailed>(
        {}, run.program.front(), outcome.Describe() + "; " + (errors ? errors->substr(0, errors->find('\n')) : ""));
  Rerun again{OpLog::Read(scratch.path() / "ops"), {}};
  if (auto trace = Trace::Read((scratch.path() / "trace").string()))
    again.trace = std::move(*trace);
  return again;
}

bool IsEqual(const Trace& a, const Trace& b, std::uint64_t step) {
  const Boundary* one = a.Find(step);
  const Boundary* other = b.Find(step);
  std::uint64_t bytes = 0;
  return one && other && !FirstDifference(step, *one, *other, bytes);
}

std::string LineText(const PastRun& run, const std::string& file, std::uint32_t line) {
  const Result<std::string> text = ReadFile((run.folder / file).lexically_normal().string());
  if (!text)
    return "";
  const std::vector<std::string> lines = Split(*text, '\n');
  std::string found = line >= 1 && line <= lines.size() ? lines[line - 1] : "";
  found.erase(0, std::min(found.size(), found.find_first_not_of(" \t")));
  return found;
}

class Search {
 public:
  Search(PastRun a, PastRun b, const Trace& trace_a, const Trace& trace_b, std::uint64_t step)
      : a_(std::move(a)), b_(std::move(b)), trace_a_(trace_a), trace_b_(trace_b), step_(step) {}

  Result<Refinement> Run();

 private:
  std::vector<std::uint64_t> Steps(const PastRun& run) const { return CommittedSteps(run.dir); }
  Start Nearest() const;
  Result<bool> Try(Start start_a, Start start_b, std::uint64_t until, const std::string& message);
  bool Look(const Rerun& a, const Rerun& b, Start after, const std::string& message);

  PastRun a_, b_;
  const Trace& trace_a_;
  const Trace& trace_b_;
  std::uint64_t step_;
  Refinement found_;
  bool has_logs_ = false;
};

// The newest step that both hold and that is equal in both, before the one that differs. One more step in between,
// where that is to be had, shows what differs without mattering.
Start Search::Nearest() const {
  const std::vector<std::uint64_t> theirs = Steps(b_);
  Start nearest;
  for (const std::uint64_t step : Steps(a_)) {
    const bool is_common = std::ranges::find(theirs, step) != theirs.end() && IsEqual(trace_a_, trace_b_, step);
    if (is_common && (step + 2 <= step_ || (step + 1 <= step_ && !nearest)))
      nearest = step;
  }
  return nearest;
}

// The first operation that differs, at or after the first step whose regions do, in these two.
bool Search::Look(const Rerun& a, const Rerun& b, Start after, const std::string& message) {
  has_logs_ = has_logs_ || (!a.log.IsEmpty() && !b.log.IsEmpty());
  std::set<std::uint32_t> ignored;
  for (const std::uint64_t step : a.log.Steps()) {
    if (after && step <= *after)
      continue;  // the code before the loop of one that began there
    if (IsEqual(a.trace, b.trace, step) && step < step_) {
      ignored.merge(LinesThatDiffer(a.log, b.log, step));
      continue;
    }
    const auto difference = FirstOpDifference(a.log, b.log, step, ignored);
    if (!difference)
      continue;
    Operation operation{.file = a.log.FileOf(difference->line),
                        .line = OpLog::NumberOf(difference->line),
                        .step = step,
                        .thread = difference->thread};
    if (operation.file == "?")
      operation.file = b.log.FileOf(difference->line);
    operation.text = LineText(a_, operation.file, operation.line);
    operation.message = message + (difference->is_path ? "; the two runs part here" : "; its value differs");
    found_.operation = std::move(operation);
    return true;
  }
  return false;
}

Result<bool> Search::Try(Start start_a, Start start_b, std::uint64_t until, const std::string& message) {
  const std::uint64_t log_from = std::min(start_a.value_or(until), start_b.value_or(until));
  const std::uint64_t from = until > log_from + 2 ? until - 2 : log_from;
  DETRAIN_TRY(const Rerun a, RunAgain(a_, start_a, until, from));
  DETRAIN_TRY(const Rerun b, RunAgain(b_, start_b, until, from));
  return Look(a, b, std::max(start_a, start_b), message);
}

Result<Refinement> Search::Run() {
  const Start nearest = Nearest();
  const std::string from = nearest ? "both from step " + std::to_string(*nearest) : "both from their beginning";
  DETRAIN_TRY(bool is_found, Try(nearest, nearest, step_, "run again, " + from));
  // What a checkpoint leaves out is lost in both of these. Against a run that was never restored it shows.
  if (!is_found && nearest) {
    const std::string what = "is not the same from its beginning and from step " + std::to_string(*nearest) +
                             ": that checkpoint leaves out something that this line reads";
    DETRAIN_TRY(is_found, Try(std::nullopt, nearest, step_, "a run " + what));
  }
  // The two checkpoints differ though the steps that led to them do not: what differs is first used here.
  const auto holds = [&](const PastRun& run) {
    const std::vector<std::uint64_t> steps = Steps(run);
    return std::ranges::find(steps, step_) != steps.end();
  };
  if (!is_found && holds(a_) && holds(b_)) {
    const std::string what = "the steps before do the same when they are run again, so the checkpoint of step " +
                             std::to_string(step_) +
                             " was changed, or its run did something that it does not repeat; "
                             "each run again from there";
    DETRAIN_TRY(is_found, Try(step_, step_, step_ + 1, what));
  }
  if (!is_found)
    found_.why_not = has_logs_ ? "run again, both do the same at every operation that is logged"
                               : "no operations: build both with detrain cc --trace=ops to name the line";
  return std::move(found_);
}

}  // namespace

Result<Refinement> Refine(const fs::path& a, const fs::path& b, const Trace& trace_a, const Trace& trace_b,
                          std::uint64_t step) {
  DETRAIN_TRY(PastRun first, PastRunOf(a));
  DETRAIN_TRY(PastRun second, PastRunOf(b));
  return Search(std::move(first), std::move(second), trace_a, trace_b, step).Run();
}

}  // namespace detrain::driver::diff
