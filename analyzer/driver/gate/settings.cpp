// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <array>

#include "analyzer/diag/message.h"
#include "analyzer/driver/gate/gate.h"

namespace detrain::driver::gate {
namespace {

Result<Format> FormatFrom(const Arguments& arguments) {
  constexpr std::array<std::string_view, 5> formats = {"text", "json", "sarif", "github", "rdjsonl"};
  DETRAIN_TRY(const std::string name, arguments.Choice("--format", formats));
  for (std::size_t i = 0; i < formats.size(); ++i)
    if (name == formats[i])
      return static_cast<Format>(i);
  return Format::Text;
}

Result<std::optional<diag::Severity>> FailOnFrom(const Arguments& arguments) {
  constexpr std::array<std::string_view, 3> gates = {"error", "warning", "none"};
  DETRAIN_TRY(const std::string name, arguments.Choice("--fail-on", gates));
  if (name == "none")
    return std::optional<diag::Severity>();
  return std::optional(name == "error" ? diag::Severity::Error : diag::Severity::Warning);
}

}  // namespace

Result<Settings> Settings::From(const Arguments& arguments) {
  Settings settings;
  DETRAIN_TRY(settings.format, FormatFrom(arguments));
  DETRAIN_TRY(settings.fail_on, FailOnFrom(arguments));
  settings.output = arguments.ValueOr("--output", "");
  settings.baseline = arguments.ValueOr("--baseline", "");
  settings.updates_baseline = arguments.Has("--update-baseline");
  settings.diff_base = arguments.ValueOr("--diff-base", "");
  settings.export_fixes = arguments.ValueOr("--export-fixes", "");
  settings.applies_fixes = arguments.Has("--fix");
  if (settings.updates_baseline && settings.baseline.empty())
    return diag::Fail<diag::Failure::BadUsage>({}, "check", "--update-baseline needs --baseline FILE");
  if (settings.updates_baseline && !settings.diff_base.empty())
    return diag::Fail<diag::Failure::BadUsage>({}, "check", "a baseline is of all lines; --diff-base would cut it");
  return settings;
}

}  // namespace detrain::driver::gate
