// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/plan/hash.h"

#include <algorithm>
#include <cstdio>

namespace detrain::plan {

const char* Text(Persistence persistence) {
  static const char* const kTexts[] = {
#define DETRAIN_PERSISTENCE(Name, Text, Saved) Text,
#include "analyzer/plan/persistence.def"
  };
  return kTexts[static_cast<int>(persistence)];
}

bool IsSaved(const Region& region) {
  return std::ranges::any_of(region.leaves, [](const Leaf& leaf) { return IsSaved(leaf.persistence); });
}

bool IsSaved(Persistence persistence) {
  static const bool kSaved[] = {
#define DETRAIN_PERSISTENCE(Name, Text, Saved) Saved,
#include "analyzer/plan/persistence.def"
  };
  return kSaved[static_cast<int>(persistence)];
}

std::string HashOf(const CheckpointPlan& plan) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  auto mix = [&](const std::string& text) {
    for (const char c : text + "\n")
      hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  };
  if (plan.block_alignment != 0)  // places in blocks hang on it
    mix(std::to_string(plan.block_alignment));
  if (plan.fixed_heap)
    mix("fixed heap");
  ForEachLoop(plan, [&](const CheckpointPlan& loop) {
    mix(std::to_string(loop.loop_number) + loop.step_loop.function);
    for (const Entry& e : loop.entries) {
      mix(e.path + "|" + e.type + "|" + e.extent + "|" + Text(e.persistence));
      for (const std::string& condition : e.conditions)
        mix(condition);
    }
  });
  char out[17];
  std::snprintf(out, sizeof out, "%016llx", static_cast<unsigned long long>(hash));
  return out;
}

}  // namespace detrain::plan
