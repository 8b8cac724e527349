// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <array>
#include <cstdio>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <thread>

#include "analyzer/diag/message.h"
#include "analyzer/driver/command.h"
#include "analyzer/driver/options.h"
#include "analyzer/driver/process.h"
#include "analyzer/driver/terminal.h"
#include "analyzer/driver/verify/verification.h"

namespace detrain::driver {
namespace {

namespace fs = std::filesystem;
using diag::Failure;
using verify::Settings;

constexpr std::array<Option, 11> options = {{
    {"--kill-at", "all|N,N..", "boundaries at which a process ends and another resumes; eight spread ones without it"},
    {"--poison", "", "before each restore, overwrite all that is neither saved nor invariant"},
    {"--ablate", "", "leave one saved entry at a time unrestored, and list those whose loss changes nothing"},
    {"--workers", "LIST", "full runs with these worker counts (OMP_NUM_THREADS, DETRAIN_WORKERS): 1,2,4"},
    {"--schedules", "K",
     "K full runs under other schedules of OpenMP and of CUDA on the CPU; kills rotate through them"},
    {"--steps", "N", "look at the first N steps only"},
    {"--original", "PROGRAM", "the unmodified program; without it PROGRAM.original where that exists"},
    {"--timeout", "SECONDS", "for one run; without it twenty times what the reference run took, and 120 more"},
    {"--format", "text|json", "a table, or detrain-verify/1"},
    {"-j", "N", "runs at the same time"},
    {"--no-original", "", "do not run the unmodified program"},
}};

constexpr Syntax syntax = {"verify", "[OPTIONS] -- PROGRAM ARGS...",
                           "Kills and resumes a rewritten program, and compares every bit with an uninterrupted run.",
                           options};

Result<void> TakeKillAt(const Arguments& arguments, Settings& settings) {
  const std::string text = arguments.ValueOr("--kill-at", "");
  settings.kill_at_all = text == "all";
  if (text.empty() || settings.kill_at_all)
    return {};
  for (const std::string& part : Split(text, ',')) {
    const auto step = ParseNumber(part);
    if (!step)
      return diag::Fail<Failure::BadChoice>({}, "--kill-at", "all, or steps as in 3,7", text);
    settings.kill_at.push_back(static_cast<std::uint64_t>(*step));
  }
  return {};
}

Result<void> TakeWorkers(const Arguments& arguments, Settings& settings) {
  const auto text = arguments.Value("--workers");
  if (!text)
    return {};
  settings.workers = Split(*text, ',');
  for (const std::string& part : settings.workers)
    if (ParseNumber(part).value_or(0) < 1)
      return diag::Fail<Failure::BadChoice>({}, "--workers", "counts as in 1,2,4", *text);
  return {};
}

Result<void> TakeNumbers(const Arguments& arguments, Settings& settings) {
  const auto cores = static_cast<std::int64_t>(std::max(1U, std::thread::hardware_concurrency()));
  DETRAIN_TRY(const std::int64_t jobs, arguments.Number("-j", cores, 1));
  DETRAIN_TRY(const std::int64_t schedules, arguments.Number("--schedules", 0, 0));
  DETRAIN_TRY(const std::int64_t timeout, arguments.Number("--timeout", 0, 1));
  settings.jobs = static_cast<std::size_t>(jobs);
  settings.schedules = static_cast<std::uint64_t>(schedules);
  settings.timeout = static_cast<double>(timeout);
  if (arguments.Has("--steps")) {
    DETRAIN_TRY(const std::int64_t steps, arguments.Number("--steps", 0, 1));
    settings.steps = static_cast<std::uint64_t>(steps);
  }
  return {};
}

Result<void> TakeProgram(const Arguments& arguments, Settings& settings) {
  if (!arguments.positional().empty() || arguments.rest().empty())
    return diag::Fail<Failure::BadUsage>({}, "verify", "name the program behind --: detrain verify -- PROGRAM ARGS...");
  settings.program = arguments.rest();
  DETRAIN_TRY(settings.executable, FindExecutable(settings.program.front()));
  std::error_code error;
  settings.directory = fs::canonical(".", error).string();
  if (arguments.Has("--no-original"))
    return {};
  if (const auto original = arguments.Value("--original")) {
    DETRAIN_TRY(settings.original, FindExecutable(*original));
  } else if (fs::exists(settings.executable + ".original", error)) {
    settings.original = settings.executable + ".original";
  }
  return {};
}

Result<int> Run(const Arguments& arguments) {
  constexpr std::array<std::string_view, 2> formats = {"text", "json"};
  DETRAIN_TRY(const std::string format, arguments.Choice("--format", formats));
  Settings settings;
  settings.poison = arguments.Has("--poison");
  settings.ablate = arguments.Has("--ablate");
  DETRAIN_TRY_VOID(TakeKillAt(arguments, settings));
  DETRAIN_TRY_VOID(TakeWorkers(arguments, settings));
  DETRAIN_TRY_VOID(TakeNumbers(arguments, settings));
  DETRAIN_TRY_VOID(TakeProgram(arguments, settings));
  WatchInterrupts();
  DETRAIN_TRY(verify::Lab lab, verify::Lab::Open(settings));
  verify::Verification verification(settings, std::move(lab));
  DETRAIN_TRY(const verify::Summary summary, verification.Run());
  const std::string text =
      format == "json" ? PrintJson(summary, settings) : PrintText(summary, settings, WantsColor(stdout));
  std::fputs(text.c_str(), stdout);
  return summary.Passed() ? 0 : 1;
}

}  // namespace

int RunVerify(int argc, char** argv) {
  return RunCommand(syntax, argc, argv, Run);
}

}  // namespace detrain::driver
