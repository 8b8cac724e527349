// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Collects edits in any order and hands them out sorted, without doubles and without overlaps.
#ifndef DETRAIN_ANALYZER_REWRITE_EDITS_H
#define DETRAIN_ANALYZER_REWRITE_EDITS_H

#include <string>
#include <vector>

#include "analyzer/base/result.h"
#include "analyzer/rewrite/rewrite.h"

namespace detrain::rewrite {

// A place in a file, in bytes.
struct Spot {
  std::string file;
  unsigned offset = 0;
};

// What comes first where several texts go to one place.
enum class Rank { First, Close, Static, Row, Jump, Open, Wrap, Label, Bind, Call, Remove };

class EditList {
 public:
  void Insert(const Spot& at, Rank rank, std::string text, const std::string& cause);
  // The same for what each of loops in a row asks for, and the text needs once.
  void InsertOnce(const Spot& at, Rank rank, const std::string& text, const std::string& cause);
  void Remove(const Spot& at, unsigned length, const std::string& cause);
  void Replace(const Spot& at, unsigned length, std::string text, const std::string& cause);

  // By file, then offset. Error: two edits overlap.
  Result<std::vector<Edit>> Finish();

 private:
  struct Item {
    Edit edit;
    Rank rank = Rank::Open;
  };
  std::vector<Item> items_;
};

}  // namespace detrain::rewrite

#endif
