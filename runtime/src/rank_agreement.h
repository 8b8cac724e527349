// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the ranks of a program decide together: what is saved, when a step is committed, and which one a run goes on
// from. Each rank has a folder of its own with all that one process has, that of rank 0 is DIR; a step is committed
// when rank 0's is, which comes last. In a program without ranks each of these decides by itself.
#ifndef DETRAIN_RUNTIME_SRC_RANK_AGREEMENT_H
#define DETRAIN_RUNTIME_SRC_RANK_AGREEMENT_H

#include <cstdint>
#include <string>
#include <vector>

#include "rank_wire.h"

namespace detrain::runtime {

inline bool HasRanks() {
  return Self().count > 1;
}

std::string RankName(int rank);                    // "rank00003"
std::string FolderOfRank(const std::string& dir);  // DIR itself, or DIR/rank00003
std::vector<std::string> FoldersOfAllRanks(const std::string& mine);

// Messages and requests that the program has begun and not completed, here; over all ranks 0 where there are none.
std::int64_t OpenMessages();

struct Wishes {
  bool saves = false, ends = false;
};
// At each boundary of a run that saves: what any rank wishes, all do. Ends the process where the ranks are at different
// steps, or where a save would lose messages.
Wishes Agree(std::uint64_t step, Wishes mine);

// Between the saving threads. Ranks other than 0 hand over the hash of their meta.json, or why there is none, and get
// what became of the step: empty, or why it is not committed.
std::string HandOverStep(const std::string& hash, const std::string& why);
// Rank 0: the others' hashes; why one of them has no step, else empty.
std::string TakeSteps(std::vector<std::string>& hashes);
void TellOutcome(const std::string& why);

// Before the program starts: rank 0's text, and whether all ranks have none of their own to object (rank 0 learns why).
std::string HearRankZero(const std::string& text);
bool DoAllAccept(const std::string& objection, std::string& why);

}  // namespace detrain::runtime

#endif
