// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How many digits of a number a C++ stream writes.
#ifndef DETRAIN_ANALYZER_AUDIT_STREAM_DIGITS_H
#define DETRAIN_ANALYZER_AUDIT_STREAM_DIGITS_H

#include <optional>

#include "analyzer/flow/flow.h"

namespace detrain::audit {

// Of an output: the most that any call of `precision` or std::setprecision that may come before it asks for; where
// there is none, the six of a new stream. Nothing: it is no `<<` of a floating-point number, or a call that is not
// followed may change how the stream writes.
std::optional<int> StreamDigits(const flow::Flow& flow, flow::NodeId output);

}  // namespace detrain::audit

#endif
