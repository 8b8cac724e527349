// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conditions.h"

#include <algorithm>
#include <map>
#include <set>

#include "bindings.h"
#include "formula.h"

namespace detrain::runtime {
namespace {

struct State {
  std::set<std::uint32_t> decided;  // leaves
  std::vector<std::string> failed;
};

// Of the plan that is in use.
State& S() {
  static auto* states = new std::map<const detrain_plan*, State>;
  return (*states)[Plan()];
}

void Decide(const Walk& walk, std::uint32_t leaf, bool last) {
  const detrain_plan& plan = *Plan();
  std::vector<std::string> failed;
  for (std::uint32_t i = 0; i < plan.condition_count; ++i) {
    const detrain_condition& condition = plan.conditions[i];
    if (condition.leaf != leaf)
      continue;
    const Number result = Compute(walk, condition.first_code, condition.code_count);
    if (!result && !last)
      return;
    if (!result || *result < 0)
      failed.emplace_back(condition.text);
  }
  S().decided.insert(leaf);
  if (failed.empty())
    SettlePersistence(leaf, DETRAIN_DEAD);
  for (std::string& text : failed)
    if (std::find(S().failed.begin(), S().failed.end(), text) == S().failed.end())
      S().failed.push_back(std::move(text));
}

}  // namespace

void DecideConditions(bool last) {
  const detrain_plan& plan = *Plan();
  if (plan.condition_count == 0)
    return;
  const Walk walk(Walk::Mode::Lenient);
  for (std::uint32_t i = 0; i < plan.condition_count; ++i)
    if (S().decided.count(plan.conditions[i].leaf) == 0)
      Decide(walk, plan.conditions[i].leaf, last);
}

const std::vector<std::string>& FailedConditions() {
  return S().failed;
}

}  // namespace detrain::runtime
