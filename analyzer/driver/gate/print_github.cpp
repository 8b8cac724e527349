// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/driver/gate/print.h"

namespace detrain::driver::gate {
namespace {

// In a property, the signs that end it are escaped too.
std::string Escaped(std::string_view text, bool is_property) {
  std::string out;
  for (const char byte : text) {
    if (byte == '%')
      out += "%25";
    else if (byte == '\r')
      out += "%0D";
    else if (byte == '\n')
      out += "%0A";
    else if (is_property && byte == ':')
      out += "%3A";
    else if (is_property && byte == ',')
      out += "%2C";
    else
      out += byte;
  }
  return out;
}

std::string CommandOf(diag::Severity severity) {
  return severity == diag::Severity::Note ? "notice" : std::string(ToString(severity));
}

std::string Message(const diag::Diagnostic& finding) {
  std::string text = finding.message;
  for (const diag::TraceStep& step : finding.trace)
    text.append("\n").append(ToString(step.location)).append(": ").append(step.message);
  return text;
}

std::string Line(const diag::Diagnostic& finding, const Sources& sources) {
  std::string line = CommandOf(finding.severity).insert(0, "::").append(" ");
  if (finding.location.IsKnown())
    line.append("file=").append(Escaped(sources.PathInRepository(finding.location.file), true)).append(",");
  if (finding.location.line != 0)
    line.append("line=").append(std::to_string(finding.location.line)).append(",");
  if (finding.location.column != 0)
    line.append("col=").append(std::to_string(finding.location.column)).append(",");
  const std::string title(finding.rule ? diag::RuleName(*finding.rule) : "detrain");
  line.append("title=").append(Escaped(title, true)).append("::");
  return line.append(Escaped(Message(finding), false)).append("\n");
}

}  // namespace

std::string PrintGithub(const Report& report) {
  std::string text;
  for (const Finding& finding : report.findings)
    text += Line(finding.diagnostic, report.sources);
  return text;
}

}  // namespace detrain::driver::gate
