// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DETRAIN_ANALYZER_BASE_BYTE_ORDER_MARK_H
#define DETRAIN_ANALYZER_BASE_BYTE_ORDER_MARK_H

#include <cstddef>
#include <string_view>

namespace detrain {

// The bytes of a mark with which UTF-8 text begins, 3 or 0. Compilers take it at the start of a file alone.
inline std::size_t ByteOrderMark(std::string_view text) {
  return text.starts_with("\xEF\xBB\xBF") ? 3 : 0;
}

}  // namespace detrain

#endif
