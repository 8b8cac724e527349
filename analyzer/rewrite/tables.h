// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DETRAIN_ANALYZER_REWRITE_TABLES_H
#define DETRAIN_ANALYZER_REWRITE_TABLES_H

#include <string>
#include <vector>

#include "analyzer/plan/plan.h"

namespace detrain::rewrite {

// The header that a rewritten file includes first: the hooks that fit the system headers it uses and, where
// `with_plan`, the plan as constant tables of runtime/include/detrain/detrain.h.
std::string GeneratedHeader(const plan::CheckpointPlan& plan, const std::string& guard,
                            const std::vector<std::string>& system_headers, bool with_plan);

}  // namespace detrain::rewrite

#endif
