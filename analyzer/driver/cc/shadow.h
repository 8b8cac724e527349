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

// Writes the unit's changed files below `folder`; the path of the main one. Headers that lie beside it come along where
// one of them is changed. Error: a file cannot be written, or a header must be changed that does not lie below the main
// file's folder.
Result<std::string> WriteShadow(const load::LoadedUnit& unit, const rewrite::Patch& patch,
                                const std::filesystem::path& folder);

}  // namespace detrain::driver::cc

#endif
