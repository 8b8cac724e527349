// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DETRAIN_ANALYZER_BASE_TEXT_H
#define DETRAIN_ANALYZER_BASE_TEXT_H

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace detrain {

// How many arguments a template of Substitute takes: one more than its highest {N}.
constexpr std::size_t PlaceholderCount(std::string_view text) {
  std::size_t count = 0;
  for (std::size_t i = 0; i + 2 < text.size(); ++i)
    if (text[i] == '{' && text[i + 1] >= '0' && text[i + 1] <= '9' && text[i + 2] == '}') {
      const auto needed = static_cast<std::size_t>(text[i + 1] - '0') + 1;
      count = needed > count ? needed : count;
    }
  return count;
}

// Replaces {0} to {9} by the arguments; every other brace stays as it is.
std::string Substitute(std::string_view text, std::span<const std::string> arguments);

std::string Join(std::span<const std::string> parts, std::string_view separator);

}  // namespace detrain

#endif
