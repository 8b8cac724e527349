// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/driver/cache/diagnostic_json.h"

#include <algorithm>

namespace detrain::driver::cache {
namespace {

Json ToJson(const Location& location) {
  return {{"file", location.file}, {"line", location.line}, {"column", location.column}};
}

Location LocationFrom(const Json& json) {
  return {TextAt(json, "file"), static_cast<std::uint32_t>(NumberAt(json, "line")),
          static_cast<std::uint32_t>(NumberAt(json, "column"))};
}

Json ToJson(const diag::Diagnostic& diagnostic) {
  Json json = {{"severity", static_cast<unsigned>(diagnostic.severity)},
               {"reach", static_cast<unsigned>(diagnostic.reach)},
               {"location", ToJson(diagnostic.location)},
               {"message", diagnostic.message},
               {"fixable", diagnostic.fixable},
               {"function", diagnostic.function}};
  if (diagnostic.rule)
    json["rule"] = diag::RuleName(*diagnostic.rule);
  for (const diag::TraceStep& step : diagnostic.trace)
    json["trace"].push_back({{"location", ToJson(step.location)}, {"message", step.message}});
  for (const diag::FixEdit& edit : diagnostic.fixes)
    json["fixes"].push_back(
        {{"file", edit.file}, {"offset", edit.offset}, {"length", edit.length}, {"text", edit.text}});
  return json;
}

template <typename Enum>
Enum EnumAt(const Json& json, const char* name, Enum last) {
  return static_cast<Enum>(std::min(NumberAt(json, name), static_cast<std::uint64_t>(last)));
}

diag::Diagnostic DiagnosticFrom(const Json& json) {
  diag::Diagnostic diagnostic;
  diagnostic.rule = diag::FindRule(TextAt(json, "rule"));
  diagnostic.severity = EnumAt(json, "severity", diag::Severity::Error);
  diagnostic.reach = EnumAt(json, "reach", diag::Reach::State);
  diagnostic.location = LocationFrom(MemberAt(json, "location"));
  diagnostic.message = TextAt(json, "message");
  diagnostic.fixable = MemberAt(json, "fixable") == true;
  diagnostic.function = TextAt(json, "function");
  for (const Json& step : ListAt(json, "trace"))
    diagnostic.trace.push_back({LocationFrom(MemberAt(step, "location")), TextAt(step, "message")});
  for (const Json& edit : ListAt(json, "fixes"))
    diagnostic.fixes.push_back({TextAt(edit, "file"), static_cast<std::uint32_t>(NumberAt(edit, "offset")),
                                static_cast<std::uint32_t>(NumberAt(edit, "length")), TextAt(edit, "text")});
  return diagnostic;
}

}  // namespace

Json ToJson(const std::vector<diag::Diagnostic>& diagnostics) {
  Json json = Json::array();
  for (const diag::Diagnostic& diagnostic : diagnostics)
    json.push_back(ToJson(diagnostic));
  return json;
}

std::vector<diag::Diagnostic> DiagnosticsFrom(const Json& json) {
  std::vector<diag::Diagnostic> diagnostics;
  if (json.is_array())
    for (const Json& diagnostic : json)
      diagnostics.push_back(DiagnosticFrom(diagnostic));
  return diagnostics;
}

}  // namespace detrain::driver::cache
