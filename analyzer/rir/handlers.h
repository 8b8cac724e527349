// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Handlers of exceptions that are not followed. Where a block begins that has one after which the program would go on
// stands, at the place of the handler:
//
//     %c = input arguments by catch       whether an exception comes is up to what the program is given
//     if %c { stop 4 abort by catch }       the rewritten program ends there
#ifndef DETRAIN_ANALYZER_RIR_HANDLERS_H
#define DETRAIN_ANALYZER_RIR_HANDLERS_H

#include <string_view>

namespace detrain::rir {

inline constexpr std::string_view kCatch = "catch";

}  // namespace detrain::rir

#endif
