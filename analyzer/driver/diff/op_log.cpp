// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/driver/diff/op_log.h"

#include <algorithm>
#include <cstring>
#include <system_error>

#include "analyzer/base/file.h"
#include "analyzer/driver/options.h"

namespace detrain::driver::diff {
namespace {

namespace fs = std::filesystem;

std::vector<OpEvent> EventsIn(const std::string& bytes) {
  std::vector<OpEvent> events(bytes.size() / sizeof(OpEvent));
  if (!events.empty())
    std::memcpy(events.data(), bytes.data(), events.size() * sizeof(OpEvent));
  return events;
}

std::vector<OpEvent> Without(const std::vector<OpEvent>& events, const std::set<std::uint32_t>& ignored) {
  std::vector<OpEvent> kept;
  std::ranges::copy_if(events, std::back_inserter(kept),
                       [&](const OpEvent& event) { return !ignored.contains(event.line); });
  return kept;
}

// Where one log ends, or leaves the other's way, the line that comes first in the text is the one that decided, as a
// loop that goes on stands in front of what follows it.
std::optional<OpDifference> FirstIn(const std::vector<OpEvent>& a, const std::vector<OpEvent>& b) {
  const auto [x, y] = std::ranges::mismatch(
      a, b, [](const OpEvent& one, const OpEvent& other) { return one.line == other.line && one.hash == other.hash; });
  if (x == a.end() && y == b.end())
    return std::nullopt;
  const OpEvent& left = x == a.end() ? *y : *x;
  const OpEvent& right = y == b.end() ? *x : *y;
  return OpDifference{.line = std::min(left.line, right.line),
                      .is_path = left.line != right.line || x == a.end() || y == b.end(),
                      .time = std::min(left.time, right.time)};
}

}  // namespace

OpLog OpLog::Read(const fs::path& folder) {
  OpLog log;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    const std::string name = entry.path().filename().string();
    const Result<std::string> bytes = ReadFile(entry.path().string());
    const std::size_t dot = name.find('.');
    if (bytes && name == "files") {
      for (const std::string& line : Split(*bytes, '\n'))
        if (const std::size_t tab = line.find('\t'); tab != std::string::npos)
          log.files_[static_cast<std::uint32_t>(ParseNumber(line.substr(0, tab)).value_or(0))] = line.substr(tab + 1);
    } else if (const auto step = ParseNumber(name.substr(0, dot)); bytes && step && dot != std::string::npos) {
      log.steps_[static_cast<std::uint64_t>(*step)][name.substr(dot + 1)] = EventsIn(*bytes);
    }
  }
  return log;
}

std::set<std::uint64_t> OpLog::Steps() const {
  std::set<std::uint64_t> steps;
  for (const auto& [step, threads] : steps_)
    steps.insert(step);
  return steps;
}

const std::map<std::string, std::vector<OpEvent>>& OpLog::At(std::uint64_t step) const {
  static const std::map<std::string, std::vector<OpEvent>> none;
  const auto found = steps_.find(step);
  return found == steps_.end() ? none : found->second;
}

std::string OpLog::FileOf(std::uint32_t line) const {
  const auto found = files_.find(line >> 20U);
  return found == files_.end() ? "?" : found->second;
}

std::optional<OpDifference> FirstOpDifference(const OpLog& a, const OpLog& b, std::uint64_t step,
                                              const std::set<std::uint32_t>& ignored) {
  static const std::vector<OpEvent> none;
  std::set<std::string> threads;
  for (const OpLog* log : {&a, &b})
    for (const auto& [thread, events] : log->At(step))
      threads.insert(thread);
  std::optional<OpDifference> first;
  for (const std::string& thread : threads) {
    const auto of = [&](const OpLog& log) -> const std::vector<OpEvent>& {
      const auto found = log.At(step).find(thread);
      return found == log.At(step).end() ? none : found->second;
    };
    auto difference = FirstIn(Without(of(a), ignored), Without(of(b), ignored));
    if (!difference)
      continue;
    difference->step = step;
    difference->thread = thread;
    const bool is_worker_at_once = first && first->thread == "t0" && difference->time == first->time;
    if (!first || difference->time < first->time || is_worker_at_once)
      first = difference;
  }
  return first;
}

std::set<std::uint32_t> LinesThatDiffer(const OpLog& a, const OpLog& b, std::uint64_t step) {
  std::set<std::uint32_t> lines;
  while (const auto difference = FirstOpDifference(a, b, step, lines))
    lines.insert(difference->line);
  return lines;
}

}  // namespace detrain::driver::diff
