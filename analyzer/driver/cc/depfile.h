// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Dependency files, as make and ninja read them.
#ifndef DETRAIN_ANALYZER_DRIVER_CC_DEPFILE_H
#define DETRAIN_ANALYZER_DRIVER_CC_DEPFILE_H

#include <span>
#include <string>

#include "analyzer/base/result.h"

namespace detrain::driver::cc {

// Makes the targets of the file depend on `sources` too, in a rule of its own at the end. Sources that it names already
// are left out, so that nothing changes when it is done again.
std::string WithSources(const std::string& depfile, std::span<const std::string> sources);

// The same on disk; a file that does not exist stays so.
Result<void> AddSources(const std::string& path, std::span<const std::string> sources);

}  // namespace detrain::driver::cc

#endif
