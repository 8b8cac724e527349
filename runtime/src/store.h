// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// DIR with its steps: what is committed, and what is good. commit.h makes new ones.
#ifndef DETRAIN_RUNTIME_SRC_STORE_H
#define DETRAIN_RUNTIME_SRC_STORE_H

#include <cstdint>
#include <set>
#include <string>
#include <tuple>
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

// Bytes of a tensor in a file of DIR, by that file, their offset and their hash.
using KnownPlace = std::tuple<std::string, std::uint64_t, std::uint64_t>;
using KnownPlaces = std::set<KnownPlace>;
KnownPlace KnownPlaceOf(const Entry& entry);

// And hashes all bytes that it names, output files too; those in `known` are not read again. Needs the memory of a few
// pieces, whatever the step's size.
bool LoadGood(const std::string& dir, const std::string& step, Checkpoint& checkpoint, std::string& why,
              const KnownPlaces& known = {});
// The same of a step that has just been saved, before older ones are removed.
bool ReadBack(const std::string& dir, std::uint64_t step, Checkpoint& checkpoint, std::string& why,
              const KnownPlaces& known);

// The newest good step of DIR, saying on stderr which newer ones are damaged. False where there is none.
bool LoadNewestGood(const std::string& dir, Checkpoint& checkpoint);

// Bytes of an entry of a loaded checkpoint; the second ends the process where they are no longer there.
bool TryReadEntry(const std::string& dir, const Entry& entry, std::vector<char>& bytes, std::string& why);
std::vector<char> ReadEntry(const std::string& dir, const Entry& entry);

// Takes a step away, COMMITTED first. 0 or an errno.
int RemoveStep(const std::string& dir, std::uint64_t step);
// These end the process where something cannot be removed.
void RemoveAllSteps(const std::string& dir);
// Half-written steps and scratch folders of processes that ended early.
void RemoveLeftovers(const std::string& dir);

}  // namespace detrain::runtime

#endif
