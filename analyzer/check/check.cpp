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
#include "analyzer/flow/elements.h"

namespace detrain::check {

namespace {

using Rule = void (*)(const Context& context, Findings& out);
using RuleOfThreads = void (*)(const Context& context, const races::Threads& threads, Findings& out);

constexpr Rule rules[] = {
#define DETRAIN_CHECK(Rule) Rule,
#define DETRAIN_CHECK_OF_THREADS(Rule)
#include "analyzer/check/rule_table.def"
};

constexpr RuleOfThreads rules_of_threads[] = {
#define DETRAIN_CHECK(Rule)
#define DETRAIN_CHECK_OF_THREADS(Rule) Rule,
#include "analyzer/check/rule_table.def"
};

// Calls a rule. Each searches the graph with marks of its own.
template <typename Call>
void Ask(const Facts& facts, const Call& rule) {
  Reacher reacher(facts.flow, facts.state);
  rule(Context{facts, reacher});
}

// What threads do takes as long as all other rules; these need not wait for it.
Outcome OutcomeOf(const Facts& facts) {
  std::array<Findings, 1 + std::size(rules)> by_task;
  bool is_truncated = false;
  ParallelFor(facts.options.jobs, by_task.size(), [&](std::size_t task) {
    if (task > 0)
      return Ask(facts, [&](const Context& context) { rules[task - 1](context, by_task[task]); });
    const races::Threads threads = races::ThreadsOf(facts.flow);
    is_truncated = threads.is_truncated;
    for (const RuleOfThreads rule : rules_of_threads)
      Ask(facts, [&](const Context& context) { rule(context, threads, by_task[0]); });
  });
  Outcome outcome{{}, is_truncated};
  for (Findings& findings : by_task)
    std::move(findings.begin(), findings.end(), std::back_inserter(outcome.findings));
  return outcome;
}

auto Key(const diag::Diagnostic& d) {
  return std::tie(d.location, d.rule, d.message);
}

}  // namespace

Outcome Check(const rir::Module& linked, const CheckOptions& options) {
  flow::Flow flow = flow::FlowOf(linked, options.jobs);
  const flow::State state = flow::StateOf(flow, options.jobs);
  flow::PartElements(flow, options.jobs);
  const std::vector<LibraryCall> library_calls = LibraryCallsIn(linked, flow);
  Outcome outcome = OutcomeOf({linked, options, flow, state, library_calls});
  outcome.is_truncated |= flow.is_truncated;
  Findings& findings = outcome.findings;
  std::stable_sort(findings.begin(), findings.end(), [](const auto& a, const auto& b) { return Key(a) < Key(b); });
  const auto same = [](const auto& a, const auto& b) { return Key(a) == Key(b); };
  findings.erase(std::unique(findings.begin(), findings.end(), same), findings.end());
  return outcome;
}

}  // namespace detrain::check
