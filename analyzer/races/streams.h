// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What work on a GPU's streams does to memory that other streams use, too.
#ifndef DETRAIN_ANALYZER_RACES_STREAMS_H
#define DETRAIN_ANALYZER_RACES_STREAMS_H

#include <vector>

#include "analyzer/races/threads.h"

namespace detrain::races {

void JudgeStreams(const flow::Flow& flow, Threads& threads);

}  // namespace detrain::races

#endif
