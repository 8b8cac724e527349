// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DETRAIN_ANALYZER_LOAD_NVCC_TEXT_H
#define DETRAIN_ANALYZER_LOAD_NVCC_TEXT_H

#include <optional>
#include <string>
#include <string_view>

namespace detrain::load {

// nvcc takes three things that Clang does not: `k << <grid, block>> >(x)` for a launch; lists for its sizes,
// `k<<<{2, 2}, {32}>>>(x)`; and, because the host's preprocessor has been there before, a macro for a pragma (`#define
// UNROLL #pragma unroll`). The same text, byte for byte as long, with the brackets of such launches together, lists as
// `$(2, 2)` ($ is dim3 in cuda.compat.inc) where there is a blank whose place that can take, and such macros empty.
// Nothing: the text has none of them. Comments, strings and shifts stay as they are.
std::optional<std::string> AsNvccReads(std::string_view text);

}  // namespace detrain::load

#endif
