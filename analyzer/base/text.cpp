// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/base/text.h"

#include "analyzer/base/check.h"

namespace detrain {

std::string Substitute(std::string_view text, std::span<const std::string> arguments) {
  Check(arguments.size() >= PlaceholderCount(text), "too few arguments for a text");
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (PlaceholderCount(text.substr(i, 3)) == 0) {
      out += text[i];
      continue;
    }
    out += arguments[static_cast<std::size_t>(text[i + 1] - '0')];
    i += 2;
  }
  return out;
}

std::string Join(std::span<const std::string> parts, std::string_view separator) {
  std::string out;
  for (const std::string& part : parts) {
    if (&part != &parts.front())
      out += separator;
    out += part;
  }
  return out;
}

}  // namespace detrain
