// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a run's manifest keeps of its environment: variables that can change results, by a list of kinds, and those that
// were asked for by name before the loop. What looks like a secret is left out of both, as checkpoints are passed on.
#ifndef DETRAIN_RUNTIME_SRC_ENVIRONMENT_H
#define DETRAIN_RUNTIME_SRC_ENVIRONMENT_H

#include <string>

#include "json.h"

namespace detrain::runtime {

// By its name, or by what its value holds.
bool IsSecret(const std::string& name, const std::string& value);

// Names that begin as one of these are recorded; one that is not in the manifest was not set.
Json KindsOfVariables();

// Values by name; null for one that was asked for and not set. DETRAIN_ENVIRONMENT=none: nothing.
Json RecordedVariables();

}  // namespace detrain::runtime

#endif
