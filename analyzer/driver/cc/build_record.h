// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a program was built from: docs/runtime.md, "What a run was made of".
#ifndef DETRAIN_ANALYZER_DRIVER_CC_BUILD_RECORD_H
#define DETRAIN_ANALYZER_DRIVER_CC_BUILD_RECORD_H

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/base/result.h"
#include "analyzer/driver/cc/invocation.h"
#include "analyzer/driver/cc/program.h"
#include "analyzer/driver/json_access.h"
#include "analyzer/load/load.h"

namespace detrain::driver::cc {

// One hash for all texts whose tokens are the same: comments, blank lines and indentation do not count.
std::string HashOfTokens(std::string_view text, bool is_cxx);

// "detrain-build/1": the sources of the units with their hashes, their compilers and flags, the link's flags, `options`
// of `detrain cc`, and the git revision that the first source lies in, with what of the sources differs from it.
OrderedJson BuildRecord(const std::vector<ProgramUnit>& units, const std::vector<load::LoadedUnit>& loaded,
                        const Invocation& link, const std::vector<std::string>& options);

// Puts it into the program as section `.detrain.build`, which is not loaded, nor part of the linker's build id. Error:
// the program cannot be written.
Result<void> Embed(const OrderedJson& record, const std::filesystem::path& program);

}  // namespace detrain::driver::cc

#endif
