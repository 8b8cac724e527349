// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a load reads that is the same in every checkpoint of a run: a seed, a size, a counter that nothing counts up.
// State that is made of it is as new, and not brought back.
#ifndef DETRAIN_ANALYZER_AUDIT_FIXED_INPUT_H
#define DETRAIN_ANALYZER_AUDIT_FIXED_INPUT_H

#include <map>
#include <set>
#include <utility>
#include <vector>

#include "analyzer/audit/around.h"
#include "analyzer/audit/file_code.h"
#include "analyzer/audit/leaves.h"
#include "analyzer/flow/flow.h"

namespace detrain::audit {

// Inputs of the loads that read back what a save takes from memory that no step changes, and nothing else; with each
// the output that writes that, and the memory.
struct FixedInput {
  flow::NodeId output = flow::kNone, cell = flow::kNone;
};
std::map<flow::NodeId, FixedInput> FixedInputs(const flow::Flow& flow, const Leaves& leaves, const Around& around,
                                               const FileCode& code);

}  // namespace detrain::audit

#endif
