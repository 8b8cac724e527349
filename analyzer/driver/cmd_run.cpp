// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <array>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <string_view>
#include <system_error>
#include <thread>

#include "analyzer/diag/message.h"
#include "analyzer/driver/command.h"
#include "analyzer/driver/options.h"
#include "analyzer/driver/process.h"
#include "analyzer/driver/run/prune.h"
#include "analyzer/driver/run/text_follower.h"
#include "analyzer/driver/step_folder.h"

namespace detrain::driver {
namespace {

namespace fs = std::filesystem;
using diag::Failure;

constexpr std::array<Option, 6> options = {{
    {"--dir", "D", "where checkpoints and the text go (detrain.run)"},
    {"--every", "N", "save each Nth step (1)"},
    {"--keep", "K", "keep the newest K checkpoints only; without it all"},
    {"--best", "N:METRIC", "keep the N best, too (not there yet)"},
    {"--retries", "R", "how often a program that crashed is started again (3)"},
    {"--allow", "NAME,..", "accept a named difference (not there yet)"},
}};

constexpr Syntax syntax = {"run", "[OPTIONS] -- PROGRAM ARGS...",
                           "Runs a rewritten program, and starts it again from its newest checkpoint when it crashes.",
                           options};

struct Supervised {
  std::vector<std::string> program;
  std::string executable;
  fs::path dir;
  std::int64_t every = 1;
  std::int64_t retries = 3;
  std::optional<std::size_t> keep;
};

std::int64_t NewestStep(const fs::path& dir) {
  const std::vector<std::uint64_t> steps = CommittedSteps(dir);
  return steps.empty() ? -1 : static_cast<std::int64_t>(steps.back());
}

Result<Outcome> RunOnce(const Supervised& run, TextFollower& text) {
  ChildSpec spec{.argv = run.program, .executable = run.executable, .stdout_path = (run.dir / "text").string()};
  Environment environment = CleanEnvironment();
  environment["DETRAIN_DIR"] = run.dir.string();
  environment["DETRAIN_EVERY"] = std::to_string(run.every);
  environment["DETRAIN_TEXT"] = spec.stdout_path;
  spec.environment = std::move(environment);
  DETRAIN_TRY(const pid_t child, Start(spec));
  Outcome outcome;
  bool is_told = false;
  while (!HasEnded(child, outcome)) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    text.Show();
    if (run.keep)
      Prune(run.dir, *run.keep);
    if (interrupted && !is_told)
      is_told = kill(child, SIGTERM) == 0;
  }
  text.Show();
  if (run.keep)
    Prune(run.dir, *run.keep);
  return outcome;
}

void Say(const std::string& line) {
  std::fprintf(stderr, "detrain: %s\n", line.c_str());
}

// With these codes the runtime refuses a restore or gives up a save: that would happen again.
bool IsFinal(const Outcome& outcome) {
  return outcome.signal == 0 &&
         (outcome.code == ExitCode(ErrorKind::Usage) || outcome.code == ExitCode(ErrorKind::Input));
}

// The program's own code at the end. A failure that comes again without a new checkpoint in between is the program's
// own.
Result<int> Supervise(const Supervised& run) {
  TextFollower text((run.dir / "text").string());
  text.SkipWhatIsThere();
  std::int64_t failed_at = -2;
  for (std::int64_t attempt = 0;; ++attempt) {
    const std::int64_t before = NewestStep(run.dir);
    DETRAIN_TRY(const Outcome outcome, RunOnce(run, text));
    const std::int64_t step = NewestStep(run.dir);
    if (outcome.Succeeded() || interrupted)
      return outcome.ShellCode();
    const std::string ended =
        outcome.Describe() + (step < 0 ? " before its first checkpoint" : " after step " + std::to_string(step));
    if (IsFinal(outcome) && step == before) {
      Say(ended + ", and no step was saved; not started again");
      return outcome.ShellCode();
    }
    if (step == failed_at) {
      Say(ended + " again, without progress; this is the program's own failure");
      return outcome.ShellCode();
    }
    if (attempt == run.retries) {
      Say(ended + "; no retries are left");
      return outcome.ShellCode();
    }
    failed_at = step;
    Say(ended + (step < 0 ? "; started again" : "; started again from there"));
  }
}

Result<int> Run(const Arguments& arguments) {
  if (!arguments.positional().empty() || arguments.rest().empty())
    return diag::Fail<Failure::BadUsage>({}, "run", "name the program behind --: detrain run -- PROGRAM ARGS...");
  for (const char* option : {"--best", "--allow"})
    if (arguments.Has(option))
      return diag::Fail<Failure::NotYet>({}, std::string("run ") + option);
  Supervised run;
  run.program = arguments.rest();
  DETRAIN_TRY(run.executable, FindExecutable(run.program.front()));
  DETRAIN_TRY(run.every, arguments.Number("--every", 1, 1));
  DETRAIN_TRY(run.retries, arguments.Number("--retries", 3, 0));
  DETRAIN_TRY(const std::int64_t keep, arguments.Number("--keep", 0, 1));
  if (keep > 0)
    run.keep = static_cast<std::size_t>(keep);
  run.dir = fs::absolute(arguments.ValueOr("--dir", "detrain.run")).lexically_normal();
  std::error_code error;
  fs::create_directories(run.dir, error);
  if (error)
    return diag::Fail<Failure::CannotWrite>(Location{run.dir.string(), 0, 0}, error.message());
  WatchInterrupts();
  return Supervise(run);
}

}  // namespace

int RunRun(int argc, char** argv) {
  return RunCommand(syntax, argc, argv, Run);
}

}  // namespace detrain::driver
