// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a load sets without reading it: `model->is_first_step = false`.
#ifndef DETRAIN_ANALYZER_AUDIT_SET_ON_LOAD_H
#define DETRAIN_ANALYZER_AUDIT_SET_ON_LOAD_H

#include <map>
#include <set>

#include "analyzer/audit/context.h"
#include "analyzer/audit/in_loop.h"

namespace detrain::audit {

// Of `asked`, what the code before the loop sets whenever it loads, and to the one number that steps set it to; with
// the store that does so. A step that does not set it may leave it otherwise, but not because of a count of steps,
// unless the first one leads there: so much is asked of the branches around the steps' stores.
std::map<LeafId, flow::NodeId> SetOnLoad(const Context& context, const InLoop& in_loop, const std::set<LeafId>& asked);

}  // namespace detrain::audit

#endif
