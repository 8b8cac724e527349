// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A checkpoint against the plan of its run, as manifest.json has it: what the plan saves and the checkpoint holds, says
// to be absent, or lacks.
#ifndef DETRAIN_ANALYZER_DRIVER_INSPECT_AGAINST_PLAN_H
#define DETRAIN_ANALYZER_DRIVER_INSPECT_AGAINST_PLAN_H

#include <cstddef>
#include <string>
#include <vector>

#include "analyzer/base/result.h"
#include "analyzer/driver/step_folder.h"

namespace detrain::driver {

struct AbsentEntry {
  std::string path;
  std::string why;
};

struct PlanComparison {
  std::size_t held = 0;  // entries
  std::vector<AbsentEntry> absent;
  std::vector<std::string> missing;
};

// What the checkpoint itself says to be absent.
std::vector<AbsentEntry> AbsentIn(const StepFolder& folder);

// Error (kind Input): the run's folder has no manifest.json, or one without entries.
Result<PlanComparison> AgainstPlan(const StepFolder& folder);

}  // namespace detrain::driver

#endif
