// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DETRAIN_ANALYZER_FLOW_BEHIND_H
#define DETRAIN_ANALYZER_FLOW_BEHIND_H

#include <optional>

#include "analyzer/flow/flow.h"

namespace detrain::flow {

// What a conversion or a variable holds: a computation, or the counter of a loop. A variable that a loop leaves alone
// holds what it held before.
NodeId Behind(const Flow& flow, NodeId value);

// The one store to the variable that a load reads; nothing: there are several, or it reads something else.
struct OnlyStore {
  NodeId cell = kNone, store = kNone;
  const rir::StoreOp* op = nullptr;
};
std::optional<OnlyStore> OnlyStoreTo(const Flow& flow, NodeId load);

// The computation that the node is, where it is of that kind; else null.
const rir::ComputeOp* ComputeAt(const Flow& flow, NodeId value, rir::Opcode opcode);

}  // namespace detrain::flow

#endif
