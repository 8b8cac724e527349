// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// DIR/manifest.json: what a run was, written once at its first boundary.
#ifndef DETRAIN_RUNTIME_SRC_MANIFEST_H
#define DETRAIN_RUNTIME_SRC_MANIFEST_H

#include <string>
#include <vector>

namespace detrain::runtime {

void WriteManifest(const std::string& dir);

// Ends the process with code 2 where it was started with other arguments than the run in the manifest, or differs from
// it in something else that may change bits (provenance.h). Files in `written` are the run's own.
void CheckManifest(const std::string& manifest, const std::vector<std::string>& written);

}  // namespace detrain::runtime

#endif
