// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DETRAIN_ANALYZER_RIR_PARSE_H
#define DETRAIN_ANALYZER_RIR_PARSE_H

#include <string>
#include <string_view>

#include "analyzer/base/result.h"
#include "analyzer/rir/rir.h"

namespace detrain::rir {

// Reads the text form (docs/rir.md). `name` stands for the text in errors, which carry line and column of the first
// thing that is wrong. A module that parses can still break rules of RIR: see verify.h.
Result<Module> Parse(std::string_view text, std::string name);

}  // namespace detrain::rir

#endif
