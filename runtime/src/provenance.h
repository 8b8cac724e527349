// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a run was made of besides its program and arguments, and what of it is not the same on resume. docs/runtime.md
// lists the names.
#ifndef DETRAIN_RUNTIME_SRC_PROVENANCE_H
#define DETRAIN_RUNTIME_SRC_PROVENANCE_H

#include <string>
#include <vector>

#include "comparison.h"
#include "json.h"

namespace detrain::runtime {

// "builds", "hardware", "system", "data", "build": builds of the program and of all libraries, processor, GPU and its
// driver, thread counts, kernel and host, a hash of each file that the program has opened to read so far, and what it
// was built from.
void AddProvenance(Json& manifest);

// Compares this process with the run of `manifest`. Files in `written` are the run's own.
void CheckProvenance(const Json& manifest, const std::vector<std::string>& written, Comparison& comparison);
// Of it, what the two were built from (build_record.h).
void CompareBuilds(const Json& was, const Json& is, Comparison& comparison);

}  // namespace detrain::runtime

#endif
