// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How a step becomes durable.
#ifndef DETRAIN_RUNTIME_SRC_COMMIT_H
#define DETRAIN_RUNTIME_SRC_COMMIT_H

#include <cstdint>
#include <string>
#include <vector>

#include "checkpoint.h"
#include "file_writer.h"
#include "tensors.h"

namespace detrain::runtime {

// What a boundary hands over: everything of the step, and nothing of it in the program's memory any more.
struct Snapshot {
  Checkpoint checkpoint;        // without entries
  std::vector<Tensor> tensors;  // those that are written
};

struct Written {
  std::uint64_t bytes = 0;    // of tensors
  std::uint64_t entries = 0;  // written anew
  std::uint64_t reused = 0;   // unchanged, found in an earlier step
};

// Makes a step of a snapshot, in the order of the contract: data, the program's own files, meta.json, COMMITTED, the
// folder, each with fsync; rename; DIR. Fills in the entries. Tensors that are the same as in `base`, the step before,
// refer to the bytes there. A failure leaves nothing behind and gives why. Any one thread.
std::string Commit(const std::string& dir, Snapshot& snapshot, const Checkpoint& base, FileWriter& file,
                   Written& written);

}  // namespace detrain::runtime

#endif
