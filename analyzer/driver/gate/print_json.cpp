// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/driver/gate/print.h"
#include "analyzer/driver/json_access.h"

namespace detrain::driver::gate {
namespace {

OrderedJson Trace(const diag::Diagnostic& finding) {
  OrderedJson trace = OrderedJson::array();
  for (const diag::TraceStep& step : finding.trace)
    trace.push_back({{"file", step.location.file},
                     {"line", step.location.line},
                     {"column", step.location.column},
                     {"message", step.message}});
  return trace;
}

OrderedJson Fixes(const diag::Diagnostic& finding) {
  OrderedJson fixes = OrderedJson::array();
  for (const diag::FixEdit& edit : finding.fixes)
    fixes.push_back({{"file", edit.file}, {"offset", edit.offset}, {"length", edit.length}, {"text", edit.text}});
  return fixes;
}

OrderedJson ToJson(const Finding& finding) {
  const diag::Diagnostic& diagnostic = finding.diagnostic;
  OrderedJson json = {{"rule", diagnostic.rule ? diag::RuleName(*diagnostic.rule) : ""},
                      {"severity", ToString(diagnostic.severity)},
                      {"file", diagnostic.location.file},
                      {"line", diagnostic.location.line},
                      {"column", diagnostic.location.column},
                      {"function", diagnostic.function},
                      {"message", diagnostic.message},
                      {"reaches", ToString(diagnostic.reach)},
                      {"trace", Trace(diagnostic)},
                      {"fixable", diagnostic.fixable || !diagnostic.fixes.empty()},
                      {"fingerprint", finding.fingerprint}};
  if (diagnostic.rule)
    json["help"] = diag::RuleAdvice(*diagnostic.rule);
  if (!diagnostic.fixes.empty())
    json["fixes"] = Fixes(diagnostic);
  return json;
}

}  // namespace

std::string PrintJson(const Report& report) {
  OrderedJson json = {{"schema", "detrain-findings/1"}, {"findings", OrderedJson::array()}};
  for (const Finding& finding : report.findings)
    json["findings"].push_back(ToJson(finding));
  return json.dump(1, ' ', false, OrderedJson::error_handler_t::replace) + "\n";
}

}  // namespace detrain::driver::gate
