// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DETRAIN_ANALYZER_BASE_LOCATION_H
#define DETRAIN_ANALYZER_BASE_LOCATION_H

#include <compare>
#include <cstdint>
#include <string>

namespace detrain {

// A place in the user's source. Lines and columns count from 1; 0 means unknown, and an empty
// file means that the message has no place at all (a command line, a whole program).
struct Location {
  std::string file;
  std::uint32_t line = 0;
  std::uint32_t column = 0;

  bool IsKnown() const { return !file.empty(); }
  auto operator<=>(const Location&) const = default;
};

// "file:line:column", less what is unknown; empty for no place.
std::string ToString(const Location& location);

}  // namespace detrain

#endif
