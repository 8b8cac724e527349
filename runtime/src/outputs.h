// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The files that the run writes, so that a restore can bring each back to its bytes at the checkpoint.
//
// A file that only grows costs nothing: a checkpoint remembers its length and hash, and a restore cuts it. Before an
// operation that would destroy bytes that a committed step counts on (opening with "w", truncating, removing, renaming,
// seeking back), they are copied to DIR/files/<hash of the path>-<generation>, and the file's generation grows by one.
// A file that is open for writing in place is copied into the step's folder whenever it changed. DIR/outputs.jsonl says
// for every path what was there before the run first wrote to it. Files that several ranks write: common_files.h.
#ifndef DETRAIN_RUNTIME_SRC_OUTPUTS_H
#define DETRAIN_RUNTIME_SRC_OUTPUTS_H

#include <cstdint>
#include <string>
#include <vector>

namespace detrain::runtime {

constexpr int kThisRank = -1;

// A file as a checkpoint remembers it.
struct OutputRecord {
  std::string key;
  bool exists = false;
  std::uint64_t length = 0;
  std::uint64_t hash = 0;
  std::uint64_t generation = 0;
  std::string copy;       // "step_00000003/file_00000", relative to DIR; empty: the bytes are in place or in DIR/files
  bool in_place = false;  // written in place from here on, hence the copy
  // What was there before the run first wrote to it.
  bool origin_exists = false;
  std::uint64_t origin_length = 0;
  std::uint64_t origin_hash = 0;
  bool origin_kept = false;  // in DIR/files, as the code before the loop reads it
  // With ranks.
  int keeper = kThisRank;   // which one has the file's copy and brings it back
  std::uint64_t since = 0;  // in a journal: when that was; nanoseconds
};

enum class Intent { Read, Append, Truncate, Overwrite, Remove };

// Must be called before the operation; returns the path to use for it, which while resuming is one below the scratch
// folder.
std::string PrepareFile(const std::string& path, Intent intent);

// True for a file that the run has written.
bool IsOutput(const std::string& key);

// A handle that so far only appended is about to move back.
void PrepareRewrite(const std::string& key);

// --- saving ---

// The state of every output now; from here on their bytes are counted on. In-place files that changed are copied to
// `folder` (the step's folder in the making, which will be called `step`; made where it is not there), not yet durably.
// On failure names the path in `where` and returns an errno.
int RecordOutputs(const std::string& folder, const std::string& step, std::vector<OutputRecord>& records,
                  std::string& where);

// --- restoring ---

// While resuming: what the checkpoint knows, for the view that the code before the loop gets. Returns the files that
// the run, any rank of it, has written: what they hold now is no data of the program's.
std::vector<std::string> ExpectOutputs(const std::string& dir, const std::vector<OutputRecord>& records);
// Brings all files back, those of the journal that the checkpoint does not know too.
void PutBackOutputs();
// A run starts in DIR: nothing of an earlier one counts.
void StartOutputs();

// Standard output goes to `path`, or to a scratch file while resuming.
void RedirectText();

}  // namespace detrain::runtime

#endif
