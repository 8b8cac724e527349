// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory that no round of the step loop hands to the next, as far as the graph tells it.
#ifndef DETRAIN_ANALYZER_AUDIT_SETTLED_H
#define DETRAIN_ANALYZER_AUDIT_SETTLED_H

#include <functional>
#include <map>
#include <set>

#include "analyzer/audit/around.h"
#include "analyzer/audit/in_loop.h"
#include "analyzer/audit/leaves.h"

namespace detrain::audit {

struct Settled {
  flow::NodeId by = flow::kNone;  // what sets it
  bool is_after = false;          // set back, once it was used, to what the code before the loop made it; else anew
};

// Of `asked`, memory that every round writes before it reads it, or sets back at the end. The graph does not tell
// elements apart: a loop over some of them, or a bulk write, counts for all, where nothing chooses them that does not
// choose what is read as well. So this is no proof. A flag may be asked on the way (`if (!used) used = 1, n++`), where
// `is_idle` says of all that hangs on it that it goes nowhere.
std::map<LeafId, Settled> SettledIn(const flow::Flow& flow, const Leaves& leaves, const Around& around,
                                    const InLoop& in_loop, std::set<LeafId> asked,
                                    const std::function<bool(LeafId)>& is_idle);

}  // namespace detrain::audit

#endif
