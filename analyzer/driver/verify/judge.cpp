// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/driver/verify/judge.h"

#include <algorithm>
#include <vector>

#include "analyzer/driver/options.h"

namespace detrain::driver::verify {
namespace {

std::string Shortened(const std::string& line) {
  constexpr std::size_t limit = 100;
  return line.size() <= limit ? line : line.substr(0, limit) + "...";
}

Failure FailureOf(const Record& run, const RegionDifference& difference) {
  return {run.name, difference.step, difference.path, difference.message};
}

// What a process that goes on at this boundary must have there. An invariant region that only a step makes (a
// function's static) is none of it before that step has run in this process, too.
Boundary ExpectedAtResume(const Boundary& expected, const Boundary& found, const Boundary& start) {
  Boundary result = expected;
  std::erase_if(result, [&](const auto& region) {
    return region.second.persistence == "invariant" && !start.contains(region.first) && !found.contains(region.first);
  });
  return result;
}

}  // namespace

std::optional<Failure> CompareOutcome(const Record& run, const Outcome& expected) {
  const Outcome& found = run.outcome;
  if (!found.timed_out && found.code == expected.code && found.signal == expected.signal)
    return std::nullopt;
  std::string message = found.Describe() + " instead of " + expected.Describe();
  if (!run.errors.empty())
    message += ": " + Shortened(run.FirstErrorLine());
  return Failure{run.name, std::nullopt, "", message};
}

Seen SeenIn(const Record& record) {
  return {record.text, record.files, record.outcome};
}

std::optional<Failure> CompareBoundaries(const Record& run, const Trace& reference, std::uint64_t first,
                                         std::uint64_t last, std::uint64_t& bytes) {
  if (const auto changed = FirstChangedInvariant(run.trace, reference))
    return FailureOf(run, *changed);
  for (const auto& [step, expected] : reference.boundaries()) {
    if (step < first || step > last)
      continue;
    const Boundary* found = run.trace.Find(step);
    if (found == nullptr && step == first && first > 0)
      continue;
    if (found == nullptr)
      return Failure{run.name, step, "",
                     run.trace.boundaries().empty() ? "the run left no trace" : "the boundary was not reached"};
    const Boundary& start = reference.boundaries().begin()->second;
    const bool is_resumed = step == first && first > 0;
    const Boundary there = is_resumed ? ExpectedAtResume(expected, *found, start) : expected;
    if (const auto difference = FirstDifference(step, *found, there, bytes))
      return FailureOf(run, *difference);
  }
  for (const auto& [step, boundary] : run.trace.boundaries())
    if (reference.Find(step) == nullptr)
      return Failure{run.name, step, "", "a boundary that the reference run does not have"};
  return std::nullopt;
}

std::string FirstTextDifference(const std::string& found, const std::string& expected) {
  if (found == expected)
    return "";
  const std::vector<std::string> found_lines = Split(found, '\n');
  const std::vector<std::string> expected_lines = Split(expected, '\n');
  const std::size_t shared = std::min(found_lines.size(), expected_lines.size());
  for (std::size_t i = 0; i < shared; ++i)
    if (found_lines[i] != expected_lines[i])
      return "line " + std::to_string(i + 1) + " is '" + Shortened(found_lines[i]) + "' instead of '" +
             Shortened(expected_lines[i]) + "'";
  return "has " + std::to_string(found_lines.size() - 1) + " lines instead of " +
         std::to_string(expected_lines.size() - 1);
}

std::optional<Failure> CompareSeen(const Record& run, const Seen& expected, std::uint64_t& bytes) {
  if (auto failure = CompareOutcome(run, expected.outcome))
    return failure;
  const std::string text = FirstTextDifference(run.text, expected.text);
  if (!text.empty())
    return Failure{run.name, std::nullopt, "(text)", text};
  bytes += expected.text.size();
  const std::vector<std::string> files = Differences(run.files, expected.files);
  if (!files.empty())
    return Failure{run.name, std::nullopt, "(file)", files.front()};
  for (const auto& [name, state] : expected.files)
    bytes += state.size;
  return std::nullopt;
}

std::optional<Failure> CompareRun(const Record& run, const Trace& reference, std::uint64_t first, std::uint64_t last,
                                  const Seen& expected, std::uint64_t& bytes) {
  auto boundaries = CompareBoundaries(run, reference, first, last, bytes);
  if (boundaries && !boundaries->path.empty())
    return boundaries;
  if (auto seen = CompareSeen(run, expected, bytes))
    return seen;
  return boundaries;
}

}  // namespace detrain::driver::verify
