// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What work on a GPU's streams does to memory that other streams use, too.
#ifndef DETRAIN_ANALYZER_TYPES_STREAMS_H
#define DETRAIN_ANALYZER_TYPES_STREAMS_H

#include <vector>

#include "analyzer/types/threads.h"

namespace detrain::types {

std::vector<StreamConflict> StreamConflictsOf(const Flow& flow);

}  // namespace detrain::types

#endif
