// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Leaves one saved entry at a time as the code before the loop left it: where nothing changes, the entry may not be
// needed.
#include <algorithm>
#include <set>
#include <utility>

#include "analyzer/base/parallel.h"
#include "analyzer/diag/message.h"
#include "analyzer/driver/verify/entry_path.h"
#include "analyzer/driver/verify/verification.h"

namespace detrain::driver::verify {
namespace {

// The first thing besides the entry's own bytes that an ablated run did otherwise.
std::string Evidence(const Record& record, const Trace& reference, const std::string& entry, std::uint64_t from) {
  for (const auto& [step, expected] : reference.boundaries()) {
    const Boundary* found = step > from ? record.trace.Find(step) : nullptr;
    if (step > from && found == nullptr)
      return "step " + std::to_string(step) + " is not reached";
    for (const auto& [path, region] : expected) {
      if (step <= from || EntryPath(path) == entry)
        continue;
      const auto at = found->find(path);
      if (at == found->end() || at->second.hash != region.hash)
        return path + " differs at step " + std::to_string(step);
    }
  }
  const std::uint64_t last = reference.boundaries().rbegin()->first;
  return record.trace.Find(last + 1) != nullptr ? "it goes on behind step " + std::to_string(last) : "";
}

// "rank00003/w" is lost together with rank 0's.
bool IsOfOtherRank(const std::string& path) {
  return path.size() > 10 && path.starts_with("rank") && path[9] == '/';
}

// What DETRAIN_ABLATE takes: "model.m_memory" is the block, which brings its pointer along; "&data.in" are pointers
// that are state by themselves.
std::vector<std::string> LostNames(const Boundary& boundary) {
  std::set<std::string> contents, pointers;
  for (const auto& [path, region] : boundary)
    if (region.persistence != "invariant" && !IsOfOtherRank(path))
      (path.starts_with('&') ? pointers : contents).insert(EntryPath(path));
  std::vector<std::string> names(contents.begin(), contents.end());
  for (const std::string& pointer : pointers)
    if (!contents.contains(pointer))
      names.push_back("&" + pointer);
  return names;
}

}  // namespace

Result<void> Verification::RunAblations() {
  const std::vector<std::string> paths = LostNames(reference_.trace.boundaries().rbegin()->second);
  const std::vector<std::uint64_t> steps = AblationSteps(last());
  std::vector<std::optional<Result<Ablation>>> results(paths.size());
  progress_.Begin("ablations", paths.size());
  ParallelFor(settings_.jobs, paths.size(), [&](std::size_t i) {
    results[i] = Ablate(paths[i], steps);
    progress_.Advance();
  });
  if (interrupted)
    return diag::Fail<diag::Failure::Interrupted>({});
  std::size_t needless = 0;
  for (const auto& result : results) {
    if (!result->Ok())
      return result->error();
    needless += (*result)->is_necessary ? 0 : 1;
    if (!(*result)->was_lost)
      summary_.failures.push_back({"ablate", std::nullopt, (*result)->path, "was in no checkpoint that was tried"});
    summary_.ablations.push_back(**result);
  }
  Group group{"ablations", paths.size(), 0, "every saved entry is necessary"};
  group.good = "done";
  if (needless > 0)
    group.detail = std::to_string(needless) + " entries changed nothing, see below";
  summary_.groups.push_back(group);
  return {};
}

// In the middle, late, early: an entry that still has its first value in the middle may have another one later. At the
// end: what only the code after the loop reads.
std::vector<std::uint64_t> Verification::AblationSteps(std::uint64_t last) {
  std::vector<std::uint64_t> steps;
  for (const std::uint64_t step :
       {last / 2, last - last / 4, last / 4, last > 0 ? last - 1 : 0, std::uint64_t{1}, last})
    if (step <= last && std::find(steps.begin(), steps.end(), step) == steps.end())
      steps.push_back(step);
  return steps;
}

Result<Ablation> Verification::Ablate(const std::string& lost, const std::vector<std::uint64_t>& steps) const {
  const std::string path = EntryPath(lost);
  std::string tried;
  std::uint64_t entries = 0;
  for (const std::uint64_t step : steps) {
    DETRAIN_TRY(Loss loss, AblateAt(lost, step));
    entries += loss.entries;
    if (!loss.evidence.empty())
      return Ablation{path, true, std::move(loss.evidence), true};
    tried += (tried.empty() ? "nothing changed after its loss at step " : ", ") + std::to_string(step);
  }
  return Ablation{path, false, tried, entries > 0};
}

Result<Verification::Loss> Verification::AblateAt(const std::string& lost, std::uint64_t step) const {
  if (interrupted)
    return diag::Fail<diag::Failure::Interrupted>({});
  std::string folder = "ablate " + lost + " at " + std::to_string(step);
  std::replace(folder.begin(), folder.end(), '/', '_');
  DETRAIN_TRY(const Place place, lab_.MakePlace(folder));
  Request stop = FullRequest(folder);
  stop.variables["DETRAIN_STOP_AT"] = std::to_string(step);
  DETRAIN_TRY(const Record stopped, lab_.Execute(place, stop));
  if (!stopped.outcome.Succeeded())
    return diag::Fail<diag::Failure::RunFailed>({}, folder,
                                                stopped.outcome.Describe() + " " + stopped.FirstErrorLine());
  // Without what it has lost a run may never end. The time that it computes tells whatever else the machine does; one
  // that waits for ever computes nothing.
  Request resume{.name = folder};
  if (settings_.timeout == 0)
    resume.timeout = 30 + 20 * reference_.outcome.seconds;
  resume.cpu_seconds = 5 + static_cast<std::uint64_t>(20 * reference_.outcome.cpu_seconds);
  resume.variables["DETRAIN_EVERY"] = stop.variables["DETRAIN_EVERY"];
  resume.variables["DETRAIN_ABLATE"] = lost;
  resume.variables["DETRAIN_STEPS"] = std::to_string(settings_.steps.value_or(last() + 1));
  DETRAIN_TRY(const Record record, lab_.Execute(place, resume));
  lab_.Discard(place);
  std::string evidence = Evidence(record, reference_.trace, EntryPath(lost), step);
  std::uint64_t bytes = 0;
  if (const auto failure = CompareSeen(record, end_, bytes); failure && evidence.empty())
    evidence = failure->path.empty() ? failure->message : failure->path + " " + failure->message;
  return Loss{std::move(evidence), record.ablated};
}

}  // namespace detrain::driver::verify
