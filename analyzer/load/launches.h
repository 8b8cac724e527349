// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DETRAIN_ANALYZER_LOAD_LAUNCHES_H
#define DETRAIN_ANALYZER_LOAD_LAUNCHES_H

#include <optional>
#include <string>
#include <string_view>

namespace detrain::load {

// nvcc takes `k << <grid, block>> >(x)` for a launch and Clang does not. The same text, byte for byte as long, with the
// brackets of such launches together: `k  <<<grid, block >>>(x)`. Nothing: the text has none. Comments, strings and
// shifts stay as they are.
std::optional<std::string> WithJoinedLaunches(std::string_view text);

}  // namespace detrain::load

#endif
