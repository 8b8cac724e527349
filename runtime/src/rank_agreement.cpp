// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "rank_agreement.h"

#include <cstdio>
#include <cstring>

#include "disk.h"
#include "fail.h"
#include "rank_channel.h"

namespace detrain::runtime {
namespace {

struct Vote {
  std::uint64_t step = 0;
  std::int64_t open = 0;
  Wishes wishes;
};

std::string TextOf(const Vote& vote) {
  return {reinterpret_cast<const char*>(&vote), sizeof vote};
}

Vote VoteOf(const std::string& text) {
  Vote vote;
  if (text.size() == sizeof vote)
    std::memcpy(&vote, text.data(), sizeof vote);
  return vote;
}

// What rank 0 makes of the votes; `why`: they do not go together.
Vote Count(const std::vector<std::string>& texts, std::string& why) {
  Vote all = VoteOf(texts.front());
  for (std::size_t rank = 1; rank < texts.size(); ++rank) {
    const Vote vote = VoteOf(texts[rank]);
    if (vote.step != all.step && why.empty())
      why = "the ranks are at different steps: rank 0 at " + std::to_string(all.step) + ", rank " +
            std::to_string(rank) + " at " + std::to_string(vote.step) + "; each must run the step loop as often";
    all.open += vote.open;
    all.wishes.saves = all.wishes.saves || vote.wishes.saves;
    all.wishes.ends = all.wishes.ends || vote.wishes.ends;
  }
  if (why.empty() && all.wishes.saves && all.open != 0)
    why = "step " + std::to_string(all.step) + " cannot be saved: " + std::to_string(all.open) +
          " messages or requests are open at its end; receive in a step what it sends, and wait for what it begins";
  return all;
}

}  // namespace

std::string RankName(int rank) {
  char name[32];
  snprintf(name, sizeof name, "rank%05d", rank);
  return name;
}

std::string FolderOfRank(const std::string& dir) {
  return dir.empty() || Self().rank == 0 ? dir : dir + "/" + RankName(Self().rank);
}

std::vector<std::string> FoldersOfAllRanks(const std::string& mine) {
  std::vector<std::string> folders = {Self().rank == 0 ? mine : FolderOf(mine)};
  for (int rank = 1; rank < Self().count; ++rank)
    folders.push_back(folders.front() + "/" + RankName(rank));
  return folders;
}

Wishes Agree(std::uint64_t step, Wishes mine) {
  if (!HasRanks())
    return mine;
  const std::vector<std::string> votes = AtRankZero(kOfBoundary, TextOf({step, OpenMessages(), mine}));
  std::string why;
  const std::string verdict = FromRankZero(kOfBoundary, votes.empty() ? "" : TextOf(Count(votes, why)) + why);
  if (!why.empty())
    NotCovered(why);
  if (verdict.size() > sizeof(Vote))
    Leave(4);  // rank 0 says why
  return VoteOf(verdict).wishes;
}

std::string HandOverStep(const std::string& hash, const std::string& why) {
  AtRankZero(kOfSaver, why.empty() ? "+" + hash : "-" + why);
  return FromRankZero(kOfSaver, "");
}

std::string TakeSteps(std::vector<std::string>& hashes) {
  std::string why;
  const std::vector<std::string> texts = AtRankZero(kOfSaver, "+");
  for (std::size_t rank = 1; rank < texts.size(); ++rank) {
    if (texts[rank].front() == '-' && why.empty())
      why = "rank " + std::to_string(rank) + ": " + texts[rank].substr(1);
    hashes.push_back(texts[rank].substr(1));
  }
  return why;
}

void TellOutcome(const std::string& why) {
  FromRankZero(kOfSaver, why);
}

std::string HearRankZero(const std::string& text) {
  return HasRanks() ? FromRankZero(kOfStart, text) : text;
}

bool DoAllAccept(const std::string& objection, std::string& why) {
  why = objection;
  if (!HasRanks())
    return objection.empty();
  const std::vector<std::string> all = AtRankZero(kOfStart, objection);
  for (std::size_t rank = 0; rank < all.size() && why.empty(); ++rank)
    if (!all[rank].empty())
      why = "rank " + std::to_string(rank) + ": " + all[rank];
  return FromRankZero(kOfStart, why.empty() ? "+" : "-") == "+";
}

}  // namespace detrain::runtime
