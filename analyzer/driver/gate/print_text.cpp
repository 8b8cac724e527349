// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <set>

#include "analyzer/driver/gate/print.h"

namespace detrain::driver::gate {
namespace {

using diag::Severity;

constexpr const char* kBold = "\033[1m";
constexpr const char* kReset = "\033[0m";

const char* ColorOf(Severity severity) {
  switch (severity) {
    case Severity::Error:
      return "\033[1;31m";
    case Severity::Warning:
      return "\033[1;35m";
    case Severity::Note:
      break;
  }
  return "\033[1;36m";
}

class TextPrinter {
 public:
  explicit TextPrinter(const Report& report) : report_(report) {}

  std::string Print() {
    for (const Finding& finding : report_.findings)
      PrintFinding(finding.diagnostic);
    return std::move(text_);
  }

 private:
  void PrintFinding(const diag::Diagnostic& finding) {
    const std::string rule = finding.rule ? " [" + std::string(diag::RuleName(*finding.rule)) + "]" : "";
    PrintMessage(finding.location, finding.severity, finding.message + rule);
    for (const diag::TraceStep& step : finding.trace)
      PrintMessage(step.location, Severity::Note, step.message);
    if (finding.rule && advised_.insert(*finding.rule).second)
      text_ += "  = help: " + std::string(diag::RuleAdvice(*finding.rule)) + "\n";
  }

  void PrintMessage(const Location& location, Severity severity, const std::string& message) {
    const std::string place = location.IsKnown() ? ToString(location) : "detrain";
    text_ += In(kBold, place + ":") + " " + In(ColorOf(severity), std::string(ToString(severity)) + ":") + " " +
             (severity == Severity::Note ? message : In(kBold, message)) + "\n";
    PrintLine(location);
  }

  // The line's tabs stay tabs above the caret, so that both are as wide.
  void PrintLine(const Location& location) {
    const SourceText* source = location.IsKnown() ? report_.sources.Find(location.file) : nullptr;
    if (source == nullptr || location.line == 0 || location.line > source->LineCount())
      return;
    const std::string_view line = source->Line(location.line);
    text_.append(line).append("\n");
    if (location.column == 0 || location.column > line.size() + 1)
      return;
    std::string marks;
    for (std::size_t at = 0; at + 1 < location.column; ++at)
      if ((static_cast<unsigned char>(line[at]) & 0xC0U) != 0x80U)
        marks += line[at] == '\t' ? '\t' : ' ';
    const std::string tail(TokenLength(line, location.column) - 1, '~');
    text_ += marks + In("\033[1;32m", "^" + tail) + "\n";
  }

  std::string In(const char* color, const std::string& text) const {
    return report_.color ? color + text + kReset : text;
  }

  const Report& report_;
  std::set<diag::Rule> advised_;
  std::string text_;
};

}  // namespace

std::string PrintText(const Report& report) {
  return TextPrinter(report).Print();
}

std::string Print(Format format, const Report& report) {
  switch (format) {
    case Format::Json:
      return PrintJson(report);
    case Format::Sarif:
      return PrintSarif(report);
    case Format::Github:
      return PrintGithub(report);
    case Format::Rdjsonl:
      return PrintRdjsonl(report);
    case Format::Text:
      break;
  }
  return PrintText(report);
}

std::uint32_t EndColumn(const Location& location, const Sources& sources) {
  const SourceText* source = sources.Find(location.file);
  if (source == nullptr || location.column == 0)
    return 0;
  return location.column + TokenLength(source->Line(location.line), location.column);
}

}  // namespace detrain::driver::gate
