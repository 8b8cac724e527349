// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <thread>

#include "analyzer/base/file.h"
#include "analyzer/diag/message.h"
#include "analyzer/driver/command.h"
#include "analyzer/driver/options.h"
#include "analyzer/driver/process.h"
#include "analyzer/driver/step_folder.h"

namespace detrain::driver {
namespace {

namespace fs = std::filesystem;
using diag::Failure;

constexpr std::array<Option, 3> options = {{
    {"--dir", "D", "where checkpoints and the text go (detrain.run)"},
    {"--every", "N", "save each Nth step (1)"},
    {"--retries", "R", "how often a program that crashed is started again (3)"},
}};

constexpr Syntax syntax = {"run", "[OPTIONS] -- PROGRAM ARGS...",
                           "Runs a rewritten program, and starts it again from its newest checkpoint when it crashes.",
                           options};

// The program prints into a file that a restore can cut. What is new in it is shown here; after a restart, from where
// it was cut.
class TextFollower {
 public:
  explicit TextFollower(std::string path) : path_(std::move(path)) {}

  // Text of an earlier run is not shown again.
  void SkipWhatIsThere() { shown_ = Size(); }
  void Show() {
    shown_ = std::min(shown_, Size());
    std::FILE* file = std::fopen(path_.c_str(), "rb");
    if (!file)
      return;
    std::array<char, 1 << 14> block;
    std::fseek(file, static_cast<long>(shown_), SEEK_SET);
    while (const std::size_t count = std::fread(block.data(), 1, block.size(), file)) {
      std::fwrite(block.data(), 1, count, stdout);
      shown_ += count;
    }
    std::fclose(file);
    std::fflush(stdout);
  }

 private:
  std::uintmax_t Size() const {
    std::error_code error;
    const std::uintmax_t size = fs::file_size(path_, error);
    return error ? 0 : size;
  }

  std::string path_;
  std::uintmax_t shown_ = 0;
};

struct Supervised {
  std::vector<std::string> program;
  std::string executable;
  fs::path dir;
  std::int64_t every = 1;
  std::int64_t retries = 3;
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
    if (interrupted && !is_told)
      is_told = kill(child, SIGTERM) == 0;
  }
  text.Show();
  return outcome;
}

void Say(const std::string& line) {
  std::fprintf(stderr, "detrain: %s\n", line.c_str());
}

// The program's own code at the end. A failure that comes again without a new checkpoint in between is the program's
// own.
Result<int> Supervise(const Supervised& run) {
  TextFollower text((run.dir / "text").string());
  text.SkipWhatIsThere();
  std::int64_t failed_at = -2;
  for (std::int64_t attempt = 0;; ++attempt) {
    DETRAIN_TRY(const Outcome outcome, RunOnce(run, text));
    const std::int64_t step = NewestStep(run.dir);
    if (outcome.Succeeded() || interrupted)
      return outcome.ShellCode();
    const std::string ended =
        outcome.Describe() + (step < 0 ? " before its first checkpoint" : " after step " + std::to_string(step));
    if (step == failed_at) {
      Say(ended + " again, without progress; this is the program's own failure");
      return outcome.ShellCode();
    }
    if (attempt == run.retries) {
      Say(ended + "; no retries are left");
      return outcome.ShellCode();
    }
    failed_at = step;
    Say(ended + "; started again from there");
  }
}

Result<int> Run(const Arguments& arguments) {
  if (!arguments.positional().empty() || arguments.rest().empty())
    return diag::Fail<Failure::BadUsage>({}, "run", "name the program behind --: detrain run -- PROGRAM ARGS...");
  Supervised run;
  run.program = arguments.rest();
  DETRAIN_TRY(run.executable, FindExecutable(run.program.front()));
  DETRAIN_TRY(run.every, arguments.Number("--every", 1, 1));
  DETRAIN_TRY(run.retries, arguments.Number("--retries", 3, 0));
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
