// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DETRAIN_ANALYZER_BASE_CHECK_H
#define DETRAIN_ANALYZER_BASE_CHECK_H

#include <source_location>
#include <string_view>

namespace detrain {

// Reports a broken invariant of detrain itself on stderr and aborts.
[[noreturn]] void CheckFailed(std::string_view what, const std::source_location& where);

// For what only a bug in detrain can break; always on, because a wrong plan is worse than none.
// What a user can cause is an Error, never a Check.
inline void Check(bool holds, std::string_view what,
                  const std::source_location& where = std::source_location::current()) {
  if (!holds) [[unlikely]]
    CheckFailed(what, where);
}

}  // namespace detrain

#endif
