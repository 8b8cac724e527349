// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a run was made of besides its program and arguments, and what of it is not the same on resume. docs/runtime.md
// lists the names.
#ifndef DETRAIN_RUNTIME_SRC_PROVENANCE_H
#define DETRAIN_RUNTIME_SRC_PROVENANCE_H

#include <string>
#include <vector>

#include "json.h"

namespace detrain::runtime {

// "builds", "hardware", "system", "data": builds of the program and of all libraries, processor, GPU and its driver,
// thread counts, kernel and host, and a hash of each file that the program has opened to read so far.
void AddProvenance(Json& manifest);

// The program opens a file to read it; before the first boundary that is kept.
void NoteDataFile(const std::string& path);

// True where the user accepts differences of this name (DETRAIN_ALLOW).
bool IsAllowed(const std::string& name);

// Says every difference between this process and the run of `manifest`. Ends it with code 2 at the first one that may
// change bits and that DETRAIN_ALLOW does not name; those that it names are kept in `dir`/allowed.jsonl. Files in
// `written` are the run's own.
void CheckProvenance(const Json& manifest, const std::vector<std::string>& written, const std::string& dir);

}  // namespace detrain::runtime

#endif
