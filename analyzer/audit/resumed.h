// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Flags that tell whether a run has been resumed: they are meant to differ from those of a run that was not.
#ifndef DETRAIN_ANALYZER_AUDIT_RESUMED_H
#define DETRAIN_ANALYZER_AUDIT_RESUMED_H

#include <set>
#include <vector>

#include "analyzer/audit/around.h"
#include "analyzer/audit/file_code.h"
#include "analyzer/audit/leaves.h"

namespace detrain::audit {

// Leaves whose value before the loop decides whether one of these loads runs. What steps make of them is not looked at.
std::set<LeafId> DecideOnLoad(const flow::Flow& flow, const Leaves& leaves, const Around& around,
                              const std::vector<FileUse>& loads);

}  // namespace detrain::audit

#endif
