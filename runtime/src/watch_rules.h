// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The file that DETRAIN_WATCH names: rules on saved regions and printed numbers (docs/watch.md).
#ifndef DETRAIN_RUNTIME_SRC_WATCH_RULES_H
#define DETRAIN_RUNTIME_SRC_WATCH_RULES_H

#include <cstdint>
#include <string>
#include <vector>

namespace detrain::runtime {

enum class WatchKind {
  Nan,        // an element is NaN or infinite
  Explode,    // the largest magnitude is above `above`
  Vanish,     // the largest magnitude is below `below`
  Unchanged,  // the same bytes for `steps`
  Stalled,    // no new least value, lower by more than `by`, for `steps`
  Dead,       // a share of more than `above` of the elements was zero at each boundary of `steps`
  Overfit     // the second has had no new least value for `steps`, and the first has had one since
};

// The name of a region's tensor, with `*` for any characters; of a printed number where it was written text:NAME.
struct WatchName {
  std::string pattern;
  bool is_text = false;

  [[nodiscard]] bool Matches(const std::string& name) const;
};

struct WatchRule {
  WatchKind kind = WatchKind::Nan;
  std::vector<WatchName> names;
  double above = 0;
  double below = 0;
  double by = 0;
  std::uint64_t steps = 0;
  bool saves = false;
  bool stops = false;
  unsigned line = 0;
  std::string word;  // of the kind, as it was written
};

struct WatchFile {
  std::uint64_t every = 1;  // boundaries
  std::vector<WatchRule> rules;
  std::vector<WatchName> plots;  // for the event file
};

// False with the line at fault, from 1, and why.
bool ParseWatch(const std::string& text, WatchFile& file, unsigned& line, std::string& why);

}  // namespace detrain::runtime

#endif
