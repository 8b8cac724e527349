// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A file of a phase's data folder that is built into the binary by embed.cmake, so that a tool that is copied somewhere
// does not lose what it knows.
#ifndef DETRAIN_ANALYZER_BASE_EMBEDDED_FILE_H
#define DETRAIN_ANALYZER_BASE_EMBEDDED_FILE_H

#include <string_view>

namespace detrain {

struct EmbeddedFile {
  std::string_view name;
  std::string_view text;
};

}  // namespace detrain

#endif
