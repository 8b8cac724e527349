// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What work on a GPU's streams does to memory that other streams use, too.
#ifndef DETRAIN_ANALYZER_TYPES_STREAMS_H
#define DETRAIN_ANALYZER_TYPES_STREAMS_H

#include <vector>

#include "analyzer/types/threads.h"

namespace detrain::types {

void JudgeStreams(const Flow& flow, Threads& threads);

}  // namespace detrain::types

#endif
