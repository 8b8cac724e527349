// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/driver/gate/baseline.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "analyzer/base/file.h"
#include "analyzer/diag/message.h"
#include "analyzer/driver/json_access.h"

namespace detrain::driver::gate {
namespace {

constexpr const char* kSchema = "detrain-baseline/1";

OrderedJson Entry(const Finding& finding, const Sources& sources) {
  const diag::Diagnostic& diagnostic = finding.diagnostic;
  OrderedJson entry = {{"fingerprint", finding.fingerprint},
                       {"rule", diagnostic.rule ? diag::RuleName(*diagnostic.rule) : ""},
                       {"file", sources.PathInRepository(diagnostic.location.file)}};
  if (!diagnostic.function.empty())
    entry["function"] = diagnostic.function;
  entry["message"] = diagnostic.message;
  return entry;
}

Result<void> Write(const std::string& path, std::vector<OrderedJson> entries) {
  // An entry that somebody else wrote may have no file.
  const auto file = [](const OrderedJson& entry) { return entry.value("file", OrderedJson()); };
  std::stable_sort(entries.begin(), entries.end(),
                   [&](const OrderedJson& a, const OrderedJson& b) { return file(a) < file(b); });
  const OrderedJson json = {{"schema", kSchema}, {"findings", std::move(entries)}};
  return WriteFileAtomically(path, json.dump(1, ' ', false, OrderedJson::error_handler_t::replace) + "\n");
}

Result<OrderedJson> ReadJson(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::exists(path, error))
    return diag::Fail<diag::Failure::NoBaseline>(Location{path, 0, 0});
  DETRAIN_TRY(const std::string text, ReadFile(path));
  OrderedJson json = OrderedJson::parse(text, nullptr, false);
  if (json.is_discarded() || !json.is_object())
    return diag::Fail<diag::Failure::BadBaseline>(Location{path, 0, 0}, "this is no JSON object");
  if (json.value("schema", OrderedJson()) != kSchema || !json.value("findings", OrderedJson()).is_array())
    return diag::Fail<diag::Failure::BadBaseline>(Location{path, 0, 0}, std::string("its schema is not ") + kSchema);
  for (const OrderedJson& entry : json["findings"])
    if (!entry.is_object() || !entry.value("fingerprint", OrderedJson()).is_string())
      return diag::Fail<diag::Failure::BadBaseline>(Location{path, 0, 0}, "an entry has no fingerprint");
  return json;
}

}  // namespace

Result<Baseline> ReadBaseline(const std::string& path) {
  DETRAIN_TRY(const OrderedJson json, ReadJson(path));
  Baseline baseline;
  for (const OrderedJson& entry : json["findings"])
    baseline.insert(entry["fingerprint"].get<std::string>());
  return baseline;
}

Result<void> WriteBaseline(const std::string& path, const std::vector<Finding>& findings, const Sources& sources) {
  std::vector<OrderedJson> entries;
  for (const Finding& finding : findings)
    entries.push_back(Entry(finding, sources));
  return Write(path, std::move(entries));
}

Result<void> AddToBaseline(const std::string& path, const Finding& finding, const Sources& sources) {
  std::error_code error;
  std::vector<OrderedJson> entries;
  if (std::filesystem::exists(path, error)) {
    DETRAIN_TRY(const OrderedJson json, ReadJson(path));
    entries = json["findings"].get<std::vector<OrderedJson>>();
  }
  const bool is_there = std::any_of(entries.begin(), entries.end(), [&](const OrderedJson& entry) {
    return entry["fingerprint"] == finding.fingerprint;
  });
  if (!is_there)
    entries.push_back(Entry(finding, sources));
  return Write(path, std::move(entries));
}

}  // namespace detrain::driver::gate
