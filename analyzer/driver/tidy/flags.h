// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DETRAIN_ANALYZER_DRIVER_TIDY_FLAGS_H
#define DETRAIN_ANALYZER_DRIVER_TIDY_FLAGS_H

#include <string>
#include <vector>

namespace clang {
class Preprocessor;
}  // namespace clang

namespace detrain::driver::tidy {

// The flags that make Clang read a unit as clang-tidy reads it: its standard, macros and folders of headers, OpenMP,
// and how arithmetic may be changed. clang-tidy hands checks what it made of a command, not the command.
std::vector<std::string> FlagsOf(const clang::Preprocessor& preprocessor);

}  // namespace detrain::driver::tidy

#endif
