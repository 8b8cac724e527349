// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/check/check.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <tuple>
#include <utility>

#include "analyzer/base/parallel.h"
#include "analyzer/check/library_calls.h"
#include "analyzer/check/rules.h"
#include "analyzer/types/elements.h"

namespace detrain::check {

namespace {

using Rule = void (*)(const Context& context, Findings& out);

constexpr Rule rules[] = {
#define DETRAIN_CHECK(Rule) Rule,
#include "analyzer/check/rule_table.def"
};

// What every rule is given.
struct Facts {
  const rir::Module& module;
  const CheckOptions& options;
  const types::Flow& flow;
  const types::State& state;
  const types::Threads& threads;
  const std::vector<LibraryCall>& library_calls;
};

// What the rules find, in the order of their table. Each searches the graph with marks of its own.
Findings FindingsOf(const Facts& facts) {
  std::array<Findings, std::size(rules)> by_rule;
  ParallelFor(facts.options.jobs, std::size(rules), [&](std::size_t i) {
    Reacher reacher(facts.flow, facts.state);
    rules[i]({facts.module, facts.options, facts.flow, facts.state, facts.threads, reacher, facts.library_calls},
             by_rule[i]);
  });
  Findings all;
  for (Findings& findings : by_rule)
    std::move(findings.begin(), findings.end(), std::back_inserter(all));
  return all;
}

auto Key(const diag::Diagnostic& d) {
  return std::tie(d.location, d.rule, d.message);
}

}  // namespace

Outcome Check(const rir::Module& linked, const CheckOptions& options) {
  types::Flow flow = types::FlowOf(linked);
  const types::State state = types::StateOf(flow);
  types::PartElements(flow);
  const types::Threads threads = types::ThreadsOf(flow);
  const std::vector<LibraryCall> library_calls = LibraryCallsIn(linked, flow);
  Findings findings = FindingsOf({linked, options, flow, state, threads, library_calls});
  std::stable_sort(findings.begin(), findings.end(), [](const auto& a, const auto& b) { return Key(a) < Key(b); });
  const auto same = [](const auto& a, const auto& b) { return Key(a) == Key(b); };
  findings.erase(std::unique(findings.begin(), findings.end(), same), findings.end());
  return {std::move(findings), flow.is_truncated || threads.is_truncated};
}

}  // namespace detrain::check
