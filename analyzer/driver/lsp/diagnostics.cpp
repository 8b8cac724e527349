// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <filesystem>
#include <utility>

#include "analyzer/driver/gate/fixes.h"
#include "analyzer/driver/lsp/features.h"
#include "analyzer/driver/lsp/uri.h"

namespace detrain::driver::lsp {
namespace {

using gate::Finding;
using gate::SourceText;

Json Position(std::uint32_t line, std::uint32_t column) {
  return {{"line", line == 0 ? 0 : line - 1}, {"character", column == 0 ? 0 : column - 1}};
}

// The word at the place; the whole line where the column is not known.
Json RangeOf(const Location& location, const gate::Sources& sources) {
  const SourceText* source = sources.Find(location.file);
  const std::string_view line = source == nullptr ? std::string_view() : source->Line(location.line);
  const std::uint32_t begin = std::max(location.column, 1U);
  const std::uint32_t end = location.column == 0 ? static_cast<std::uint32_t>(line.size()) + 1
                                                 : location.column + gate::TokenLength(line, location.column);
  return {{"start", Position(location.line, gate::Utf16Column(line, begin))},
          {"end", Position(location.line, gate::Utf16Column(line, end))}};
}

std::string UriOf(const std::string& file) {
  return UriOfPath(std::filesystem::absolute(file).lexically_normal().string());
}

int SeverityOf(diag::Severity severity) {
  constexpr int levels[] = {3, 2, 1};  // information, warning, error
  return levels[static_cast<std::size_t>(severity)];
}

Json ToJson(const Finding& finding, const gate::Sources& sources) {
  const diag::Diagnostic& diagnostic = finding.diagnostic;
  Json json = {{"range", RangeOf(diagnostic.location, sources)},
               {"severity", SeverityOf(diagnostic.severity)},
               {"source", "detrain"},
               {"message", diagnostic.message},
               {"data", {{"fingerprint", finding.fingerprint}}}};
  if (diagnostic.rule)
    json["code"] = diag::RuleName(*diagnostic.rule);
  for (const diag::TraceStep& step : diagnostic.trace)
    if (step.location.IsKnown())
      json["relatedInformation"].push_back(
          {{"location", {{"uri", UriOf(step.location.file)}, {"range", RangeOf(step.location, sources)}}},
           {"message", step.message}});
  return json;
}

// An offset of the file as it was analysed.
Json PositionAt(const SourceText& source, std::size_t offset) {
  const std::uint32_t line = source.LineAt(offset);
  const auto byte = static_cast<std::uint32_t>(offset - source.OffsetOf(line)) + 1;
  return Position(line, gate::Utf16Column(source.Line(line), byte));
}

Json TextEdit(const diag::FixEdit& edit, const SourceText& source) {
  return {
      {"range", {{"start", PositionAt(source, edit.offset)}, {"end", PositionAt(source, edit.offset + edit.length)}}},
      {"newText", edit.text}};
}

Json WorkspaceEdit(const std::vector<diag::FixEdit>& edits, const gate::Sources& sources) {
  Json changes = Json::object();
  for (const diag::FixEdit& edit : edits)
    if (const SourceText* source = sources.Find(edit.file))
      changes[UriOf(edit.file)].push_back(TextEdit(edit, *source));
  return {{"changes", std::move(changes)}};
}

Json Action(const std::string& title, const Finding& finding, const gate::Sources& sources) {
  return {{"title", title}, {"kind", "quickfix"}, {"diagnostics", Json::array({ToJson(finding, sources)})}};
}

void AddActions(const Finding& finding, const Snapshot& snapshot, const std::string& uri, Json& actions) {
  const std::string rule(finding.diagnostic.rule ? diag::RuleName(*finding.diagnostic.rule) : "detrain");
  const gate::Sources& sources = *snapshot.sources;
  if (!finding.diagnostic.fixes.empty()) {
    Json mend = Action("Mend: " + rule, finding, sources);
    mend["edit"] = WorkspaceEdit(finding.diagnostic.fixes, sources);
    mend["isPreferred"] = true;
    actions.push_back(std::move(mend));
  }
  if (const SourceText* source = sources.Find(finding.diagnostic.location.file);
      source != nullptr && finding.diagnostic.rule != diag::Rule::UnusedSuppression) {
    Json suppress = Action("Suppress " + rule + " here, with a reason", finding, sources);
    suppress["edit"] =
        WorkspaceEdit({gate::SuppressionFix(finding.diagnostic, *source, "<why this is fine>")}, sources);
    actions.push_back(std::move(suppress));
  }
  Json accept = Action("Add this " + rule + " to the baseline", finding, sources);
  accept["command"] = {{"title", "Add to the baseline"},
                       {"command", "detrain.addToBaseline"},
                       {"arguments", Json::array({uri, finding.fingerprint})}};
  actions.push_back(std::move(accept));
}

}  // namespace

Json DiagnosticsOf(const Snapshot& snapshot) {
  Json diagnostics = Json::array();
  for (const Finding& finding : snapshot.findings)
    if (finding.diagnostic.location.file == snapshot.name)
      diagnostics.push_back(ToJson(finding, *snapshot.sources));
  if (snapshot.failure) {
    const bool is_here = snapshot.failure->location.file == snapshot.name;
    const Location place = is_here ? snapshot.failure->location : Location{snapshot.name, 1, 0};
    const std::string where = is_here ? "" : ToString(snapshot.failure->location) + ": ";
    diagnostics.push_back({{"range", RangeOf(place, *snapshot.sources)},
                           {"severity", 3},
                           {"source", "detrain"},
                           {"message", "not checked: " + where + snapshot.failure->message}});
  }
  return diagnostics;
}

Json CodeActions(const Snapshot& snapshot, const std::string& uri, std::uint64_t first, std::uint64_t last) {
  Json actions = Json::array();
  for (const Finding& finding : snapshot.findings) {
    const Location& location = finding.diagnostic.location;
    if (location.file == snapshot.name && location.line >= first + 1 && location.line <= last + 1)
      AddActions(finding, snapshot, uri, actions);
  }
  return actions;
}

}  // namespace detrain::driver::lsp
