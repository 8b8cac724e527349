// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <utility>

#include "analyzer/base/file.h"
#include "analyzer/driver/gate/fixes.h"
#include "analyzer/driver/gate/gate.h"
#include "analyzer/driver/terminal.h"

namespace detrain::driver::gate {
namespace {

using diag::Severity;

std::string Counted(std::size_t count, const std::string& what) {
  return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

std::string JoinedCounts(const std::array<std::size_t, 3>& counts) {
  std::string text;
  for (const Severity severity : {Severity::Error, Severity::Warning, Severity::Note})
    if (const std::size_t count = counts[static_cast<std::size_t>(severity)]; count != 0)
      text += (text.empty() ? "" : ", ") + Counted(count, std::string(ToString(severity)));
  return text.empty() ? "nothing new" : text;
}

std::string Summary(const Sifted& sifted) {
  std::array<std::size_t, 3> counts{};
  for (const Finding& finding : sifted.shown)
    ++counts[static_cast<std::size_t>(finding.diagnostic.severity)];
  std::string hidden;
  const auto add = [&](std::size_t count, const char* what) {
    if (count != 0)
      hidden += (hidden.empty() ? "" : ", ") + std::to_string(count) + " " + what;
  };
  add(sifted.suppressed, "suppressed");
  add(sifted.known, "in the baseline");
  add(sifted.unchanged, "on lines that did not change");
  add(sifted.stale, "of the baseline gone (--update-baseline forgets them)");
  if (sifted.shown.empty() && hidden.empty())
    return {};
  return "detrain: " + JoinedCounts(counts) + (hidden.empty() ? "" : "; " + hidden) + "\n";
}

bool Fails(const std::vector<Finding>& findings, std::optional<Severity> gate) {
  return gate && std::any_of(findings.begin(), findings.end(),
                             [&](const Finding& finding) { return finding.diagnostic.severity >= *gate; });
}

Result<void> Put(const std::string& text, const std::string& output) {
  if (!output.empty())
    return WriteFileAtomically(output, text);
  std::fputs(text.c_str(), stdout);
  std::fflush(stdout);
  return {};
}

}  // namespace

Result<int> Deliver(std::vector<diag::Diagnostic> findings, const std::vector<std::string>& user_files,
                    const Settings& settings) {
  const Sources sources(RepositoryOf(std::filesystem::current_path()));
  DETRAIN_TRY(Sifted sifted, Sift(std::move(findings), user_files, sources, settings));
  if (!settings.export_fixes.empty())
    DETRAIN_TRY_VOID(WriteFileAtomically(settings.export_fixes, FixesYaml(sifted.shown)));
  const bool is_colored = settings.output.empty() && WantsColor(stdout);
  DETRAIN_TRY_VOID(Put(Print(settings.format, {sifted.shown, sources, is_colored}), settings.output));
  if (settings.applies_fixes) {
    DETRAIN_TRY(const std::size_t applied, ApplyFixes(sifted.shown, sources));
    std::fprintf(stderr, "detrain: mended %s\n", Counted(applied, "finding").c_str());
  }
  std::fputs(Summary(sifted).c_str(), stderr);
  return !settings.updates_baseline && Fails(sifted.shown, settings.fail_on) ? 1 : 0;
}

}  // namespace detrain::driver::gate
