// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A loop over a range, written out: its iterator must have a name, as it is state.
#ifndef DETRAIN_ANALYZER_REWRITE_RANGE_H
#define DETRAIN_ANALYZER_REWRITE_RANGE_H

#include <clang/AST/StmtCXX.h>

#include <string>

#include "analyzer/rewrite/nest.h"

namespace detrain::rewrite {

// What is written for `for (auto& x : v) B`, level 3 of the nest:
//
//     { auto&& detrain_range_3 = v; auto detrain_at_3 = ..; auto detrain_end_3 = ..;      declarations
//       for (; TEST; ++detrain_at_3) {                                                  head(TEST)
//         auto& x = *detrain_at_3;                                                      element
//         B } }
struct WrittenRange {
  std::string declarations, test, increment, element;
  std::size_t lines = 0;  // over which the user's head goes, but for the first
};

// Error: the range's type hangs on a template's parameter, or a macro stands in the way.
Result<WrittenRange> WriteRange(const Level& level, std::size_t at);

// The name that a hidden variable of the loop has there; empty: it is none of the loop's.
std::string NameInRange(const Level& level, std::size_t at, const plan::Region& region);

}  // namespace detrain::rewrite

#endif
