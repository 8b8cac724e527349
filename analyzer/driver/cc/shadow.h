// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rewritten copies of a unit's files, for the compiler alone. `#line` makes it speak of the user's files and lines.
#ifndef DETRAIN_ANALYZER_DRIVER_CC_SHADOW_H
#define DETRAIN_ANALYZER_DRIVER_CC_SHADOW_H

#include <filesystem>
#include <string>

#include "analyzer/base/result.h"
#include "analyzer/load/load.h"
#include "analyzer/rewrite/rewrite.h"

namespace detrain::driver::cc {

// Whether the patch changes any file of the unit.
bool IsTouched(const load::LoadedUnit& unit, const rewrite::Patch& patch);

// The text of a user's file with its edits applied. An inserted line does not move the numbers of those that follow.
std::string ShadowText(const std::string& text, const std::string& file, const rewrite::Patch& patch);

// Writes the main file and the unit's changed headers below `folder`, with all headers on the way to these; their
// includes lead to each other. The path of the main one. Error: a file cannot be read or written.
Result<std::string> WriteShadow(const load::LoadedUnit& unit, const rewrite::Patch& patch,
                                const std::filesystem::path& folder);

}  // namespace detrain::driver::cc

#endif
