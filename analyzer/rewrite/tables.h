// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DETRAIN_ANALYZER_REWRITE_TABLES_H
#define DETRAIN_ANALYZER_REWRITE_TABLES_H

#include <string>

#include "analyzer/plan/plan.h"

namespace detrain::rewrite {

// The header that a rewritten file includes first: the system headers that it uses anyway and that declare functions
// which it calls and the runtime hooks, the hooks, and what its other insertions use. `has_tables`: also the plan as
// the constant tables of runtime/include/detrain/detrain.h, which exactly one unit holds. `macros`: lines of its own.
struct HeaderParts {
  std::string guard, hooks, macros;
  bool is_cxx = false, has_tables = false, changes_numbers = false;
};
std::string GeneratedHeader(const plan::CheckpointPlan& plan, const HeaderParts& parts);

// As a string literal of C.
std::string Quoted(const std::string& text);

}  // namespace detrain::rewrite

#endif
