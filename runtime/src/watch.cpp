// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "watch.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "hash.h"
#include "metric.h"
#include "numbers.h"

namespace detrain::runtime {
namespace {

std::string Short(double value) {
  char text[32];
  snprintf(text, sizeof text, "%.6g", value);
  return text;
}

std::string Steps(std::uint64_t steps) {
  return std::to_string(steps) + (steps == 1 ? " step" : " steps");
}

Numbers NumbersIn(const Tensor& tensor) {
  return NumbersOf(tensor.dtype, tensor.bytes, tensor.size);
}

// A new least value.
template <typename Memory>
bool Improves(Memory& memory, double value, double by, std::uint64_t step) {
  if (memory.has_best && !(value < memory.best - by))
    return false;
  memory.has_best = true;
  memory.best = value;
  memory.since = step;
  return true;
}

std::string WhyOdd(const Numbers& n) {
  if (n.odd == 0)
    return "";
  return n.count == 1 ? "is " + Short(n.first)
                      : std::to_string(n.odd) + " of " + std::to_string(n.count) + " elements are NaN or infinite";
}

}  // namespace

std::vector<Watch::Seen> Watch::Find(const WatchName& name, const std::vector<Tensor>& tensors,
                                     const std::string& text) const {
  std::vector<Seen> all;
  if (name.is_text) {
    all.push_back({"text:" + name.pattern, nullptr, LastNumberBehind(text, name.pattern)});
    return all;
  }
  for (const Tensor& tensor : tensors) {
    if (!name.Matches(tensor.name))
      continue;
    const bool is_scalar = IsFloat(tensor.dtype) && NumbersIn(tensor).count == 1;
    all.push_back({tensor.name, &tensor, is_scalar ? std::optional(NumbersIn(tensor).first) : std::nullopt});
  }
  return all;
}

// Empty: the rule does not hold.
std::string Watch::WhyFound(const WatchRule& rule, Memory& memory, const Seen& seen, std::uint64_t step) {
  const bool is_float = seen.tensor != nullptr && IsFloat(seen.tensor->dtype);
  Numbers n;
  if (is_float)
    n = NumbersIn(*seen.tensor);
  else if (seen.value)
    n = NumbersOf("F64", reinterpret_cast<const char*>(&*seen.value), sizeof(double));
  switch (rule.kind) {
    case WatchKind::Nan:
      return WhyOdd(n);
    case WatchKind::Explode:
      return n.magnitude > rule.above ? "reaches " + Short(n.magnitude) + ", above " + Short(rule.above) : "";
    case WatchKind::Vanish:
      return is_float && n.count > n.odd && n.magnitude < rule.below
                 ? "reaches " + Short(n.magnitude) + " only, below " + Short(rule.below)
                 : "";
    case WatchKind::Unchanged: {
      const std::uint64_t hash = Hash(seen.tensor->bytes, seen.tensor->size);
      if (!memory.has_best || hash != memory.hash)
        memory.since = step;
      memory.has_best = true;
      memory.hash = hash;
      return step - memory.since >= rule.steps ? "has not changed for " + Steps(step - memory.since) : "";
    }
    case WatchKind::Stalled:
      if (seen.value && Improves(memory, *seen.value, rule.by, step))
        return "";
      return memory.has_best && step - memory.since >= rule.steps
                 ? "has not fallen below " + Short(memory.best) + " for " + Steps(step - memory.since)
                 : "";
    case WatchKind::Dead: {
      const auto count = static_cast<std::size_t>(n.count);
      if (memory.alive.size() != count) {
        memory.alive.assign(count, false);
        memory.since = step;
      }
      ForEachNonZero(seen.tensor->dtype, seen.tensor->bytes, seen.tensor->size,
                     [&](std::size_t i) { memory.alive[i] = true; });
      if (step - memory.since < rule.steps)
        return memory.holds ? "still" : "";
      const auto alive = static_cast<std::size_t>(std::count(memory.alive.begin(), memory.alive.end(), true));
      memory.alive.clear();
      const double share = count == 0 ? 0 : static_cast<double>(count - alive) / static_cast<double>(count);
      return share > rule.above ? std::to_string(count - alive) + " of " + std::to_string(count) +
                                      " elements were zero for " + Steps(rule.steps)
                                : "";
    }
    case WatchKind::Overfit:
      break;
  }
  return "";
}

std::string Watch::WhyOverfit(const WatchRule& rule, std::size_t number, const std::vector<Tensor>& tensors,
                              const std::string& text, std::uint64_t step) {
  Memory* memories[2];
  for (std::size_t i = 0; i < 2; ++i) {
    memories[i] = &memories_[{number, "#" + std::to_string(i)}];
    for (const Seen& seen : Find(rule.names[i], tensors, text)) {
      is_met_[number] = is_met_[number] || seen.value;
      if (seen.value)
        Improves(*memories[i], *seen.value, 0, step);
    }
  }
  const auto& [train, valid] = memories;
  const bool holds =
      train->has_best && valid->has_best && step - valid->since >= rule.steps && train->since > valid->since;
  return holds ? "has not fallen below " + Short(valid->best) + " for " + Steps(step - valid->since) + ", while " +
                     rule.names[0].pattern + " has"
               : "";
}

void Watch::Note(const WatchRule& rule, const std::string& name, Memory& memory, const std::string& why,
                 std::uint64_t step, Findings& findings) {
  const bool is_new = !why.empty() && !memory.holds;
  memory.holds = !why.empty();
  if (!is_new)
    return;
  findings.lines.push_back("step " + std::to_string(step) + ": " + rule.word + ": " + name + " " + why + " (line " +
                           std::to_string(rule.line) + ")");
  findings.saves = findings.saves || rule.saves;
  findings.stops = findings.stops || rule.stops;
}

Findings Watch::Look(std::uint64_t step, const std::vector<Tensor>& tensors, const std::string& text) {
  Findings findings;
  for (std::size_t i = 0; i < file_.rules.size(); ++i) {
    const WatchRule& rule = file_.rules[i];
    const bool is_first = is_met_.count(i) == 0;
    bool& is_met = is_met_[i];
    if (rule.kind == WatchKind::Overfit) {
      const std::string why = WhyOverfit(rule, i, tensors, text, step);
      Note(rule, rule.names[1].pattern, memories_[{i, ""}], why, step, findings);
      continue;
    }
    for (const Seen& seen : Find(rule.names[0], tensors, text)) {
      is_met = is_met || seen.tensor != nullptr;
      Memory& memory = memories_[{i, seen.name}];
      Note(rule, seen.name, memory, WhyFound(rule, memory, seen, step), step, findings);
    }
    if (is_first && !is_met && !rule.names[0].is_text)
      findings.lines.push_back("step " + std::to_string(step) + ": no saved region is named " + rule.names[0].pattern +
                               " (line " + std::to_string(rule.line) + ")");
  }
  return findings;
}

std::vector<std::pair<std::string, float>> Watch::Plots(const std::vector<Tensor>& tensors,
                                                        const std::string& text) const {
  std::vector<std::pair<std::string, float>> plots;
  for (const WatchName& name : file_.plots) {
    for (const Seen& seen : Find(name, tensors, text)) {
      if (seen.value)
        plots.emplace_back(name.is_text ? name.pattern : seen.name, static_cast<float>(*seen.value));
      if (seen.value || seen.tensor == nullptr || !IsFloat(seen.tensor->dtype))
        continue;
      const Numbers n = NumbersIn(*seen.tensor);
      plots.emplace_back(seen.name + "/magnitude", static_cast<float>(n.magnitude));
      plots.emplace_back(seen.name + "/mean", static_cast<float>(n.Mean()));
      plots.emplace_back(seen.name + "/odd", static_cast<float>(n.odd));
    }
  }
  return plots;
}

}  // namespace detrain::runtime
