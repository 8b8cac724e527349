// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The calls of a program that name their function, as far as `main` leads to them.
#ifndef DETRAIN_ANALYZER_TIER0_CALLS_H
#define DETRAIN_ANALYZER_TIER0_CALLS_H

#include <map>
#include <set>
#include <vector>

#include "analyzer/rir/rir.h"
#include "analyzer/tier0/nest.h"

namespace detrain::tier0 {

class Calls {
 public:
  explicit Calls(const rir::Module& module);

  // One nest for each way of calls from `main` to the loop. Empty where the function, or one that calls it, may be
  // called by a pointer, by itself, on another thread or before `main`, or where there are too many ways.
  [[nodiscard]] std::vector<Nest> NestsOf(const rir::Function& function, const rir::Op& loop) const;

 private:
  struct Site {
    const rir::Function* caller = nullptr;
    const rir::Op* call = nullptr;
  };
  bool AddWays(const rir::Function& function, const Nest& inside, std::set<const rir::Function*>& entered,
               std::vector<Nest>& ways) const;

  const rir::Module& module_;
  std::map<const rir::Function*, std::vector<Site>> sites_;
  std::set<const rir::Function*> named_otherwise_;  // by operands that are no callee
};

}  // namespace detrain::tier0

#endif
