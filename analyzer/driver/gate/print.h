// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The formats in which findings leave: one file each, print_<format>.cpp.
#ifndef DETRAIN_ANALYZER_DRIVER_GATE_PRINT_H
#define DETRAIN_ANALYZER_DRIVER_GATE_PRINT_H

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/driver/gate/fingerprint.h"
#include "analyzer/driver/gate/source_text.h"

namespace detrain::driver::gate {

enum class Format { Text, Json, Sarif, Github, Rdjsonl };

struct Report {
  const std::vector<Finding>& findings;  // sorted
  const Sources& sources;
  bool color = false;  // text
};

// As clang prints: place, severity, message, rule; the line and a caret; the trace as notes; and once for each rule,
// what to write instead.
std::string PrintText(const Report& report);
// Schema detrain-findings/1.
std::string PrintJson(const Report& report);
// SARIF 2.1.0, as GitHub's code scanning wants it.
std::string PrintSarif(const Report& report);
// Workflow commands, which GitHub shows beside the lines of a pull request.
std::string PrintGithub(const Report& report);
// The Diagnostic messages of reviewdog, one to a line.
std::string PrintRdjsonl(const Report& report);

std::string Print(Format format, const Report& report);

// Where the place's word ends, in bytes from 1, exclusive; 0 where the column is not known.
std::uint32_t EndColumn(const Location& location, const Sources& sources);

}  // namespace detrain::driver::gate

#endif
