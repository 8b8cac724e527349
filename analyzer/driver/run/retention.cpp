// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/driver/run/retention.h"

#include <algorithm>
#include <system_error>

#include "analyzer/driver/run/prune.h"
#include "analyzer/driver/step_folder.h"

namespace detrain::driver {
namespace {

namespace fs = std::filesystem;

// A program may be at work beside us, so what is gone meanwhile counts for nothing.
std::uint64_t BytesOf(const fs::path& folder) {
  std::uint64_t bytes = 0;
  std::error_code error;
  for (auto at = fs::recursive_directory_iterator(folder, error); !error && at != fs::end(at); at.increment(error)) {
    std::error_code gone;
    const std::uintmax_t size = at->is_regular_file(gone) && !at->is_symlink(gone) ? at->file_size(gone) : 0;
    bytes += gone ? 0 : size;
  }
  return bytes;
}

}  // namespace

// The best first; of equals the newer.
std::vector<std::uint64_t> Retention::Best(const std::vector<std::uint64_t>& steps) {
  std::vector<std::pair<double, std::uint64_t>> ranked;
  for (const std::uint64_t step : rules_.best > 0 ? steps : std::vector<std::uint64_t>()) {
    const auto [at, is_new] = values_.try_emplace(step);
    if (is_new)
      at->second = MetricAt(run_, step, rules_.metric);
    if (at->second)
      ranked.emplace_back(rules_.metric.is_high_good ? -*at->second : *at->second, step);
  }
  std::ranges::sort(ranked, [](const auto& a, const auto& b) {
    return a.first != b.first ? a.first < b.first : a.second > b.second;
  });
  std::vector<std::uint64_t> best;
  for (std::size_t i = 0; i < ranked.size() && i < rules_.best; ++i)
    best.push_back(ranked[i].second);
  return best;
}

bool Retention::Shrink(std::set<std::uint64_t> kept, const std::vector<std::uint64_t>& best) const {
  const std::uint64_t newest = *kept.rbegin();
  std::vector<std::uint64_t> victims(kept.begin(), kept.end());
  std::erase_if(victims, [&](std::uint64_t step) { return std::ranges::find(best, step) != best.end(); });
  victims.insert(victims.end(), best.rbegin(), best.rend());
  for (const std::uint64_t victim : victims) {
    if (BytesOf(run_) <= rules_.max_bytes)
      return true;
    const bool is_milestone = rules_.milestone > 0 && victim % rules_.milestone == 0;
    if (victim == newest || is_milestone || kept.erase(victim) == 0)
      continue;
    Prune(run_, kept);
  }
  return BytesOf(run_) <= rules_.max_bytes;
}

bool Retention::Apply() {
  const std::vector<std::uint64_t> steps = CommittedSteps(run_);
  if (!rules_.RemoveSomething() || steps.empty())
    return true;
  const std::vector<std::uint64_t> best = Best(steps);
  std::set<std::uint64_t> kept(best.begin(), best.end());
  // --best alone keeps the newest one besides; a limit of bytes alone keeps all that it can.
  const std::uint64_t least = rules_.best > 0 ? 1 : steps.size();
  const std::uint64_t newest = rules_.keep > 0 ? rules_.keep : least;
  for (std::size_t i = 0; i < steps.size(); ++i)
    if (steps.size() - i <= newest || (rules_.milestone > 0 && steps[i] % rules_.milestone == 0))
      kept.insert(steps[i]);
  Prune(run_, kept);
  return rules_.max_bytes == 0 || Shrink(std::move(kept), best);
}

}  // namespace detrain::driver
