// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "common_files.h"

#include <limits>
#include <sstream>
#include <utility>

#include "checkpoint.h"
#include "fail.h"
#include "paths.h"
#include "rank_agreement.h"
#include "rank_channel.h"
#include "run.h"

namespace detrain::runtime {
namespace {

using Records = std::vector<OutputRecord>;

// Texts go to a file of each rank's own.
bool IsFollowed(const OutputRecord& record) {
  return record.key != kTextKey;
}

bool IsKeptHere(const OutputRecord& record) {
  return record.keeper == kThisRank;
}

Records Parsed(const std::string& text) {
  Records records;
  if (!ParseOutputs(text, records))
    Fail("internal error: what a rank tells of its files is not understood");
  return records;
}

// Each rank's records at rank 0, by rank; elsewhere none.
std::vector<Records> Gather(const Records& mine) {
  std::vector<Records> all;
  for (const std::string& text : AtRankZero(kOfBoundary, PrintOutputs(mine)))
    all.push_back(Parsed(text));
  return all;
}

Records Spread(const Records& of_rank_zero) {
  return Parsed(FromRankZero(kOfBoundary, PrintOutputs(of_rank_zero)));
}

}  // namespace

void AwaitRanks() {
  if (!HasRanks())
    return;
  AtRankZero(kOfBoundary, "");
  FromRankZero(kOfBoundary, "");
}

// --- a save ---

namespace {

// Those that more than one rank has, by rank 0: `keeper` is a rank's number, `generation` the sum of theirs.
Records Common(const std::vector<Records>& ranks) {
  std::map<std::string, std::pair<OutputRecord, int>> files;  // and how many ranks have it
  for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
    for (const OutputRecord& record : ranks[rank]) {
      auto& [file, holders] = files[record.key];
      if (holders++ == 0)
        file.keeper = static_cast<int>(rank);
      file.key = record.key;
      file.generation += record.generation;
      file.in_place = file.in_place || record.in_place;
    }
  }
  Records common;
  for (const auto& [key, file] : files) {
    if (file.second > 1 && IsFollowed(file.first))
      common.push_back(file.first);
  }
  return common;
}

}  // namespace

CommonFiles FindCommonFiles(const std::vector<OutputRecord>& mine) {
  CommonFiles common;
  if (!HasRanks())
    return common;
  for (const OutputRecord& file : Spread(Common(Gather(mine))))
    common[file.key] = {file.keeper == Self().rank ? kThisRank : file.keeper, file.generation, file.in_place};
  return common;
}

void ShareRecords(const CommonFiles& common, std::vector<OutputRecord>& records) {
  if (common.empty())
    return;
  Records mine;
  for (const OutputRecord& record : records) {
    if (IsFollowed(record) && IsKeptHere(record) && common.count(record.key) != 0)
      mine.push_back(record);
  }
  Records all;
  for (const Records& rank : Gather(mine))
    all.insert(all.end(), rank.begin(), rank.end());
  OutputRecords kept;
  for (const OutputRecord& record : Spread(all))
    kept[record.key] = record;
  for (OutputRecord& record : records) {
    if (IsKeptHere(record))
      continue;
    const OutputRecord& of_keeper = kept[record.key];
    record.exists = of_keeper.exists;
    record.length = of_keeper.length;
    record.hash = of_keeper.hash;
  }
}

// --- a restore ---

namespace {

struct Merged {
  OutputRecord file;  // what was there before the first rank wrote to it
  std::uint64_t since = std::numeric_limits<std::uint64_t>::max();
  int saved_by = kThisRank, noted_by = kThisRank;  // the lowest ranks; kThisRank: none
  bool is_saved = false;                           // a checkpoint knows it
};
using MergedFiles = std::map<std::string, Merged>;

void TakeOrigin(Merged& merged, const OutputRecord& record) {
  const bool is_first = merged.file.key.empty();
  const bool is_earlier = record.since != 0 && record.since < merged.since;
  OutputRecord& file = merged.file;
  if (!is_first && !is_earlier)
    return;
  if (is_earlier)
    merged.since = record.since;
  file.key = record.key;
  file.exists = file.origin_exists = record.origin_exists;
  file.length = file.origin_length = record.origin_length;
  file.hash = file.origin_hash = record.origin_hash;
  file.origin_kept = record.origin_kept;
}

void TakeRank(MergedFiles& files, int rank, const Records& saved, const Records& journal) {
  std::map<std::string, bool> kept;  // of what was there before; a journal does not say it
  for (const OutputRecord& record : saved) {
    Merged& merged = files[record.key];
    merged.is_saved = true;
    if (merged.saved_by == kThisRank && IsKeptHere(record))
      merged.saved_by = rank;
    TakeOrigin(merged, record);
    kept[record.key] = record.origin_kept;
  }
  for (OutputRecord record : journal) {
    Merged& merged = files[record.key];
    if (merged.noted_by == kThisRank)
      merged.noted_by = rank;
    record.origin_kept = kept[record.key];
    TakeOrigin(merged, record);
  }
}

std::vector<std::string> Lines(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);)
    lines.push_back(line);
  lines.resize(3);
  return lines;
}

[[noreturn]] void FailForWantOfKeeper(const std::string& key) {
  Fail(key + ": the checkpoint says that another rank keeps it, and none does");
}

// Rank 0's word: a line of the files that a checkpoint knows, one of those that only journals know, and the folder.
std::string Verdict(const std::vector<std::string>& told) {
  MergedFiles files;
  for (std::size_t rank = 0; rank < told.size(); ++rank) {
    const std::vector<std::string> lines = Lines(told[rank]);
    TakeRank(files, static_cast<int>(rank), Parsed(lines[0]), Parsed(lines[1]));
  }
  Records saved, noted;
  for (auto& [key, merged] : files) {
    const bool is_saved = merged.is_saved;
    if (is_saved && merged.saved_by == kThisRank)
      FailForWantOfKeeper(key);
    merged.file.keeper = is_saved ? merged.saved_by : merged.noted_by;
    if (IsFollowed(merged.file))
      (is_saved ? saved : noted).push_back(merged.file);
  }
  const bool has_any = !saved.empty() || !noted.empty();
  return PrintOutputs(saved) + "\n" + PrintOutputs(noted) + "\n" + (has_any ? ScratchFolder() : "") + "\n";
}

// With what all ranks know of it.
void Complete(OutputRecord& record, const OutputRecord& merged) {
  record.keeper = merged.keeper == Self().rank ? kThisRank : merged.keeper;
  record.origin_exists = merged.origin_exists;
  record.origin_length = merged.origin_length;
  record.origin_hash = merged.origin_hash;
  record.origin_kept = merged.origin_kept;
}

OutputRecords ByKey(const Records& records) {
  OutputRecords by_key;
  for (const OutputRecord& record : records)
    by_key[record.key] = record;
  return by_key;
}

}  // namespace

ExpectedFiles MergeExpected(const std::vector<OutputRecord>& saved, const std::vector<OutputRecord>& journal) {
  ExpectedFiles expected;
  expected.mine = ByKey(journal);
  for (const OutputRecord& record : saved) {
    expected.mine[record.key] = record;
    if (!HasRanks() && !IsKeptHere(record))
      FailForWantOfKeeper(record.key);
  }
  if (!HasRanks())
    return expected;
  const std::vector<std::string> told = AtRankZero(kOfStart, PrintOutputs(saved) + "\n" + PrintOutputs(journal) + "\n");
  const std::vector<std::string> verdict = Lines(FromRankZero(kOfStart, told.empty() ? "" : Verdict(told)));
  expected.scratch = verdict[2];
  const OutputRecords saved_here = ByKey(saved);
  for (const OutputRecord& file : Parsed(verdict[0])) {
    if (saved_here.count(file.key) != 0) {
      Complete(expected.mine[file.key], file);
      continue;
    }
    expected.mine.erase(file.key);
    expected.others[file.key] = file;
  }
  for (const OutputRecord& file : Parsed(verdict[1])) {
    OutputRecords& side = expected.mine.count(file.key) != 0 ? expected.mine : expected.others;
    side[file.key] = file;
    Complete(side[file.key], file);
  }
  return expected;
}

}  // namespace detrain::runtime
