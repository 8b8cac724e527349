// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Findings on their way out: configuration, suppressions, the lines that changed, the baseline; then they are printed
// and counted. `detrain check` and `detrain audit` end here.
#ifndef DETRAIN_ANALYZER_DRIVER_GATE_GATE_H
#define DETRAIN_ANALYZER_DRIVER_GATE_GATE_H

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "analyzer/base/result.h"
#include "analyzer/diag/diagnostic.h"
#include "analyzer/driver/gate/fingerprint.h"
#include "analyzer/driver/gate/print.h"
#include "analyzer/driver/gate/suppressions.h"
#include "analyzer/driver/options.h"

namespace detrain::driver::gate {

struct Settings {
  Format format = Format::Text;
  std::string output;  // a file; empty: standard output
  std::string baseline;
  bool updates_baseline = false;
  std::string diff_base;  // a revision; empty: all lines
  std::string export_fixes;
  bool applies_fixes = false;
  std::optional<diag::Severity> fail_on = diag::Severity::Error;  // none: findings never fail
  bool is_audit = false;  // the findings are those of `detrain audit`, so only its rules' suppressions can be unused

  // Error (Usage): a value that the option does not take, --update-baseline without --baseline.
  static Result<Settings> From(const Arguments& arguments);
};

// The options of a command that ends here: what is looked at, and those that Settings::From reads.
inline constexpr Option gate_options[] = {
    {"-p", "BUILD", "folder that holds compile_commands.json; without FILEs all that is in it is looked at"},
    {"-j", "N", "as many threads; default: one per processor"},
    {"--model", "FILE", "describes functions that detrain does not know (docs/catalog.md); may be given again"},
    {"--format", "text|json|sarif|github|rdjsonl",
     "as clang prints, detrain-findings/1, SARIF 2.1.0, or for a code host"},
    {"--output", "FILE", "write the findings there"},
    {"--baseline", "FILE", "findings that it holds are known and not reported"},
    {"--update-baseline", "", "write the findings of now into the baseline"},
    {"--diff-base", "REV", "only lines that changed since HEAD left this revision of git"},
    {"--fail-on", "error|warning|none", "from which severity on the exit code is 1"},
    {"--fix", "", "apply the edits that mend findings"},
    {"--export-fixes", "FILE", "write those edits for clang-apply-replacements"},
};

// What became of the findings.
struct Sifted {
  std::vector<Finding> shown;  // sorted, with fingerprints
  std::size_t suppressed = 0, known = 0, unchanged = 0;
  std::size_t stale = 0;  // entries of the baseline that nothing matches any more
};

// `user_files` are searched for suppressions. Errors (Usage): a `.detrain`, baseline or revision that is wrong.
Result<Sifted> Sift(std::vector<diag::Diagnostic> findings, const std::vector<std::string>& user_files,
                    const Sources& sources, const Settings& settings);

// Sifts, prints or writes, and says on stderr how many there are. The exit code.
Result<int> Deliver(std::vector<diag::Diagnostic> findings, const std::vector<std::string>& user_files,
                    const Settings& settings);

}  // namespace detrain::driver::gate

#endif
