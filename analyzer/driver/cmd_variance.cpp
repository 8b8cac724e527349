// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <array>
#include <cstdio>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

#include "analyzer/base/file.h"
#include "analyzer/diag/message.h"
#include "analyzer/driver/command.h"
#include "analyzer/driver/options.h"
#include "analyzer/driver/process.h"
#include "analyzer/driver/variance/experiment.h"
#include "analyzer/driver/variance/print.h"

namespace detrain::driver {
namespace {

namespace fs = std::filesystem;
using diag::Failure;

constexpr std::array<Option, 6> options = {{
    {"-n", "N", "runs of each kind (5)"},
    {"--metric", "REGEX",
     "what is a metric in the text: (?<loss>[0-9.]+); (?<class>..) names its class. Without it, "
     "every number behind a name"},
    {"--original", "PROGRAM", "the unmodified program; without it PROGRAM.original where that exists"},
    {"--timeout", "SECONDS", "for one run"},
    {"--format", "text|json|html", "a table, detrain-variance/1, or a page with plots"},
    {"--output", "FILE", "where to write it; standard output without"},
}};

constexpr Syntax syntax = {
    "variance", "-n N [OPTIONS] -- PROGRAM ARGS...",
    "Runs a program N times as it is, N times with the clock and the seeds of one run, and N times made deterministic, "
    "and says what its metrics vary by and why. {i} in an argument is the number of the run.",
    options};

Result<verify::Settings> SettingsFrom(const Arguments& arguments) {
  if (!arguments.positional().empty() || arguments.rest().empty())
    return diag::Fail<Failure::BadUsage>({}, "variance",
                                         "name the program behind --: detrain variance -n N -- PROGRAM ARGS...");
  verify::Settings settings;
  settings.program = arguments.rest();
  DETRAIN_TRY(settings.executable, FindExecutable(settings.program.front()));
  std::error_code error;
  settings.directory = fs::canonical(".", error).string();
  DETRAIN_TRY(const std::int64_t timeout, arguments.Number("--timeout", 0, 1));
  settings.timeout = static_cast<double>(timeout);
  if (const auto original = arguments.Value("--original")) {
    DETRAIN_TRY(settings.original, FindExecutable(*original));
  } else if (fs::exists(settings.executable + ".original", error)) {
    settings.original = settings.executable + ".original";
  }
  return settings;
}

Result<int> Run(const Arguments& arguments) {
  constexpr std::array<std::string_view, 3> formats = {"text", "json", "html"};
  DETRAIN_TRY(const std::string format, arguments.Choice("--format", formats));
  DETRAIN_TRY(const std::int64_t runs, arguments.Number("-n", 5, 2));
  DETRAIN_TRY(variance::MetricPattern pattern, variance::MetricPattern::From(arguments.Value("--metric")));
  DETRAIN_TRY(const verify::Settings settings, SettingsFrom(arguments));
  WatchInterrupts();
  variance::Experiment experiment(settings, std::move(pattern), static_cast<std::size_t>(runs));
  DETRAIN_TRY(const variance::Findings findings, experiment.Run());
  if (arguments.Has("--metric") && findings.metrics.empty())
    return diag::Fail<Failure::BadUsage>({}, "variance", "--metric matches nothing that the program prints");
  const std::string text = format == "json"   ? PrintJson(findings)
                           : format == "html" ? PrintHtml(findings)
                                              : PrintText(findings);
  if (const auto file = arguments.Value("--output")) {
    DETRAIN_TRY_VOID(WriteFileAtomically(*file, text));
  } else {
    std::fputs(text.c_str(), stdout);
  }
  return findings.Passed() ? 0 : 1;
}

}  // namespace

int RunVariance(int argc, char** argv) {
  return RunCommand(syntax, argc, argv, Run);
}

}  // namespace detrain::driver
