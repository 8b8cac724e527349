// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where the bytes of output files lie: in place, in a step's folder, or in DIR/files. outputs.h says which are needed.
#ifndef DETRAIN_RUNTIME_SRC_OUTPUT_BYTES_H
#define DETRAIN_RUNTIME_SRC_OUTPUT_BYTES_H

#include <cstdint>
#include <string>
#include <vector>

#include "outputs.h"

namespace detrain::runtime {

// Copies what the file now has to DIR/files, durably; ends the process where that fails. Without a DIR does nothing.
void KeepBytes(const OutputRecord& record);
// The file's earlier bytes are gone: a record of an earlier generation is in DIR/files or not needed.
void NoteGeneration(const std::string& key, std::uint64_t generation);

// fsync of all of them, and of the folders that name them; any thread. What has been destroyed meanwhile is durable in
// DIR/files.
int SyncOutputs(const std::vector<OutputRecord>& records, std::string& where);

// --- a restore; those of the step lie in `dir` ---

// Empty where the bytes of the record can be had, else why not.
std::string WhyLost(const std::string& dir, const OutputRecord& record);
// What the file held before the run: from the archive, else from the file itself where the run only appended to it.
// Where nobody read it then, only its length matters (a position at the end).
void MakeOrigin(const std::string& dir, const OutputRecord& record, const std::string& path);
// The file is as it was at the checkpoint, or the process ends.
void PutBack(const std::string& dir, const OutputRecord& record);

}  // namespace detrain::runtime

#endif
