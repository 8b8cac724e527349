// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/driver/print_cost.h"

#include <algorithm>
#include <cstdint>
#include <tuple>
#include <vector>

namespace detrain::driver {

namespace {

std::string Column(std::uint64_t number) {
  constexpr std::size_t kWidth = 11;
  const std::string text = std::to_string(number);
  return std::string(kWidth - std::min(kWidth - 1, text.size()), ' ') + text;
}

std::string LineOfLift(const rir::Module& module) {
  std::size_t functions = 0, operations = 0;
  for (const rir::Function& function : module.functions) {
    functions += function.is_defined ? 1 : 0;
    for (const rir::Block& block : function.blocks)
      operations += block.ops.size();
  }
  return "lift: " + std::to_string(functions) + " functions, " + std::to_string(operations) + " operations\n";
}

std::string LineOfFlow(const flow::Flow& flow) {
  return "flow: " + std::to_string(flow.instances.size()) + " instances of functions, " +
         std::to_string(flow.nodes.size()) + " nodes, " + std::to_string(flow.edges.size()) + " edges" +
         (flow.is_truncated ? ", cut short" : "") + "\n";
}

std::string LineOfInfer(const infer::Spending& spending) {
  std::uint64_t operations = 0, calls = 0;
  for (const auto& [name, function] : spending.functions) {
    operations += function.operations;
    calls += function.calls;
  }
  return "infer: " + std::to_string(spending.runs) + " runs, " + std::to_string(spending.work) + " work, " +
         std::to_string(operations) + " operations, " + std::to_string(calls) + " calls, " +
         std::to_string(spending.passes) + " passes over loops\n";
}

}  // namespace

std::string PrintCost(const flow::Flow& flow, const infer::Spending& spending) {
  std::string text = LineOfLift(*flow.module) + LineOfFlow(flow) + LineOfInfer(spending);
  std::vector<const infer::FunctionSpending*> functions;
  for (const auto& [name, function] : spending.functions)
    functions.push_back(&function);
  if (functions.empty())
    return text;
  std::ranges::sort(functions, [](const auto* a, const auto* b) {
    return std::tuple(b->operations, a->name) < std::tuple(a->operations, b->name);
  });
  text += "\n operations      calls     shapes  function\n";
  for (const infer::FunctionSpending* function : functions)
    text += Column(function->operations) + Column(function->calls) + Column(function->shapes.size()) + "  " +
            (function->name.empty() ? "(before main)" : function->name) + "\n";
  return text;
}

}  // namespace detrain::driver
