// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/driver/verify/trials.h"

#include <algorithm>
#include <set>
#include <string>

#include "analyzer/diag/message.h"

namespace detrain::driver::verify {
namespace {

constexpr std::uint64_t boundaries_compared = 2;
constexpr std::size_t spread_boundaries = 8;
constexpr std::size_t spread_ends = 3;

}  // namespace

Result<std::vector<std::uint64_t>> ChooseSteps(const Settings& settings, std::uint64_t last) {
  std::vector<std::uint64_t> all;
  for (std::uint64_t step = 0; step <= last; ++step)
    all.push_back(step);
  if (settings.kill_at_all)
    return all;
  if (settings.kill_at.empty())
    return Spread(all, spread_boundaries);
  for (const std::uint64_t step : settings.kill_at)
    if (step > last)
      return diag::Fail<diag::Failure::NoSuchBoundary>({}, std::to_string(step), std::to_string(last));
  const std::set<std::uint64_t> unique(settings.kill_at.begin(), settings.kill_at.end());
  return std::vector<std::uint64_t>(unique.begin(), unique.end());
}

std::vector<std::uint64_t> Spread(const std::vector<std::uint64_t>& from, std::size_t count) {
  if (from.size() <= count)
    return from;
  std::vector<std::uint64_t> chosen;
  for (std::size_t i = 0; i < count; ++i)
    chosen.push_back(from[i * (from.size() - 1) / (count - 1)]);
  return chosen;
}

std::vector<Trial> MakeTrials(const std::vector<std::uint64_t>& steps, std::uint64_t last) {
  const std::vector<std::uint64_t> ends = Spread(steps, spread_ends);
  std::vector<Trial> trials;
  std::set<std::uint64_t> watched;
  for (const std::uint64_t step : steps) {
    const std::uint64_t target = std::min(step + boundaries_compared, last);
    const bool to_end = target == last || std::find(ends.begin(), ends.end(), step) != ends.end();
    trials.push_back({How::Stop, step, to_end ? last : target, to_end});
    if (step > 0)
      trials.push_back({How::Kill, step, to_end ? last : target, to_end});
    if (!to_end)
      watched.insert(target);
  }
  for (const std::uint64_t step : steps)
    watched.erase(step);
  for (const std::uint64_t step : watched)
    trials.push_back({How::Watch, step, step, false});
  std::sort(trials.begin(), trials.end(),
            [](const Trial& a, const Trial& b) { return a.step != b.step ? a.step > b.step : a.how < b.how; });
  return trials;
}

}  // namespace detrain::driver::verify
