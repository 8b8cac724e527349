// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a finding is known by when lines have moved.
#ifndef DETRAIN_ANALYZER_DRIVER_GATE_FINGERPRINT_H
#define DETRAIN_ANALYZER_DRIVER_GATE_FINGERPRINT_H

#include <string>
#include <string_view>
#include <vector>

#include "analyzer/diag/diagnostic.h"
#include "analyzer/driver/gate/source_text.h"

namespace detrain::driver::gate {

// A finding on its way out. Its file is named relative to the working directory, or absolutely.
struct Finding {
  diag::Diagnostic diagnostic;
  std::string fingerprint;
};

// 16 hex digits of the rule, the file's path in the repository, the function, the text of the line without its blanks,
// and which one of several such it is. Lines above and below may change, and the file's indentation.
// `findings` are sorted by place.
void AddFingerprints(std::vector<Finding>& findings, const Sources& sources);

// For each line of `text`, the value of SARIF's partialFingerprints.primaryLocationLineHash that GitHub's own upload
// action computes where a tool gives none: a rolling hash (base 37, modulo 2^64) over the 100 characters from the
// line's start on, blanks left out, and how often that value came before.
std::vector<std::string> LineHashes(std::string_view text);

}  // namespace detrain::driver::gate

#endif
