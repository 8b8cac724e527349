// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/driver/lsp/uri.h"

#include <cctype>
#include <charconv>

namespace detrain::driver::lsp {
namespace {

constexpr std::string_view kScheme = "file://";

bool IsPlain(char byte) {
  return std::isalnum(static_cast<unsigned char>(byte)) != 0 ||
         std::string_view("-._~/").find(byte) != std::string_view::npos;
}

}  // namespace

std::string PathOfUri(std::string_view uri) {
  if (!uri.starts_with(kScheme))
    return {};
  uri.remove_prefix(kScheme.size());
  uri.remove_prefix(uri.find('/') == std::string_view::npos ? uri.size() : uri.find('/'));  // a host
  std::string path;
  for (std::size_t at = 0; at < uri.size(); ++at) {
    unsigned value = 0;
    const char* const digits = uri.data() + at + 1;
    if (uri[at] == '%' && at + 2 < uri.size() && std::from_chars(digits, digits + 2, value, 16).ptr == digits + 2) {
      path += static_cast<char>(value);
      at += 2;
    } else {
      path += uri[at];
    }
  }
  return path;
}

std::string UriOfPath(std::string_view path) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  std::string uri(kScheme);
  for (const char byte : path) {
    const auto value = static_cast<unsigned char>(byte);
    if (IsPlain(byte))
      uri += byte;
    else
      uri.append(1, '%').append(1, digits[value >> 4U]).append(1, digits[value & 15U]);
  }
  return uri;
}

}  // namespace detrain::driver::lsp
