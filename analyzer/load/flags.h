// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DETRAIN_ANALYZER_LOAD_FLAGS_H
#define DETRAIN_ANALYZER_LOAD_FLAGS_H

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace detrain::load {

// What of a compiler's arguments matters to parsing: without the compiler's name, inputs, and the flags that flags.def
// drops.
std::vector<std::string> ParsingFlags(std::span<const std::string> arguments);

// How many of `arguments` (at least one) the first one takes up, itself included.
std::size_t WidthOf(std::span<const std::string> arguments);

// Whether `argument` names a compiler rather than a flag or a source: "gcc", "/usr/bin/clang-22",
// "x86_64-linux-gnu-g++-12".
bool IsCompilerName(std::string_view argument);

}  // namespace detrain::load

#endif
