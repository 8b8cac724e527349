// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the rewrites of parallel code share: pieces of the user's text, and edits that leave lines where they are.
#ifndef DETRAIN_ANALYZER_REWRITE_SHARD_TEXT_H
#define DETRAIN_ANALYZER_REWRITE_SHARD_TEXT_H

#include <clang/AST/Decl.h>

#include <string>

#include "analyzer/rewrite/weave.h"

namespace detrain::rewrite {

// The cause of these edits.
inline constexpr const char* kShards = "omp";

class ShardText {
 public:
  ShardText(Weave& weave, const Unit& unit) : weave_(weave), unit_(unit) {}

  // As Unit has them.
  std::string Text(clang::SourceLocation begin, clang::SourceLocation end) const { return unit_.Text(begin, end); }
  std::string TextOf(const clang::Expr* e) const { return unit_.TextOf(e); }
  std::string TypeOf(const clang::VarDecl& variable) const;
  // Lines keep their numbers, and what follows on the last one its column.
  void Replace(clang::SourceLocation at, const Spot& begin, unsigned end, std::string text);
  void Insert(const Spot& at, Rank rank, std::string text);
  void ChangesNumbers(clang::SourceLocation at, std::string message);
  // By lines, both ends included.
  bool IsBetween(const plan::Place& place, clang::SourceLocation first, clang::SourceLocation last) const;
  const Unit& unit() const { return unit_; }
  const plan::CheckpointPlan& plan() const { return weave_.plan; }

 private:
  Weave& weave_;
  const Unit& unit_;
};

}  // namespace detrain::rewrite

#endif
