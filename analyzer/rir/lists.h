// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The array behind a variable of type std::initializer_list is a variable of its own: `rates.list`.
#ifndef DETRAIN_ANALYZER_RIR_LISTS_H
#define DETRAIN_ANALYZER_RIR_LISTS_H

#include <string_view>

namespace detrain::rir {

inline constexpr std::string_view kList = ".list";

}  // namespace detrain::rir

#endif
