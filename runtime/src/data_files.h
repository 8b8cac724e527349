// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Files that the program reads and the run does not write, with a hash of each. Those that the code before the loop
// opens stand in manifest.json; those that the loop opens first, in DIR/data.jsonl, before a step is durable that may
// depend on them.
#ifndef DETRAIN_RUNTIME_SRC_DATA_FILES_H
#define DETRAIN_RUNTIME_SRC_DATA_FILES_H

#include <string>
#include <vector>

#include "json.h"

namespace detrain::runtime {

// The program opens a file to read it.
void NoteDataFile(const std::string& path);

// Those from before the loop: path, bytes, hash.
Json DataOfStart();

// Appends what the loop has opened since the last call; any one thread. 0 or an errno.
int WriteDataOfLoop(const std::string& dir);

// What stands in DIR/data.jsonl, which goes with the run that this process resumes. Ends the process where it is
// damaged.
std::vector<Json> ReadDataOfLoop(const std::string& dir);

// As it is now; empty: it is not there.
std::string HashOfData(const std::string& key);

}  // namespace detrain::runtime

#endif
