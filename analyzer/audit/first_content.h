// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory that the code before the step loop makes all alike.
#ifndef DETRAIN_ANALYZER_AUDIT_FIRST_CONTENT_H
#define DETRAIN_ANALYZER_AUDIT_FIRST_CONTENT_H

#include <optional>

#include "analyzer/audit/around.h"
#include "analyzer/flow/flow.h"

namespace detrain::audit {

// The number that the access stores, whatever runs before it; nothing: it may be several.
std::optional<double> StoredBy(const flow::Flow& flow, const flow::Access& access);

// The number that the memory holds at the top of the loop's first round, in all elements; nothing: it is not known.
std::optional<double> FirstContent(const flow::Flow& flow, const Around& around, flow::NodeId cell);

}  // namespace detrain::audit

#endif
