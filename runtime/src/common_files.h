// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Files that several ranks write. Each rank knows what it did to a file itself; what the others did is told at a save
// and at a restore. The lowest rank that has written a file is its keeper: it records the file's bytes, and brings them
// back.
#ifndef DETRAIN_RUNTIME_SRC_COMMON_FILES_H
#define DETRAIN_RUNTIME_SRC_COMMON_FILES_H

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "outputs.h"

namespace detrain::runtime {

// Goes on when all ranks have come here.
void AwaitRanks();

// --- a save ---

// A file that more than one rank has written.
struct CommonFile {
  int keeper = kThisRank;
  std::uint64_t changes = 0;  // the generations of all ranks: where it stays, ranks have only added to the file
  bool in_place = false;      // a rank writes it in place
};
using CommonFiles = std::map<std::string, CommonFile>;

// All of them, of this rank or not. All ranks are at the boundary, and have flushed, when this returns.
CommonFiles FindCommonFiles(const std::vector<OutputRecord>& mine);
// Puts into the records of files that others keep what these have recorded; returns when all have.
void ShareRecords(const CommonFiles& common, std::vector<OutputRecord>& records);

// --- a restore ---

using OutputRecords = std::map<std::string, OutputRecord>;

// What is to be brought back: `mine` by this rank, or by the keeper that the record names; `others`: files that only
// other ranks have written.
struct ExpectedFiles {
  OutputRecords mine, others;
  std::string scratch;  // a folder for all ranks, for the view of the code before the loop; empty without ranks
};
// From what a rank's checkpoint and journal say. A file that a checkpoint does not know was first written after it.
ExpectedFiles MergeExpected(const std::vector<OutputRecord>& saved, const std::vector<OutputRecord>& journal);

}  // namespace detrain::runtime

#endif
