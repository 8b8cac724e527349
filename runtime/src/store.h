// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// DIR with its steps: what is committed, and what is good. commit.h makes new ones.
#ifndef DETRAIN_RUNTIME_SRC_STORE_H
#define DETRAIN_RUNTIME_SRC_STORE_H

#include <cstdint>
#include <string>
#include <vector>

#include "checkpoint.h"

namespace detrain::runtime {

std::string StepName(std::uint64_t step);  // "step_00000040"

// Numbers of the steps that have COMMITTED, ascending. 0 or an errno: a DIR that cannot be looked at is not empty for
// that.
int FindCommittedSteps(const std::string& dir, std::vector<std::uint64_t>& steps);
std::vector<std::uint64_t> CommittedSteps(const std::string& dir);  // ends the process instead

// Reads meta.json against COMMITTED. False with the entry at fault in `why`.
bool LoadMeta(const std::string& dir, const std::string& step, Checkpoint& checkpoint, std::string& why);
// And hashes all bytes that it names, output files too.
bool LoadGood(const std::string& dir, const std::string& step, Checkpoint& checkpoint, std::string& why);

// The newest good step of DIR, saying on stderr which newer ones are damaged. False where there is none.
bool LoadNewestGood(const std::string& dir, Checkpoint& checkpoint);

// Bytes of an entry of a loaded checkpoint; ends the process where they are no longer there.
std::vector<char> ReadEntry(const std::string& dir, const Entry& entry);

// Takes a step away, COMMITTED first. 0 or an errno.
int RemoveStep(const std::string& dir, std::uint64_t step);
// These end the process where something cannot be removed.
void RemoveAllSteps(const std::string& dir);
// Half-written steps and scratch folders of processes that ended early.
void RemoveLeftovers(const std::string& dir);

}  // namespace detrain::runtime

#endif
