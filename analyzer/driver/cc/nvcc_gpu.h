// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `detrain cc` with nvcc, for a GPU: nvcc compiles and links the rewritten program as it was called.
#ifndef DETRAIN_ANALYZER_DRIVER_CC_NVCC_GPU_H
#define DETRAIN_ANALYZER_DRIVER_CC_NVCC_GPU_H

#include <filesystem>
#include <string>
#include <vector>

#include "analyzer/base/result.h"
#include "analyzer/driver/cc/invocation.h"
#include "analyzer/driver/cc/program.h"

namespace detrain::driver::cc {

// Whether nvcc compiles the rewritten program. `words` may begin with launchers.
bool IsForGpu(const std::vector<std::string>& words, const Settings& settings);

// A call of nvcc, in the kinds of arguments that a call of gcc has. What makes neither an object nor a program (PTX,
// a cubin, a device link, a dry run) is passed on.
Invocation ParseNvcc(const std::vector<std::string>& words);

// What a rewritten unit is compiled with besides: `beside` is the folder of the source that it stands for.
std::vector<std::string> GpuFlags(const std::string& beside);

// nvcc's own files go to a new folder below `folder`, or each object would hold other names of them: the same source
// gives the same bytes. They may go when nvcc is done.
Result<std::vector<std::string>> KeepFlags(const std::filesystem::path& folder);

// The part of the runtime that calls CUDA, compiled by the link's own nvcc in `folder`, for the GPUs that `kernels`, a
// call that compiles some of the program's, names. The object.
Result<std::string> BuildGpuRuntime(const Invocation& link, const Invocation& kernels,
                                    const std::filesystem::path& folder);

}  // namespace detrain::driver::cc

#endif
