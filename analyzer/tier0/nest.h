// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How control comes from `main` to a loop: the calls and the loops around it, from the scopes of the flow graph.
#ifndef DETRAIN_ANALYZER_TIER0_NEST_H
#define DETRAIN_ANALYZER_TIER0_NEST_H

#include <optional>
#include <vector>

#include "analyzer/flow/flow.h"
#include "analyzer/rir/rir.h"

namespace detrain::tier0 {

struct Level {
  const rir::Function* function = nullptr;  // in which `op` stands
  const rir::Op* op = nullptr;              // a loop, or the call that leads to the next level
  bool is_loop = false;
  bool is_in_parallel = false;  // several threads may come here
};

// Outermost first, the loop itself last.
using Nest = std::vector<Level>;

// The operations on the way from a function's body to one of its operations: each stands in a block, and holds the
// next one.
struct Stop {
  rir::BlockId block = rir::kNone;
  std::size_t index = 0;
};

// The outermost first, `target` itself last; empty where the function does not hold it.
std::vector<Stop> StopsAt(const rir::Function& function, const rir::Op& target);

bool IsLoop(const rir::Op& op);
bool IsLoop(const flow::Scope& scope);
bool StartsThread(const rir::Op& op);

// Null where several ways lead to the scope, one of them starts a thread, or one goes through a function of a library.
std::optional<Nest> NestOf(const flow::Flow& flow, flow::ScopeId loop);

}  // namespace detrain::tier0

#endif
