// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What an OpenMP directive reduces, and its other clauses.
#ifndef DETRAIN_ANALYZER_REWRITE_SHARD_SUMS_H
#define DETRAIN_ANALYZER_REWRITE_SHARD_SUMS_H

#include <clang/AST/StmtOpenMP.h>

#include <optional>
#include <string>
#include <vector>

#include "analyzer/rewrite/shard_text.h"

namespace detrain::rewrite {

// A floating-point variable that threads reduce, by its name in the text.
struct Sum {
  std::string name;
  std::string op;       // + or *
  std::string element;  // of an array: "float" or "double"; empty: a number
  std::string length;   // of an array, in elements
};

struct Clauses {
  std::vector<Sum> sums;
  std::string kept;         // " shared(x) reduction(+ : count)"
  bool must_share = false;  // default(none)
};

bool IsFloat(clang::QualType type);
const clang::VarDecl* VariableOf(const clang::Expr* e);

// Clauses that say who does which iterations are not kept: the shards do. `drops_team`: num_threads and if neither.
// Nothing: one of them cannot be kept, or a sum has no shards of its own.
std::optional<Clauses> ReadClauses(const ShardText& text, const clang::OMPExecutableDirective& directive,
                                   const clang::Stmt& body, bool drops_team);

// What the rewritten construct says about its sums.
std::string Shares(const Clauses& clauses, bool has_additions);  // " shared(..)" where default(none) asks for it
std::string ShardStarts(const std::vector<Sum>& sums);           // at the top of a shard
std::string ShardEnds(const std::vector<Sum>& sums);             // at its end
std::string MergeOf(const Sum& sum, const std::string& count);   // of a number, behind all shards

}  // namespace detrain::rewrite

#endif
