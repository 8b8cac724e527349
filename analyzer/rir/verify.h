// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DETRAIN_ANALYZER_RIR_VERIFY_H
#define DETRAIN_ANALYZER_RIR_VERIFY_H

#include <string>
#include <string_view>
#include <vector>

#include "analyzer/base/location.h"
#include "analyzer/base/result.h"
#include "analyzer/rir/rir.h"

namespace detrain::rir {

// A rule of docs/rir.md that a module breaks.
struct Problem {
  detrain::Location location;  // in the user's source: of the op, or of the declaration
  std::string message;         // what is wrong, with the names of the text form
};

// All problems of a module, in the order of its text; none: the module is well formed. Never fails, whatever the module
// holds; what a problem means for the caller is the caller's business. Ids that lead nowhere are problems, so whoever
// reads a module without problems may index by them.
std::vector<Problem> Verify(const Module& module);

// Parse, and an error where the module has problems: for texts that come from outside.
Result<Module> ParseVerified(std::string_view text, const std::string& name);

}  // namespace detrain::rir

#endif
