// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Regions of OpenMP whose threads write memory of one another, with nothing that orders them: they cannot be cut into
// shards without becoming another algorithm. Where the user asks for it such a region has one thread.
#ifndef DETRAIN_ANALYZER_REWRITE_IN_ORDER_H
#define DETRAIN_ANALYZER_REWRITE_IN_ORDER_H

#include <clang/AST/Stmt.h>

#include <set>

#include "analyzer/rewrite/weave.h"

namespace detrain::rewrite {

// The regions' directives, and all those that stand in the regions' text: nothing else need be written differently
// there. Errors: no region begins where one is asked for (Usage), or it comes out of a macro (Coverage).
Result<std::set<const clang::Stmt*>> WeaveInOrder(Weave& weave, const InOrder& in_order);

}  // namespace detrain::rewrite

#endif
