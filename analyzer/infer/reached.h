// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What something leads to at the top of an iteration. A block that nothing leads to is out of reach for good: what a
// later iteration reads in one of its kind stands in a block that this iteration has made.
#ifndef DETRAIN_ANALYZER_INFER_REACHED_H
#define DETRAIN_ANALYZER_INFER_REACHED_H

#include <functional>
#include <set>

#include "analyzer/infer/state.h"

namespace detrain::infer {

// The objects for which `is_root` holds, and those that a pointer leads to from there.
std::set<ObjectId> ReachedIn(const State& state, const std::function<bool(ObjectId)>& is_root);

}  // namespace detrain::infer

#endif
