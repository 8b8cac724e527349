// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What steps only read, in a trace with DETRAIN_HASH=all.
#ifndef DETRAIN_RUNTIME_SRC_INVARIANTS_H
#define DETRAIN_RUNTIME_SRC_INVARIANTS_H

#include <cstdint>
#include <vector>

#include "tensors.h"

namespace detrain::runtime {

// Whether the trace holds invariants at this boundary: at each one where that is cheap, which the first tells. Data
// sets of many blocks take longer to walk through than a step takes to compute, so they are hashed at the first
// boundary of a process, at those where it is stopped, and otherwise at the first 32 and sixteen times in each doubling
// of the step: what changes stays changed as a rule, and is found by the next of them.
bool AreInvariantsDue(std::uint64_t step);
// Of a boundary where they were due, what was gathered: for the rule above and for DETRAIN_REPORT.
void NoteInvariants(std::uint64_t step, const std::vector<Tensor>& tensors);

}  // namespace detrain::runtime

#endif
