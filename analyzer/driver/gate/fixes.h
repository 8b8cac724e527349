// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The edits that mend findings, applied or handed on.
#ifndef DETRAIN_ANALYZER_DRIVER_GATE_FIXES_H
#define DETRAIN_ANALYZER_DRIVER_GATE_FIXES_H

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/base/result.h"
#include "analyzer/driver/gate/fingerprint.h"

namespace detrain::driver::gate {

// What clang-tidy --export-fixes writes and clang-apply-replacements reads.
std::string FixesYaml(const std::vector<Finding>& findings);

// Applies the fixes of each finding, all of them or none where one overlaps an edit taken before; an edit that several
// findings share is made once. Every file is written in one step. How many findings were mended. Error: a file cannot
// be read or written, or is shorter than an edit says.
Result<std::size_t> ApplyFixes(const std::vector<Finding>& findings, const Sources& sources);

// `text` with the edits, which lie within it and do not overlap.
std::string WithEdits(std::string_view text, std::vector<diag::FixEdit> edits);

// Puts `// NOLINTNEXTLINE(rule): reason` on a line of its own above the finding, indented as that is.
diag::FixEdit SuppressionFix(const diag::Diagnostic& finding, const SourceText& source, std::string_view reason);

}  // namespace detrain::driver::gate

#endif
