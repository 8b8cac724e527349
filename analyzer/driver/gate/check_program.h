// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From compile commands to what the rules find, through the cache.
#ifndef DETRAIN_ANALYZER_DRIVER_GATE_CHECK_PROGRAM_H
#define DETRAIN_ANALYZER_DRIVER_GATE_CHECK_PROGRAM_H

#include <string>
#include <vector>

#include "analyzer/base/result.h"
#include "analyzer/diag/diagnostic.h"
#include "analyzer/driver/gate/lifted_unit.h"

namespace detrain::driver::gate {

struct Checked {
  std::vector<diag::Diagnostic> findings;  // sorted by place; each place and rule once, as grave as anywhere
  std::vector<diag::Diagnostic> remarks;   // not modelled, and the like
  std::vector<std::string> user_files;
  std::vector<Error> errors;  // of units that do not parse; nothing is found then
};

// The findings of all programs and parts that the commands make.
Checked CheckAll(const std::vector<load::Command>& commands, const LiftContext& context);

// The same, from the units on; nothing goes into the cache.
Checked CheckUnits(const std::vector<LiftedUnit>& units, const LiftContext& context);

// One finding for each rule and place, the gravest.
std::vector<diag::Diagnostic> Merged(std::vector<diag::Diagnostic> findings);

}  // namespace detrain::driver::gate

#endif
