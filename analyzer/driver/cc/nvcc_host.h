// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `detrain cc --cuda=host`: a call of nvcc as g++ would be called for the same program on the CPU.
#ifndef DETRAIN_ANALYZER_DRIVER_CC_NVCC_HOST_H
#define DETRAIN_ANALYZER_DRIVER_CC_NVCC_HOST_H

#include <span>
#include <string>
#include <vector>

#include "analyzer/base/result.h"
#include "analyzer/driver/cc/invocation.h"
#include "analyzer/driver/cc/program.h"
#include "analyzer/load/load.h"

namespace detrain::driver::cc {

// nvcc's words for the host's compiler: that of -ccbin, else g++. What is for the GPU alone goes, libraries of NVIDIA's
// that the host backend stands in for too; the standard is at least C++17, which its headers need.
std::vector<std::string> HostWords(std::span<const std::string> words);

// The call as these settings take it. Words that are not nvcc's are the host compiler's anyway.
Invocation ParseFor(const std::vector<std::string>& words, const Settings& settings);

// Where the host backend's headers lie, as flags for a compilation; none where the program does not want them.
Result<std::vector<std::string>> HostHeaders(const Settings& settings);
// `words` of a link without -fsanitize=thread: the backend has the functions that accesses call then, and no library of
// a sanitizer takes part.
std::vector<std::string> HostLink(std::vector<std::string> words, const Settings& settings);

// What its programs are linked with besides.
Result<std::vector<std::string>> HostLibraries(const Settings& settings);

// Compiles `source` of the call as it is, but for the CPU, to `object`. The compiler's exit code.
Result<int> CompileForHost(const Invocation& call, const std::string& source, const std::string& object,
                           const Settings& settings);
// The unmodified program at `output`: sources are compiled and all is linked. The exit code of what failed, or 0.
Result<int> BuildForHost(const Invocation& call, const std::string& output, const Settings& settings);

}  // namespace detrain::driver::cc

#endif
