// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Several ways to one loop: its function is called from several places. The calls are told apart where the ways part;
// behind that the code is one, and asks for the plan of the way that it is on.
#include <algorithm>
#include <utility>

#include "analyzer/rewrite/weave.h"

namespace detrain::rewrite {

namespace {

bool AreOne(const Level& a, const Level& b) {
  return a.unit == b.unit && a.statement == b.statement && a.call == b.call;
}

// How many levels, from the loop outwards, both have: those of whole functions.
std::size_t CountShared(const std::vector<Level>& a, const std::vector<Level>& b) {
  std::size_t count = 0;
  for (std::size_t i = 1; i <= std::min(a.size(), b.size()) && AreOne(a[a.size() - i], b[b.size() - i]); ++i)
    if (a[a.size() - i].is_first_of_function && b[b.size() - i].is_first_of_function)
      count = i;
  return count;
}

// Ways that have one level.
class SharedLevel {
 public:
  SharedLevel(std::vector<Weave>& weaves, std::size_t way, std::size_t from_end)
      : weaves_(weaves), from_end_(from_end) {
    for (std::size_t other = 0; other < weaves.size(); ++other)
      if (other == way || CountShared(weaves[way].levels, weaves[other].levels) >= from_end)
        ways_.push_back(other);
  }

  [[nodiscard]] bool IsFirst(std::size_t way) const { return ways_[0] == way; }
  [[nodiscard]] std::size_t size() const { return ways_.size(); }

  void Settle() {
    const std::string resuming = Resuming();
    const bool is_under_loop = std::ranges::any_of(ways_, [&](std::size_t way) { return LevelOf(way).is_under_loop; });
    for (const std::size_t way : ways_) {
      Level& level = LevelOf(way);
      level.is_shared = true;
      level.is_under_loop = is_under_loop;
      level.resuming = resuming;
      if (way == ways_[0])
        continue;
      level.number = LevelOf(ways_[0]).number;
      level.woven_for = std::pair(ways_[0], weaves_[ways_[0]].levels.size() - from_end_);
    }
  }

 private:
  Level& LevelOf(std::size_t way) const { return weaves_[way].levels[weaves_[way].levels.size() - from_end_]; }

  // What stands in front of a level may be skipped on one way and not on another.
  [[nodiscard]] std::string Resuming() const {
    std::string text;
    std::size_t skipping = 0;
    for (const std::size_t way : ways_) {
      if (!LevelOf(way).is_under_loop)
        continue;
      text += (skipping++ == 0 ? "" : " || ") + ("detrain_resuming_in(" + weaves_[way].PlanName() + ")");
    }
    if (skipping == ways_.size())
      return "";
    return skipping > 1 ? "(" + text + ")" : text;
  }

  std::vector<Weave>& weaves_;
  std::size_t from_end_;
  std::vector<std::size_t> ways_;
};

// Each way must have a level of its own, where it tells that it is taken.
Result<void> CheckParting(const std::vector<Weave>& weaves, const std::vector<Level>& levels) {
  for (const Weave& other : weaves) {
    if (&other.levels == &levels || !AreOne(other.levels.back(), levels.back()))
      continue;
    const std::size_t count = CountShared(levels, other.levels);
    if (count == 0 || count == levels.size() || count == other.levels.size())
      return NotCovered(levels.back().place,
                        "several ways that lead to this loop part inside a library; call its function from the "
                        "program, in statements of their own");
  }
  return {};
}

void Append(const Binds& from, std::size_t from_level, Binds& to, std::size_t to_level) {
  to.early[to_level] += from.early[from_level];
  to.before[to_level] += from.before[from_level];
  to.in_test[to_level] += from.in_test[from_level];
  std::vector<Stop>& stops = to.at[to_level];
  stops.insert(stops.end(), from.at[from_level].begin(), from.at[from_level].end());
  std::ranges::stable_sort(stops, {}, [](const Stop& stop) { return stop.at.offset; });
}

}  // namespace

Result<void> ShareLevels(std::vector<Weave>& weaves) {
  for (std::size_t way = 0; way < weaves.size(); ++way) {
    DETRAIN_TRY_VOID(CheckParting(weaves, weaves[way].levels));
    for (std::size_t from_end = 1; from_end <= weaves[way].levels.size(); ++from_end)
      if (SharedLevel level(weaves, way, from_end); level.size() > 1 && level.IsFirst(way))
        level.Settle();
  }
  return {};
}

void ShareBinds(const std::vector<Weave>& weaves, std::vector<Binds>& binds) {
  for (std::size_t way = 0; way < weaves.size(); ++way)
    for (std::size_t at = 0; at < weaves[way].levels.size(); ++at)
      if (const auto& first = weaves[way].levels[at].woven_for)
        Append(binds[way], at, binds[first->first], first->second);
}

}  // namespace detrain::rewrite
