// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How large entries are, in numbers where the plan knows them and in the user's symbols where it does not.
#ifndef DETRAIN_ANALYZER_PLAN_ENTRY_SIZE_H
#define DETRAIN_ANALYZER_PLAN_ENTRY_SIZE_H

#include <span>
#include <string>

#include "analyzer/plan/plan.h"

namespace detrain::plan {

// "16 bytes", "4 * model.num_parameters bytes"; empty where nothing is known.
std::string SizeText(const Entry& entry);

// Of all saved ones together: "156 bytes + 12 * model.num_parameters bytes".
std::string TotalSizeText(std::span<const Entry> entries);

}  // namespace detrain::plan

#endif
