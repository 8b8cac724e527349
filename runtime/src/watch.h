// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Looks at the state at boundaries, where DETRAIN_WATCH names a file of rules (docs/watch.md).
#ifndef DETRAIN_RUNTIME_SRC_WATCH_H
#define DETRAIN_RUNTIME_SRC_WATCH_H

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tensors.h"
#include "watch_rules.h"

namespace detrain::runtime {

// What came of a look.
struct Findings {
  std::vector<std::string> lines;  // for people: those that did not hold at the last look
  bool saves = false;
  bool stops = false;
};

// The rules with what they remember. No file is read or written here.
class Watch {
 public:
  explicit Watch(WatchFile file) : file_(std::move(file)) {}

  [[nodiscard]] const WatchFile& file() const { return file_; }
  [[nodiscard]] bool IsDue(std::uint64_t step) const { return step % file_.every == 0; }

  // `text`: what has been printed since the last look.
  Findings Look(std::uint64_t step, const std::vector<Tensor>& tensors, const std::string& text);

  // Values of what is to be plotted, as of the last look: tag, value.
  std::vector<std::pair<std::string, float>> Plots(const std::vector<Tensor>& tensors, const std::string& text) const;

 private:
  // Of one rule and one name.
  struct Memory {
    bool holds = false;
    bool has_best = false;
    double best = 0;
    std::uint64_t since = 0;  // the step of `best`, of the last change, or of the window's begin
    std::uint64_t hash = 0;
    std::vector<bool> alive;  // elements that were not zero in this window
  };
  struct Seen {
    std::string name;
    const Tensor* tensor = nullptr;  // null: a printed number
    std::optional<double> value;
  };

  std::vector<Seen> Find(const WatchName& name, const std::vector<Tensor>& tensors, const std::string& text) const;
  std::string WhyFound(const WatchRule& rule, Memory& memory, const Seen& seen, std::uint64_t step);
  std::string WhyOverfit(const WatchRule& rule, std::size_t number, const std::vector<Tensor>& tensors,
                         const std::string& text, std::uint64_t step);
  void Note(const WatchRule& rule, const std::string& name, Memory& memory, const std::string& why, std::uint64_t step,
            Findings& findings);

  WatchFile file_;
  std::map<std::pair<std::size_t, std::string>, Memory> memories_;  // by rule and name
  std::map<std::size_t, bool> is_met_;                              // by rule: whether its name was ever found
};

// --- the process's own ---

// Reads the file; ends the process with code 2 and its line where it is not understood.
void StartWatch();
// The first boundary is reached: what has been printed so far is of no step.
void StartLooking();
bool IsWatched(std::uint64_t step);
// What is to be done besides what is said, written to DIR/watch.jsonl and plotted here.
Findings WatchBoundary(std::uint64_t step, const std::vector<Tensor>& tensors);
// Ends the process with code 1 once all saves are durable; `detrain run` does not start it again.
[[noreturn]] void LeaveWatched();

}  // namespace detrain::runtime

#endif
