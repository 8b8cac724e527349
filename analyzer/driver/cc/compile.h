// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `detrain cc -c`: the compiler as it was called, and beside each object what a later link must know of it.
#ifndef DETRAIN_ANALYZER_DRIVER_CC_COMPILE_H
#define DETRAIN_ANALYZER_DRIVER_CC_COMPILE_H

#include <string>
#include <vector>

#include "analyzer/base/result.h"
#include "analyzer/driver/cc/invocation.h"
#include "analyzer/driver/cc/program.h"
#include "analyzer/load/load.h"

namespace detrain::driver::cc {

// How the call compiles one of its sources.
load::Command CommandOf(const Invocation& call, const std::string& source);

// Where the compiler may have written its dependencies, absolute.
std::vector<std::string> DepfilesOf(const Invocation& call, const std::string& source);

// The compiler's exit code. Where a unit file cannot be written no object is left: one that a link could not know is
// worse than none.
Result<int> Compile(const Invocation& call, const Settings& settings);

}  // namespace detrain::driver::cc

#endif
