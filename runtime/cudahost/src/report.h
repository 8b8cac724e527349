// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the backend has to say about the program, on stderr and, with DETRAIN_CUDA_REPORT=PATH, as lines of JSON.
#pragma once

#include <string>

#include "detrain/cudahost/device.h"

namespace detrain::cudahost {

// One line, `detrain: FILE:LINE: MESSAGE [kind] (DETRAIN_SCHEDULE=seed)`. The same kind, place and message is said
// once.
void Report(const char* kind, Site site, const std::string& message);
// The same, once for each kind, place and `key`.
void ReportOnce(const char* kind, Site site, const std::string& key, const std::string& message);
// Ends the process with this code after a report that leaves no way to go on.
[[noreturn]] void ReportFatal(const char* kind, Site site, const std::string& message, int code = 3);

// FILE:LINE of an instruction, from debug information; empty file where there is none. `callers`: up to three places
// into which it was inlined, innermost first, each after a blank.
struct Place {
  std::string file;
  unsigned line;
  std::string callers;
};
Place PlaceOf(const void* instruction);

}  // namespace detrain::cudahost
