// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where the tool's own parts lie: found from the tool's place, so that a build folder and an installation both work.
#ifndef DETRAIN_ANALYZER_DRIVER_LOCATE_H
#define DETRAIN_ANALYZER_DRIVER_LOCATE_H

#include <string>

#include "analyzer/base/result.h"

namespace detrain::driver {

std::string ToolPath();
Result<std::string> RuntimeArchive();  // libdetrain_rt.a
Result<std::string> RuntimeInclude();  // the folder that holds detrain/detrain.h
Result<std::string> PreloadLibrary();
// libdetrain_cudahost.a: CUDA on the CPU.
Result<std::string> HostBackendArchive();  // libdetrain_replay.so
std::string CatalogFolder();

// The lowest CPU that this process may use.
int FirstCpu();

}  // namespace detrain::driver

#endif
