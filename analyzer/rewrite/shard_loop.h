// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The text of a loop that OpenMP cuts.
#ifndef DETRAIN_ANALYZER_REWRITE_SHARD_LOOP_H
#define DETRAIN_ANALYZER_REWRITE_SHARD_LOOP_H

#include <clang/AST/StmtOpenMP.h>

#include <optional>
#include <string>
#include <vector>

#include "analyzer/rewrite/shard_text.h"

namespace detrain::rewrite {

// `for (TYPE COUNTER = FIRST; COUNTER < END; COUNTER += STEP)`, as text.
struct Head {
  const clang::VarDecl* counter = nullptr;
  std::string first, end, compare, step, advance;
  bool is_outside = false;  // the counter is declared before the loop
};

// Where a directive's loop and its parts begin, in one file of the user's.
struct LoopPlaces {
  Spot begin, loop, body, end;
  bool is_block = false;  // the body has braces
};

struct LoopText : LoopPlaces {
  Head head;
  std::vector<const clang::VarDecl*> inner;  // counters of collapsed loops that are declared outside
};

const clang::ForStmt* LoopOf(const clang::OMPLoopDirective& directive);
// Those that `collapse` joins, outermost first. Empty: one of them is no plain `for`.
std::vector<const clang::ForStmt*> LoopsOf(const clang::OMPLoopDirective& directive);

// Nothing: a part of it comes out of a macro, or lies in another file.
std::optional<LoopPlaces> PlacesOf(const Unit& unit, const clang::OMPLoopDirective& directive,
                                   const clang::ForStmt& loop);

// Nothing: a part of it comes out of a macro, or it is no loop that counts integers.
std::optional<LoopText> ReadLoop(const ShardText& text, const clang::OMPLoopDirective& directive,
                                 const clang::ForStmt& loop);

}  // namespace detrain::rewrite

#endif
