// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/driver/gate/fixes.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <utility>

#include "analyzer/base/file.h"
#include "analyzer/diag/message.h"

namespace detrain::driver::gate {
namespace {

using diag::FixEdit;
using Edits = std::map<std::string, std::set<FixEdit>>;  // by file

// JSON's strings are YAML's as well, but for what lies outside of UTF-8.
std::string Quoted(std::string_view text) {
  std::string quoted = "\"";
  for (const char byte : text) {
    if (byte == '"' || byte == '\\')
      quoted.append(1, '\\').append(1, byte);
    else if (byte == '\n')
      quoted += "\\n";
    else if (byte == '\t')
      quoted += "\\t";
    else if (byte == '\r')
      quoted += "\\r";
    else
      quoted += byte;
  }
  return quoted + "\"";
}

std::string Absolute(const std::string& file) {
  return std::filesystem::absolute(file).lexically_normal().string();
}

std::string Replacements(const std::vector<FixEdit>& fixes) {
  std::string yaml;
  for (const FixEdit& edit : fixes)
    yaml += "        - FilePath:        " + Quoted(Absolute(edit.file)) +
            "\n          Offset:          " + std::to_string(edit.offset) +
            "\n          Length:          " + std::to_string(edit.length) +
            "\n          ReplacementText: " + Quoted(edit.text) + "\n";
  return yaml;
}

std::string LevelOf(diag::Severity severity) {
  constexpr const char* levels[] = {"Remark", "Warning", "Error"};
  return levels[static_cast<std::size_t>(severity)];
}

// An insertion at the end of another edit touches it, but does not overlap.
bool Overlap(const FixEdit& a, const FixEdit& b) {
  if (a.offset == b.offset)
    return a.length != 0 && b.length != 0;
  return a.offset < b.offset ? a.offset + a.length > b.offset : b.offset + b.length > a.offset;
}

bool IsFree(const Edits& taken, const FixEdit& edit) {
  const auto file = taken.find(edit.file);
  return file == taken.end() || std::none_of(file->second.begin(), file->second.end(), [&](const FixEdit& other) {
           return other != edit && Overlap(other, edit);
         });
}

Result<std::string> Changed(const std::string& file, const std::set<FixEdit>& edits, const Sources& sources) {
  DETRAIN_TRY(const std::string text, ReadFile(file));
  const SourceText* analysed = sources.Find(file);
  const bool fits = analysed != nullptr && analysed->text() == text &&
                    std::all_of(edits.begin(), edits.end(),
                                [&](const FixEdit& edit) { return edit.offset + edit.length <= text.size(); });
  if (!fits)
    return diag::Fail<diag::Failure::FixesClash>(Location{file, 0, 0});
  return WithEdits(text, {edits.begin(), edits.end()});
}

}  // namespace

std::string FixesYaml(const std::vector<Finding>& findings) {
  std::string yaml = "---\nMainSourceFile:  ''\nDiagnostics:\n";
  for (const Finding& finding : findings) {
    const diag::Diagnostic& diagnostic = finding.diagnostic;
    if (diagnostic.fixes.empty())
      continue;
    yaml += "  - DiagnosticName:  " + std::string(diagnostic.rule ? diag::RuleName(*diagnostic.rule) : "") +
            "\n    DiagnosticMessage:\n      Message:         " + Quoted(diagnostic.message) +
            "\n      FilePath:        " + Quoted(Absolute(diagnostic.location.file)) +
            "\n      FileOffset:      " + std::to_string(diagnostic.fixes.front().offset) + "\n      Replacements:\n" +
            Replacements(diagnostic.fixes) + "    Level:           " + LevelOf(diagnostic.severity) +
            "\n    BuildDirectory:  " + Quoted(std::filesystem::current_path().string()) + "\n";
  }
  return yaml + "...\n";
}

std::string WithEdits(std::string_view text, std::vector<FixEdit> edits) {
  std::stable_sort(edits.begin(), edits.end(), [](const FixEdit& a, const FixEdit& b) {
    return std::pair(a.offset, a.length) < std::pair(b.offset, b.length);
  });
  std::string changed;
  std::size_t at = 0;
  for (const FixEdit& edit : edits) {
    changed.append(text.substr(at, edit.offset - at)).append(edit.text);
    at = edit.offset + edit.length;
  }
  return changed.append(text.substr(at));
}

Result<std::size_t> ApplyFixes(const std::vector<Finding>& findings, const Sources& sources) {
  Edits taken;
  std::size_t mended = 0;
  for (const Finding& finding : findings) {
    const std::vector<FixEdit>& fixes = finding.diagnostic.fixes;
    const bool is_free =
        std::all_of(fixes.begin(), fixes.end(), [&](const FixEdit& edit) { return IsFree(taken, edit); });
    if (fixes.empty() || !is_free)
      continue;
    ++mended;
    for (const FixEdit& edit : fixes)
      taken[edit.file].insert(edit);
  }
  std::map<std::string, std::string> texts;
  for (const auto& [file, edits] : taken) {
    DETRAIN_TRY(texts[file], Changed(file, edits, sources));
  }
  for (const auto& [file, text] : texts)
    DETRAIN_TRY_VOID(WriteFileAtomically(file, text));
  return mended;
}

FixEdit SuppressionFix(const diag::Diagnostic& finding, const SourceText& source, std::string_view reason) {
  const std::string_view line = source.Line(finding.location.line);
  const std::string indent(line.substr(0, std::min(line.find_first_not_of(" \t"), line.size())));
  const std::string rule(finding.rule ? diag::RuleName(*finding.rule) : "detrain-*");
  return {finding.location.file, static_cast<std::uint32_t>(source.OffsetOf(finding.location.line)), 0,
          indent + "// NOLINTNEXTLINE(" + rule + "): " + std::string(reason) + "\n"};
}

}  // namespace detrain::driver::gate
