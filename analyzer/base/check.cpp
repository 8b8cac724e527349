// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/base/check.h"

#include <cstdio>
#include <cstdlib>

namespace detrain {

void CheckFailed(std::string_view what, const std::source_location& where) {
  std::fprintf(stderr, "detrain: internal error: %.*s (%s:%u)\n", static_cast<int>(what.size()), what.data(),
               where.file_name(), static_cast<unsigned>(where.line()));
  std::abort();
}

}  // namespace detrain
