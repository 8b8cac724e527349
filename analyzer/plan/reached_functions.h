// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions that `main` or the initialisers of statics lead to, whether called there or only named.
#ifndef DETRAIN_ANALYZER_PLAN_REACHED_FUNCTIONS_H
#define DETRAIN_ANALYZER_PLAN_REACHED_FUNCTIONS_H

#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "analyzer/plan/plan.h"
#include "analyzer/rir/rir.h"

namespace detrain::plan {

bool IsUsers(const rir::Function& function);  // not one of a library's headers

// Those with a body. The initialisers come first.
std::vector<const rir::Function*> ReachedFunctions(const rir::Module& module);

// Where the operations of those functions stand.
class ReachedPlaces {
 public:
  explicit ReachedPlaces(const rir::Module& module);
  // False: what stands there is never run.
  [[nodiscard]] bool MayContain(const Place& place) const;

 private:
  using Key = std::tuple<std::string, std::uint32_t, std::uint32_t>;
  std::set<Key> only_elsewhere_;  // in the other functions alone
};

}  // namespace detrain::plan

#endif
