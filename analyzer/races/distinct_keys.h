// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Keys of which a library has left one each: what a sum by key, or `unique`, makes of keys that are in an order.
#ifndef DETRAIN_ANALYZER_RACES_DISTINCT_KEYS_H
#define DETRAIN_ANALYZER_RACES_DISTINCT_KEYS_H

#include "analyzer/flow/flow.h"

namespace detrain::races {

// Whether no two elements of the array that the load reads are one key: each is the first of a run of equal ones, and
// equal keys lie beside one another, as they were sorted or stored in an order. Keys that come from outside are taken
// for sorted; keys that the program computes by other ways than such a one (`i * 29 % 64`) are not.
bool AreDistinctKeys(const flow::Flow& flow, flow::NodeId load);

}  // namespace detrain::races

#endif
