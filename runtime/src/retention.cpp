// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "retention.h"

#include <sys/stat.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "disk.h"
#include "fail.h"
#include "metric.h"
#include "prune.h"
#include "settings.h"

namespace detrain::runtime {
namespace {

// Of all files below; what is gone meanwhile counts for nothing.
std::uint64_t BytesOf(const std::string& path) {
  struct stat status;
  if (Again([&] { return io::LinkStatus(path.c_str(), &status); }) != 0)
    return 0;
  if (!S_ISDIR(status.st_mode))
    return S_ISREG(status.st_mode) ? static_cast<std::uint64_t>(status.st_size) : 0;
  std::uint64_t bytes = 0;
  std::vector<std::string> names;
  List(path, names);
  for (const std::string& name : names)
    bytes += BytesOf(path + "/" + name);
  return bytes;
}

bool IsMilestone(std::uint64_t step) {
  const std::uint64_t milestone = GetSettings().milestone;
  return milestone > 0 && step % milestone == 0;
}

}  // namespace

void Retention::SayOnce(const std::string& line) {
  if (said_.insert(line).second)
    Say(line);
}

void Retention::Trust(const Checkpoint& checkpoint) {
  good_.insert(checkpoint.step);
  known_.clear();
  for (const Entry& entry : checkpoint.entries)
    known_.insert(KnownPlaceOf(entry));
}

// Later ones than the newest save are of a run that was taken back; they are no business of ours.
bool Retention::Find(const std::string& dir, std::uint64_t newest) {
  std::vector<std::uint64_t> steps;
  if (const int error = FindCommittedSteps(dir, steps)) {
    SayOnce("cannot remove old steps: " + dir + ": " + ErrorText(error));
    return false;
  }
  steps_.clear();
  for (const std::uint64_t step : steps) {
    if (step <= newest && broken_.count(step) == 0)
      steps_.insert(step);
  }
  return !steps_.empty();
}

// The best first; of equals the newer.
std::vector<std::uint64_t> Retention::Best(const std::string& dir) {
  const RetentionSettings& rules = GetSettings().retention;
  std::vector<std::pair<double, std::uint64_t>> ranked;
  for (const std::uint64_t step : rules.best > 0 ? steps_ : Steps()) {
    const auto [at, is_new] = values_.try_emplace(step);
    Checkpoint checkpoint;
    std::string why;
    if (is_new && LoadMeta(dir, StepName(step), checkpoint, why))
      at->second = MetricAt(dir, checkpoint, rules.metric);
    if (at->second)
      ranked.emplace_back(rules.is_high_good ? -*at->second : *at->second, step);
  }
  std::sort(ranked.begin(), ranked.end(),
            [](const auto& a, const auto& b) { return a.first != b.first ? a.first < b.first : a.second > b.second; });
  std::vector<std::uint64_t> best;
  for (std::size_t i = 0; i < ranked.size() && i < rules.best; ++i)
    best.push_back(ranked[i].second);
  return best;
}

Retention::Steps Retention::Wanted(const std::string& dir) {
  const RetentionSettings& rules = GetSettings().retention;
  const std::vector<std::uint64_t> best = Best(dir);
  Steps wanted(best.begin(), best.end());
  // --best alone keeps the newest one besides; a limit of bytes alone keeps all that it can.
  const std::uint64_t least = rules.best > 0 ? 1 : steps_.size();
  std::uint64_t newest = rules.keep > 0 ? rules.keep : least;
  for (auto at = steps_.rbegin(); at != steps_.rend(); ++at) {
    if (newest > 0 || IsMilestone(*at))
      wanted.insert(*at);
    newest -= newest > 0 ? 1 : 0;
  }
  return wanted;
}

// False: one of them is not, and does not count from now on.
bool Retention::AllGood(const std::string& dir, const Steps& wanted) {
  for (const std::uint64_t step : wanted) {
    Checkpoint checkpoint;
    std::string why;
    if (good_.count(step) != 0)
      continue;
    if (ReadBack(dir, step, checkpoint, why, known_)) {
      if (step == *steps_.rbegin())
        Trust(checkpoint);
      good_.insert(step);
      continue;
    }
    Say("step " + std::to_string(step) + " is not good, and older ones stay: " + why);
    broken_.insert(step);
    steps_.erase(step);
    return false;
  }
  return true;
}

// All but these, where one that is newer stays. False: something could not be removed.
bool Retention::Remove(const std::string& dir, const Steps& wanted) {
  Steps gone;
  std::set_difference(steps_.begin(), steps_.end(), wanted.begin(), wanted.end(), std::inserter(gone, gone.end()));
  for (const std::uint64_t step : broken_) {
    if (!wanted.empty() && step < *wanted.rbegin())
      gone.insert(step);
  }
  if (gone.empty())
    return true;
  std::string where;
  if (const int error = Prune(dir, gone, broken_, where)) {
    SayOnce("cannot remove old steps: " + where + ": " + ErrorText(error));
    return false;
  }
  for (const std::uint64_t step : gone) {
    steps_.erase(step);
    good_.erase(step);
    broken_.erase(step);
    values_.erase(step);
  }
  return true;
}

// The oldest go first, the best ones last.
void Retention::Shrink(const std::string& dir, Steps kept) {
  const std::uint64_t limit = GetSettings().retention.max_bytes;
  const std::vector<std::uint64_t> best = Best(dir);
  std::vector<std::uint64_t> victims;
  for (const std::uint64_t step : kept) {
    if (std::find(best.begin(), best.end(), step) == best.end())
      victims.push_back(step);
  }
  victims.insert(victims.end(), best.rbegin(), best.rend());
  const std::uint64_t newest = *kept.rbegin();
  for (const std::uint64_t victim : victims) {
    if (BytesOf(dir) <= limit)
      return;
    if (victim == newest || IsMilestone(victim))
      continue;
    kept.erase(victim);
    if (!Remove(dir, kept))
      return;
  }
  if (BytesOf(dir) > limit)
    SayOnce(dir + " is larger than --max-bytes, and holds nothing more that may go");
}

bool Retention::Apply(const std::string& dir, std::uint64_t newest) {
  const RetentionSettings& rules = GetSettings().retention;
  if (!rules.RemovesSomething() || !Find(dir, newest))
    return true;
  const bool is_too_large = rules.max_bytes > 0 && BytesOf(dir) > rules.max_bytes;
  Steps wanted = Wanted(dir);
  while (!wanted.empty() && (wanted.size() < steps_.size() || is_too_large) && !AllGood(dir, wanted))
    wanted = Wanted(dir);
  if (!wanted.empty() && Remove(dir, wanted) && is_too_large)
    Shrink(dir, wanted);
  return broken_.count(newest) == 0;
}

}  // namespace detrain::runtime
