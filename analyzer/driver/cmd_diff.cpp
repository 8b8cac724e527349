// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <array>
#include <cstdio>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "analyzer/diag/message.h"
#include "analyzer/driver/command.h"
#include "analyzer/driver/json_access.h"
#include "analyzer/driver/options.h"
#include "analyzer/driver/step_folder.h"
#include "analyzer/driver/trace.h"

namespace detrain::driver {
namespace {

constexpr std::array<Option, 1> options = {{
    {"--format", "text|json", "a line, or detrain-diff/1"},
}};

constexpr Syntax syntax = {
    "diff", "RUN_A RUN_B [OPTIONS]",
    "Names the first step and region in which two runs differ. A RUN is a file that DETRAIN_TRACE named, or a "
    "DETRAIN_DIR with its checkpoints.",
    options};

Result<Trace> TraceOf(const std::string& run) {
  std::error_code error;
  if (std::filesystem::is_directory(run, error))
    return TraceOfRun(run);
  return Trace::Read(run);
}

struct Comparison {
  std::uint64_t steps = 0;  // compared
  std::uint64_t bytes = 0;
  std::optional<RegionDifference> difference;
};

Comparison Compare(const Trace& a, const Trace& b) {
  Comparison comparison;
  for (const auto& [step, boundary] : b.boundaries()) {
    const Boundary* other = a.Find(step);
    if (!other || comparison.difference)
      continue;
    ++comparison.steps;
    comparison.difference = FirstDifference(step, *other, boundary, comparison.bytes);
  }
  return comparison;
}

std::string AsJson(const Comparison& comparison) {
  OrderedJson json = {{"schema", "detrain-diff/1"},
                      {"equal", !comparison.difference},
                      {"steps_compared", comparison.steps},
                      {"bytes_compared", comparison.bytes}};
  if (comparison.difference) {
    json["step"] = comparison.difference->step;
    json["path"] = comparison.difference->path;
    json["message"] = comparison.difference->message;
  }
  return json.dump(2, ' ', false, OrderedJson::error_handler_t::replace) + "\n";
}

std::string AsText(const Comparison& comparison) {
  if (!comparison.difference)
    return "equal in " + std::to_string(comparison.steps) + " steps, " + std::to_string(comparison.bytes) + " bytes\n";
  return "first difference at step " + std::to_string(comparison.difference->step) + ": " +
         comparison.difference->path + " " + comparison.difference->message + "\n";
}

Result<int> Run(const Arguments& arguments) {
  constexpr std::array<std::string_view, 2> formats = {"text", "json"};
  DETRAIN_TRY(const std::string format, arguments.Choice("--format", formats));
  if (arguments.positional().size() != 2)
    return diag::Fail<diag::Failure::BadUsage>({}, "diff", "name two runs");
  const std::string& first = arguments.positional()[0];
  const std::string& second = arguments.positional()[1];
  DETRAIN_TRY(const Trace a, TraceOf(first));
  DETRAIN_TRY(const Trace b, TraceOf(second));
  const Comparison comparison = Compare(a, b);
  if (comparison.steps == 0)
    return diag::Fail<diag::Failure::NothingInCommon>({}, first, second);
  std::fputs((format == "json" ? AsJson(comparison) : AsText(comparison)).c_str(), stdout);
  return comparison.difference ? 1 : 0;
}

}  // namespace

int RunDiff(int argc, char** argv) {
  return RunCommand(syntax, argc, argv, Run);
}

}  // namespace detrain::driver
