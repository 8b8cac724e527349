// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/base/location.h"

namespace detrain {

std::string ToString(const Location& location) {
  std::string text = location.file;
  if (location.IsKnown() && location.line != 0) {
    text += ":" + std::to_string(location.line);
    if (location.column != 0)
      text += ":" + std::to_string(location.column);
  }
  return text;
}

}  // namespace detrain
