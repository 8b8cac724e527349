// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DETRAIN_ANALYZER_DRIVER_LSP_URI_H
#define DETRAIN_ANALYZER_DRIVER_LSP_URI_H

#include <string>
#include <string_view>

namespace detrain::driver::lsp {

// "file:///a%20b.c" is "/a b.c"; empty for another scheme.
std::string PathOfUri(std::string_view uri);
std::string UriOfPath(std::string_view path);

}  // namespace detrain::driver::lsp

#endif
