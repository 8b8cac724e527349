// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the text form leaves out because it follows from the rest.
#ifndef DETRAIN_ANALYZER_RIR_DEFAULTS_H
#define DETRAIN_ANALYZER_RIR_DEFAULTS_H

#include <cstdint>
#include <string>

#include "analyzer/rir/rir.h"

namespace detrain::rir {

// One more than the highest value that an op of the function has as result, and than the highest loop id; 0 without
// any.
std::uint32_t CountValues(const Function& function);
std::uint32_t CountLoops(const Function& function);

// The file of locations inside `function` that name none.
FileId DefaultFile(const Function& function);

// "::x" of external linkage links as "x", what is static or hidden by its own name; locals and params take no part in
// linking: "".
std::string DefaultLinkName(const Region& region);

}  // namespace detrain::rir

#endif
