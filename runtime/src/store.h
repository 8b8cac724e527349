// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// DIR with its steps: what is committed, what is good, and how a new step becomes committed.
#ifndef DETRAIN_RUNTIME_SRC_STORE_H
#define DETRAIN_RUNTIME_SRC_STORE_H

#include <cstdint>
#include <string>
#include <vector>

#include "checkpoint.h"
#include "tensors.h"

namespace detrain::runtime {

std::string StepName(std::uint64_t step);  // "step_00000040"

// Numbers of the steps that have COMMITTED, ascending.
std::vector<std::uint64_t> CommittedSteps(const std::string& dir);
bool IsCommitted(const std::string& dir, std::uint64_t step);

// Reads meta.json against COMMITTED and hashes all bytes that it names, output files too. False with the entry at fault
// in `why`.
bool LoadGood(const std::string& dir, const std::string& step, Checkpoint& checkpoint, std::string& why);

// The newest good step of DIR, saying on stderr which newer ones are damaged. False where there is none.
bool LoadNewestGood(const std::string& dir, Checkpoint& checkpoint);

// Bytes of an entry of a loaded checkpoint; ends the process where they can no longer be read.
std::vector<char> ReadEntry(const std::string& dir, const Entry& entry);

struct Written {
  std::uint64_t bytes = 0;    // of tensors
  std::uint64_t entries = 0;  // written anew
  std::uint64_t reused = 0;   // unchanged, found in an earlier step
};

// Makes a step of the tensors and everything else in `checkpoint` (whose entries are filled in), in the order of the
// contract: data, the program's own files, meta.json, COMMITTED, the folder, each with fsync; rename; DIR. Tensors that
// are the same as in `base` refer to the bytes there. A failure leaves nothing behind and ends the process with code 3.
Written Commit(const std::string& dir, Checkpoint& checkpoint, const std::vector<Tensor>& tensors,
               const Checkpoint& base);

// Takes steps away: COMMITTED first.
void RemoveStep(const std::string& dir, std::uint64_t step);
void RemoveAllSteps(const std::string& dir);
// Half-written steps and scratch folders of processes that ended early.
void RemoveLeftovers(const std::string& dir);

}  // namespace detrain::runtime

#endif
