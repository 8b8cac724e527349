// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// DIR/manifest.json: what a run was, written once at its first boundary.
#ifndef DETRAIN_RUNTIME_SRC_MANIFEST_H
#define DETRAIN_RUNTIME_SRC_MANIFEST_H

#include <string>

namespace detrain::runtime {

void WriteManifest(const std::string& dir);

// Ends the process with code 2 where this process was started with other arguments than the run in the manifest.
void CheckArguments(const std::string& manifest);

}  // namespace detrain::runtime

#endif
