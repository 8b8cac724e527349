// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Columns count bytes from 1, as reviewdog's format has it.
#include "analyzer/driver/gate/print.h"
#include "analyzer/driver/json_access.h"

namespace detrain::driver::gate {
namespace {

OrderedJson Position(std::uint32_t line, std::uint32_t column) {
  OrderedJson position = {{"line", line}};
  if (column != 0)
    position["column"] = column;
  return position;
}

OrderedJson Place(const Location& location, const Sources& sources) {
  OrderedJson place = {{"path", sources.PathInRepository(location.file)}};
  if (location.line == 0)
    return place;
  place["range"] = {{"start", Position(location.line, location.column)}};
  if (const std::uint32_t end = EndColumn(location, sources); end != 0)
    place["range"]["end"] = Position(location.line, end);
  return place;
}

OrderedJson Suggestion(const diag::FixEdit& edit, const Sources& sources) {
  const SourceText* source = sources.Find(edit.file);
  const auto position = [&](std::size_t offset) {
    const std::uint32_t line = source->LineAt(offset);
    return Position(line, static_cast<std::uint32_t>(offset - source->OffsetOf(line)) + 1);
  };
  return {{"range", {{"start", position(edit.offset)}, {"end", position(edit.offset + edit.length)}}},
          {"text", edit.text}};
}

const char* SeverityOf(diag::Severity severity) {
  constexpr const char* names[] = {"INFO", "WARNING", "ERROR"};
  return names[static_cast<std::size_t>(severity)];
}

OrderedJson ToJson(const diag::Diagnostic& finding, const Sources& sources) {
  OrderedJson json = {{"message", finding.message},
                      {"location", Place(finding.location, sources)},
                      {"severity", SeverityOf(finding.severity)},
                      {"source", {{"name", "detrain"}}}};
  if (finding.rule)
    json["code"] = {{"value", diag::RuleName(*finding.rule)}};
  for (const diag::TraceStep& step : finding.trace)
    json["related_locations"].push_back({{"message", step.message}, {"location", Place(step.location, sources)}});
  for (const diag::FixEdit& edit : finding.fixes)
    if (edit.file == finding.location.file && sources.Find(edit.file) != nullptr)
      json["suggestions"].push_back(Suggestion(edit, sources));
  return json;
}

}  // namespace

std::string PrintRdjsonl(const Report& report) {
  std::string text;
  for (const Finding& finding : report.findings)
    text +=
        ToJson(finding.diagnostic, report.sources).dump(-1, ' ', false, OrderedJson::error_handler_t::replace) + "\n";
  return text;
}

}  // namespace detrain::driver::gate
