// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers that follow from numbers.
#ifndef DETRAIN_ANALYZER_FLOW_FOLD_H
#define DETRAIN_ANALYZER_FLOW_FOLD_H

#include <optional>
#include <span>

#include "analyzer/rir/rir.h"

namespace detrain::flow {

// A number as far as it is known.
using Known = std::optional<double>;

// Whether it is known of both, and the same; NaN is the same as NaN.
bool AreSame(const Known& a, const Known& b);

// What the operation makes of these: comparisons, logic, conversions that lose nothing, NaN and the questions for it;
// nothing of all else, as sums round. One argument may do: `0 && x`.
Known Folded(const rir::Module& module, const rir::Op& op, std::span<const Known> args);

}  // namespace detrain::flow

#endif
