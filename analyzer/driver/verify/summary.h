// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a verification found, before it is printed.
#ifndef DETRAIN_ANALYZER_DRIVER_VERIFY_SUMMARY_H
#define DETRAIN_ANALYZER_DRIVER_VERIFY_SUMMARY_H

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "analyzer/driver/verify/settings.h"

namespace detrain::driver::verify {

struct Failure {
  std::string run;                    // "kill at step 7, resumed"
  std::optional<std::uint64_t> step;  // boundary at which it shows
  std::string path;                   // region or file; may be empty
  std::string message;
};

// Runs of one kind.
struct Group {
  std::string name;
  std::size_t runs = 0;
  std::size_t failed = 0;
  std::string detail;
  std::string good = "equal";  // what the table says where nothing failed
};

struct Ablation {
  std::string path;
  bool is_necessary = false;
  std::string evidence;  // what changed, or what was tried
  bool was_lost = true;  // false: no run had it to lose, so nothing is known
};

struct Summary {
  std::size_t boundaries = 0;
  std::size_t saved_regions = 0;
  std::uint64_t saved_bytes = 0;
  std::size_t invariant_regions = 0;
  std::size_t written_files = 0;
  std::uint64_t text_bytes = 0;
  std::uint64_t bytes_compared = 0;
  std::map<std::string, std::uint64_t> poisoned;  // bytes by entry, over all runs
  bool has_unsaved = true;                        // false: the plan saves all that is alive
  std::vector<Group> groups;
  std::vector<Ablation> ablations;
  std::vector<std::string> notes;
  std::vector<Failure> failures;
  double seconds = 0;

  std::uint64_t BytesPoisoned() const;
  bool Passed() const { return failures.empty(); }
};

std::string PrintText(const Summary& summary, const Settings& settings, bool color);
std::string PrintJson(const Summary& summary, const Settings& settings);

}  // namespace detrain::driver::verify

#endif
