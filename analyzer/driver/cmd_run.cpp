// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

#include "analyzer/diag/message.h"
#include "analyzer/driver/command.h"
#include "analyzer/driver/options.h"
#include "analyzer/driver/process.h"
#include "analyzer/driver/run/lock.h"
#include "analyzer/driver/run/signals.h"
#include "analyzer/driver/run/supervisor.h"

namespace detrain::driver {
namespace {

namespace fs = std::filesystem;
using diag::Failure;

constexpr std::array<Option, 14> options = {{
    {"--dir", "D", "where checkpoints, the text and run.log go (detrain.run)"},
    {"--every", "N|Ns", "save each Nth step (1), or N seconds after the last save"},
    {"--overhead", "X%", "save as often as X percent of the time allow"},
    {"--keep", "K", "keep the newest K checkpoints only; without it all"},
    {"--best", "N:METRIC", "keep the N with the least METRIC, too (N:max:METRIC: the greatest)"},
    {"--milestone", "N", "save each Nth step whatever else is said, and never remove it"},
    {"--max-bytes", "B", "size of D at most, as 800M or 20G; the oldest checkpoints go first"},
    {"--retries", "R", "how often a program that failed is started again (3)"},
    {"--backoff", "SECONDS", "wait so long before it is, twice as long each time, up to 60 (1)"},
    {"--hang", "SECONDS", "without a step for so long it has failed; without it there is no limit"},
    {"--grace", "SECONDS", "kill a program that was asked to end and has not after so long (60)"},
    {"--watch", "FILE", "rules on saved regions and printed numbers: note, save or stop (docs/watch.md)"},
    {"--events", "FOLDER", "what FILE plots goes there for TensorBoard"},
    {"--allow", "NAME,..", "accept these differences from the run that is resumed"},
}};

constexpr Syntax syntax = {
    "run", "[OPTIONS] -- PROGRAM ARGS...",
    "Runs a rewritten program, and starts it again from its newest checkpoint when it crashes, is killed or hangs. "
    "SIGTERM saves and ends it, SIGUSR1 saves.",
    options};

// Bytes, with K, M, G or T behind them for powers of 1024.
Result<std::uint64_t> Bytes(const Arguments& arguments) {
  std::string text = arguments.ValueOr("--max-bytes", "0");
  constexpr std::string_view units = "KMGT";
  const std::size_t unit = text.empty() ? std::string_view::npos : units.find(text.back());
  if (unit != std::string_view::npos)
    text.pop_back();
  const auto number = ParseNumber(text);
  const unsigned shift = unit == std::string_view::npos ? 0 : 10 * (static_cast<unsigned>(unit) + 1);
  if (!number || (arguments.Has("--max-bytes") && *number == 0) || *number > (INT64_MAX >> shift))
    return diag::Fail<Failure::BadUsage>(
        {}, "run", "--max-bytes takes a size as 800M or 20G, not '" + arguments.ValueOr("--max-bytes", "") + "'");
  return static_cast<std::uint64_t>(*number) << shift;
}

// As the runtime reads it: N:METRIC, N:min:METRIC or N:max:METRIC.
Result<std::string> BestFrom(const Arguments& arguments) {
  std::string text = arguments.ValueOr("--best", "");
  const std::size_t colon = text.find(':');
  const bool has_metric = colon != std::string::npos && text.find_first_not_of(' ', colon + 1) != std::string::npos;
  if (arguments.Has("--best") && (!has_metric || ParseNumber(text.substr(0, colon)).value_or(0) < 1))
    return diag::Fail<Failure::BadUsage>({}, "run",
                                         "--best takes N:METRIC, as 3:val loss or 3:max:accuracy, not '" + text + "'");
  return text;
}

// Nothing where it is not given.
Result<std::string> CountFrom(const Arguments& arguments, std::string_view option) {
  DETRAIN_TRY_VOID(arguments.Number(option, 0, 1));
  return arguments.ValueOr(option, "");
}

Result<std::string> EveryFrom(const Arguments& arguments) {
  const std::string text = arguments.ValueOr("--every", "1");
  const std::string number = text.ends_with('s') ? text.substr(0, text.size() - 1) : text;
  if (ParseNumber(number).value_or(0) < 1)
    return diag::Fail<Failure::BadNumber>({}, "--every", "1", text);
  return text;
}

Result<std::string> OverheadFrom(const Arguments& arguments) {
  std::string text = arguments.ValueOr("--overhead", "");
  if (text.ends_with('%'))
    text.pop_back();
  char* end = nullptr;
  const double percent = std::strtod(text.c_str(), &end);
  if (arguments.Has("--overhead") && (*end != 0 || !(percent > 0) || percent > 100))
    return diag::Fail<Failure::BadUsage>(
        {}, "run",
        "--overhead takes a percentage above 0, up to 100, not '" + arguments.ValueOr("--overhead", "") + "'");
  return text;
}

Result<Environment> VariablesFrom(const Arguments& arguments) {
  Environment variables;
  DETRAIN_TRY(variables["DETRAIN_EVERY"], EveryFrom(arguments));
  DETRAIN_TRY(variables["DETRAIN_OVERHEAD"], OverheadFrom(arguments));
  DETRAIN_TRY(variables["DETRAIN_MILESTONE"], CountFrom(arguments, "--milestone"));
  DETRAIN_TRY(variables["DETRAIN_KEEP"], CountFrom(arguments, "--keep"));
  DETRAIN_TRY(variables["DETRAIN_BEST"], BestFrom(arguments));
  variables["DETRAIN_WATCH"] = arguments.ValueOr("--watch", "");
  variables["DETRAIN_EVENTS"] = arguments.ValueOr("--events", "");
  const std::string rules = arguments.ValueOr("--watch", "");
  if (!rules.empty() && access(rules.c_str(), R_OK) != 0)
    return diag::Fail<Failure::BadConfig>(Location{rules, 0, 0}, std::strerror(errno));
  if (arguments.Has("--events") && !arguments.Has("--watch"))
    return diag::Fail<Failure::BadUsage>({}, "run", "--events needs --watch FILE, which says what to plot");
  DETRAIN_TRY(const std::uint64_t bytes, Bytes(arguments));
  variables["DETRAIN_MAX_BYTES"] = bytes == 0 ? "" : std::to_string(bytes);
  variables["DETRAIN_ALLOW"] = arguments.ValueOr("--allow", "");
  return variables;
}

Result<int> Run(const Arguments& arguments) {
  if (!arguments.positional().empty() || arguments.rest().empty())
    return diag::Fail<Failure::BadUsage>({}, "run", "name the program behind --: detrain run -- PROGRAM ARGS...");
  RunSettings run;
  run.program = arguments.rest();
  DETRAIN_TRY(run.executable, FindExecutable(run.program.front()));
  DETRAIN_TRY(run.variables, VariablesFrom(arguments));
  DETRAIN_TRY(run.retries, arguments.Number("--retries", 3, 0));
  DETRAIN_TRY(run.backoff, arguments.Number("--backoff", 1, 0));
  DETRAIN_TRY(run.hang, arguments.Number("--hang", 0, 1));
  DETRAIN_TRY(run.grace, arguments.Number("--grace", 60, 0));
  run.dir = fs::absolute(arguments.ValueOr("--dir", "detrain.run")).lexically_normal();
  std::error_code error;
  fs::create_directories(run.dir, error);
  if (error)
    return diag::Fail<Failure::CannotWrite>(Location{run.dir.string(), 0, 0}, error.message());
  DETRAIN_TRY_VOID(LockRun(run.dir));
  WatchSignals();
  return Supervisor(std::move(run)).Run();
}

}  // namespace

int RunRun(int argc, char** argv) {
  return RunCommand(syntax, argc, argv, Run);
}

}  // namespace detrain::driver
