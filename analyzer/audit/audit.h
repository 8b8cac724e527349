// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Phase audit: the program's own save and load code against what lives from step to step. See docs/audit.md.
#ifndef DETRAIN_ANALYZER_AUDIT_AUDIT_H
#define DETRAIN_ANALYZER_AUDIT_AUDIT_H

#include <vector>

#include "analyzer/diag/diagnostic.h"
#include "analyzer/plan/plan.h"
#include "analyzer/rir/rir.h"

namespace detrain::audit {

struct Audited {
  std::vector<diag::Diagnostic> findings;  // in the order of their places
  bool has_loop = false;                   // a step loop was found
  bool has_save = false;                   // and code that writes state to a file
  bool is_truncated = false;               // flow::Flow::is_truncated
};

// `linked` is a whole program. `plan` is its plan, with places named as in `linked`; null: none could be made, and what
// lives from step to step is what the graph of types says (flow::StateOf).
Audited Audit(const rir::Module& linked, const plan::CheckpointPlan* plan);

}  // namespace detrain::audit

#endif
