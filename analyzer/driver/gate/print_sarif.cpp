// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SARIF 2.1.0 (OASIS). GitHub's code scanning wants more than the schema does: help.text of each rule, paths relative
// to the repository, regions of one line, primaryLocationLineHash.
#include <map>

#include "analyzer/driver/gate/print.h"
#include "analyzer/driver/json_access.h"

namespace detrain::driver::gate {
namespace {

constexpr const char* kSchema =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
constexpr const char* kRoot = "%SRCROOT%";

bool IsUnreserved(char byte) {
  return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9') ||
         std::string_view("-._~/+").find(byte) != std::string_view::npos;
}

std::string UriOf(std::string_view path) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  std::string uri;
  for (const char byte : path) {
    if (IsUnreserved(byte)) {
      uri += byte;
      continue;
    }
    const auto value = static_cast<unsigned char>(byte);
    uri.append(1, '%').append(1, digits[value >> 4U]).append(1, digits[value & 15U]);
  }
  return uri;
}

class SarifPrinter {
 public:
  explicit SarifPrinter(const Report& report) : report_(report) {}

  OrderedJson Log() {
    OrderedJson results = OrderedJson::array();
    for (const Finding& finding : report_.findings)
      results.push_back(Result(finding));
    OrderedJson run = {{"tool", {{"driver", Driver()}}}, {"columnKind", "utf16CodeUnits"}};
    run["originalUriBaseIds"] = {{kRoot, {{"uri", "file://" + UriOf(report_.sources.root().generic_string()) + "/"}}}};
    run["results"] = std::move(results);
    return {{"$schema", kSchema}, {"version", "2.1.0"}, {"runs", OrderedJson::array({std::move(run)})}};
  }

 private:
  static OrderedJson Driver() {
    OrderedJson rules = OrderedJson::array();
    for (const diag::Rule rule : diag::all_rules)
      rules.push_back(RuleJson(rule));
    return {{"name", "detrain"}, {"version", DETRAIN_VERSION}, {"rules", std::move(rules)}};
  }

  static OrderedJson RuleJson(diag::Rule rule) {
    const std::string help(diag::RuleHelp(rule));
    const std::string advice(diag::RuleAdvice(rule));
    return {{"id", diag::RuleName(rule)},
            {"shortDescription", {{"text", help}}},
            {"fullDescription", {{"text", help + ". " + advice}}},
            {"help", {{"text", advice}, {"markdown", advice}}},
            {"defaultConfiguration", {{"level", "warning"}}},
            {"properties", {{"tags", {"reproducibility", "determinism"}}, {"precision", "high"}}}};
  }

  OrderedJson Result(const Finding& finding) {
    const diag::Diagnostic& diagnostic = finding.diagnostic;
    OrderedJson result = OrderedJson::object();
    if (diagnostic.rule) {
      result["ruleId"] = diag::RuleName(*diagnostic.rule);
      result["ruleIndex"] = static_cast<int>(*diagnostic.rule);
    }
    result["level"] = ToString(diagnostic.severity);
    result["message"] = {{"text", diagnostic.message}};
    result["locations"] = OrderedJson::array({Place(diagnostic.location)});
    result["partialFingerprints"] = {{"detrain/v1", finding.fingerprint}};
    if (const std::string hash = LineHash(diagnostic.location); !hash.empty())
      result["partialFingerprints"]["primaryLocationLineHash"] = hash;
    if (!diagnostic.trace.empty())
      result["codeFlows"] = OrderedJson::array({CodeFlow(diagnostic)});
    if (!diagnostic.fixes.empty())
      result["fixes"] = OrderedJson::array({Fix(diagnostic)});
    result["properties"] = {{"reaches", ToString(diagnostic.reach)}};
    return result;
  }

  OrderedJson Artifact(const std::string& file) const {
    const std::string path = report_.sources.PathInRepository(file);
    if (path.starts_with('/'))
      return {{"uri", "file://" + UriOf(path)}};
    return {{"uri", UriOf(path)}, {"uriBaseId", kRoot}};
  }

  OrderedJson Place(const Location& location) const {
    OrderedJson physical = {{"artifactLocation", Artifact(location.file)}};
    physical["region"] = Region(location);
    return {{"physicalLocation", std::move(physical)}};
  }

  // Of one line, always: what has no line stands at the file's first.
  OrderedJson Region(const Location& location) const {
    OrderedJson region = {{"startLine", location.line == 0 ? 1 : location.line}};
    const SourceText* source = report_.sources.Find(location.file);
    if (source == nullptr || location.column == 0)
      return region;
    const std::string_view line = source->Line(location.line);
    region["startColumn"] = Utf16Column(line, location.column);
    region["endColumn"] = Utf16Column(line, location.column + TokenLength(line, location.column));
    return region;
  }

  OrderedJson CodeFlow(const diag::Diagnostic& finding) const {
    OrderedJson steps = OrderedJson::array();
    for (const diag::TraceStep& step : finding.trace) {
      if (!step.location.IsKnown())
        continue;
      OrderedJson place = Place(step.location);
      place["message"] = {{"text", step.message}};
      steps.push_back({{"location", std::move(place)}});
    }
    if (steps.empty())
      steps.push_back({{"location", Place(finding.location)}});
    OrderedJson flow = {{"locations", std::move(steps)}};
    return {{"threadFlows", OrderedJson::array({std::move(flow)})}};
  }

  OrderedJson Fix(const diag::Diagnostic& finding) const {
    std::map<std::string, OrderedJson> by_file;
    for (const diag::FixEdit& edit : finding.fixes)
      by_file[edit.file].push_back({{"deletedRegion", {{"byteOffset", edit.offset}, {"byteLength", edit.length}}},
                                    {"insertedContent", {{"text", edit.text}}}});
    OrderedJson changes = OrderedJson::array();
    for (auto& [file, replacements] : by_file)
      changes.push_back({{"artifactLocation", Artifact(file)}, {"replacements", std::move(replacements)}});
    return {{"description", {{"text", "write it so that every run gives the same bits"}}},
            {"artifactChanges", std::move(changes)}};
  }

  std::string LineHash(const Location& location) {
    const auto [slot, is_new] = hashes_.try_emplace(location.file);
    const SourceText* source = report_.sources.Find(location.file);
    if (is_new && source != nullptr)
      slot->second = LineHashes(source->text());
    const std::size_t line = location.line == 0 ? 1 : location.line;
    return line <= slot->second.size() ? slot->second[line - 1] : std::string();
  }

  const Report& report_;
  std::map<std::string, std::vector<std::string>> hashes_;
};

}  // namespace

std::string PrintSarif(const Report& report) {
  return SarifPrinter(report).Log().dump(1, ' ', false, OrderedJson::error_handler_t::replace) + "\n";
}

}  // namespace detrain::driver::gate
