// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Findings that are known and accepted for now: a file in the repository, schema detrain-baseline/1.
#ifndef DETRAIN_ANALYZER_DRIVER_GATE_BASELINE_H
#define DETRAIN_ANALYZER_DRIVER_GATE_BASELINE_H

#include <set>
#include <string>
#include <vector>

#include "analyzer/base/result.h"
#include "analyzer/driver/gate/fingerprint.h"

namespace detrain::driver::gate {

using Baseline = std::set<std::string>;  // fingerprints

// Errors (Usage): no such file, no baseline.
Result<Baseline> ReadBaseline(const std::string& path);

// Replaces the file. What a reader of a diff wants to know stands beside each fingerprint, but no line number: moved
// code changes nothing here.
Result<void> WriteBaseline(const std::string& path, const std::vector<Finding>& findings, const Sources& sources);

// Adds one finding to the file, which may not be there yet.
Result<void> AddToBaseline(const std::string& path, const Finding& finding, const Sources& sources);

}  // namespace detrain::driver::gate

#endif
