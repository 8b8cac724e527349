// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DETRAIN_ANALYZER_CATALOG_EXPRESSION_H
#define DETRAIN_ANALYZER_CATALOG_EXPRESSION_H

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "analyzer/catalog/catalog.h"

namespace detrain::catalog {

// Parses a row's expression; the grammar is C's, less what docs/catalog.md does not list. Names that are no parameter
// are results of earlier effects: `known` lists them. On failure `problem` says why.
std::optional<Expr> ParseExpr(std::string_view text, std::span<const std::string> parameters,
                              std::span<const std::string> known, std::string& problem);

}  // namespace detrain::catalog

#endif
