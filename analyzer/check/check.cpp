// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/check/check.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "analyzer/check/library_calls.h"
#include "analyzer/check/rules.h"
#include "analyzer/types/elements.h"

namespace detrain::check {

namespace {

auto Key(const diag::Diagnostic& d) {
  return std::tie(d.location, d.rule, d.message);
}

}  // namespace

Outcome Check(const rir::Module& linked, const CheckOptions& options) {
  types::Flow flow = types::FlowOf(linked);
  const types::State state = types::StateOf(flow);
  types::PartElements(flow);
  const types::Threads threads = types::ThreadsOf(flow);
  Reacher reacher(flow, state);
  const std::vector<LibraryCall> library_calls = LibraryCallsIn(linked, flow);
  const Context context{linked, options, flow, state, threads, reacher, library_calls};
  Findings findings;
#define DETRAIN_CHECK(Rule) Rule(context, findings);
#include "analyzer/check/rule_table.def"
  std::stable_sort(findings.begin(), findings.end(), [](const auto& a, const auto& b) { return Key(a) < Key(b); });
  const auto same = [](const auto& a, const auto& b) { return Key(a) == Key(b); };
  findings.erase(std::unique(findings.begin(), findings.end(), same), findings.end());
  return {std::move(findings), flow.is_truncated || threads.is_truncated};
}

}  // namespace detrain::check
