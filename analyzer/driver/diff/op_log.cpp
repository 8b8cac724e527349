// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/driver/diff/op_log.h"

#include <algorithm>
#include <cstring>
#include <span>
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

// One thread's log in two runs, walked side by side. Where a difference was found the walk stays, and goes on once its
// line is ignored: what lies behind was equal, and is so without that line.
class Walk {
 public:
  Walk(const std::vector<OpEvent>& a, const std::vector<OpEvent>& b) : a_(a), b_(b) {}

  // Where one log ends, or leaves the other's way, the line that comes first in the text is the one that decided, as a
  // loop that goes on stands in front of what follows it.
  std::optional<OpDifference> Next(const std::set<std::uint32_t>& ignored) {
    for (;; a_ = a_.subspan(1), b_ = b_.subspan(1)) {
      Skip(a_, ignored);
      Skip(b_, ignored);
      if (a_.empty() && b_.empty())
        return std::nullopt;
      if (a_.empty() || b_.empty() || a_[0].line != b_[0].line || a_[0].hash != b_[0].hash)
        break;
    }
    const OpEvent& left = a_.empty() ? b_[0] : a_[0];
    const OpEvent& right = b_.empty() ? a_[0] : b_[0];
    return OpDifference{.line = std::min(left.line, right.line),
                        .is_path = left.line != right.line || a_.empty() || b_.empty(),
                        .time = std::min(left.time, right.time)};
  }

 private:
  using Events = std::span<const OpEvent>;

  static void Skip(Events& events, const std::set<std::uint32_t>& ignored) {
    while (!events.empty() && ignored.contains(events[0].line))
      events = events.subspan(1);
  }

  Events a_, b_;
};

// A step of two logs, which outlive it: a walk for each thread of either.
std::map<std::string, Walk> WalksOf(const OpLog& a, const OpLog& b, std::uint64_t step) {
  static const std::vector<OpEvent> none;
  const auto events = [step](const OpLog& log, const std::string& thread) -> const std::vector<OpEvent>& {
    const auto found = log.At(step).find(thread);
    return found == log.At(step).end() ? none : found->second;
  };
  std::map<std::string, Walk> walks;
  for (const OpLog* log : {&a, &b})
    for (const auto& [thread, unused] : log->At(step))
      walks.emplace(thread, Walk(events(a, thread), events(b, thread)));
  return walks;
}

std::optional<OpDifference> Earliest(std::map<std::string, Walk>& walks, const std::set<std::uint32_t>& ignored) {
  std::optional<OpDifference> first;
  for (auto& [thread, walk] : walks) {
    auto difference = walk.Next(ignored);
    if (!difference)
      continue;
    difference->thread = thread;
    const bool is_worker_at_once = first && first->thread == "t0" && difference->time == first->time;
    if (!first || difference->time < first->time || is_worker_at_once)
      first = difference;
  }
  return first;
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
  auto walks = WalksOf(a, b, step);
  auto first = Earliest(walks, ignored);
  if (first)
    first->step = step;
  return first;
}

std::set<std::uint32_t> LinesThatDiffer(const OpLog& a, const OpLog& b, std::uint64_t step) {
  auto walks = WalksOf(a, b, step);
  std::set<std::uint32_t> lines;
  while (const auto difference = Earliest(walks, lines))
    lines.insert(difference->line);
  return lines;
}

}  // namespace detrain::driver::diff
