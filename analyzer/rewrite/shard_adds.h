// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Additions that threads make to memory which they share, under `omp atomic` or in `omp critical`: those that can wait
// until all shards are done.
#ifndef DETRAIN_ANALYZER_REWRITE_SHARD_ADDS_H
#define DETRAIN_ANALYZER_REWRITE_SHARD_ADDS_H

#include <clang/AST/StmtOpenMP.h>

#include <optional>
#include <set>
#include <vector>

#include "analyzer/rewrite/shard_text.h"

namespace detrain::rewrite {

// `x += e` or `x -= e`.
struct Addition {
  const clang::OMPAtomicDirective* atomic = nullptr;  // nullptr: in a critical section, which stays
  const clang::CompoundAssignOperator* update = nullptr;
};

// Of the text below `body`, but for what lies in `done`, which has lists of its own. Nothing: an atomic addition there
// cannot wait, because its place is looked at besides, or its old value is used.
std::optional<std::vector<Addition>> FindAdditions(const ShardText& text,
                                                   const clang::OMPExecutableDirective& directive,
                                                   const clang::Stmt& body, const std::set<const clang::Stmt*>& done);

// The statement becomes a call; the pragma of an atomic one goes.
void MakeWait(ShardText& text, const Addition& addition);

}  // namespace detrain::rewrite

#endif
