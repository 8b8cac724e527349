// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where the text of an OpenMP directive stands.
#ifndef DETRAIN_ANALYZER_REWRITE_PRAGMA_TEXT_H
#define DETRAIN_ANALYZER_REWRITE_PRAGMA_TEXT_H

#include <clang/AST/StmtOpenMP.h>

#include <optional>
#include <string>

#include "analyzer/rewrite/edits.h"
#include "analyzer/rewrite/nest.h"

namespace detrain::rewrite {

struct PragmaText {
  Spot begin;                // of its `#`
  unsigned behind_name = 0;  // the offset behind `#pragma omp parallel for`
  std::string words;         // "critical(table)": what stands behind `omp`, on one line
};

// Behind `parallel for simd`: the words may stand on several lines, and comments among them.
unsigned BehindName(const Unit& unit, const clang::OMPExecutableDirective& directive, const Spot& begin);

// Nothing: it comes out of a macro.
std::optional<PragmaText> PragmaOf(const Unit& unit, const clang::OMPExecutableDirective& directive);

}  // namespace detrain::rewrite

#endif
