// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DETRAIN_ANALYZER_BASE_FILE_H
#define DETRAIN_ANALYZER_BASE_FILE_H

#include <string>
#include <string_view>

#include "analyzer/base/result.h"

namespace detrain {

// The whole file, byte for byte. A folder is an error, as is what cannot be read.
Result<std::string> ReadFile(const std::string& path);

// Puts `bytes` at `path` in one step: either the old file stays, or the new one is complete. A
// full disk and a read-only folder are errors and leave nothing behind.
Result<void> WriteFileAtomically(const std::string& path, std::string_view bytes);

// Whether two names may mean one file: they are the same, or one of them is the end of the other's path.
bool IsSameFile(std::string_view a, std::string_view b);

}  // namespace detrain

#endif
