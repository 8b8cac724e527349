// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/diag/funnel.h"

#include <algorithm>
#include <cstdio>
#include <utility>

namespace detrain::diag {
namespace {

std::string Place(const Location& location) {
  return (location.IsKnown() ? detrain::ToString(location) : std::string("detrain")) + ": ";
}

}  // namespace

bool Funnel::IsKept(const Diagnostic& diagnostic) const {
  return std::all_of(filters_.begin(), filters_.end(), [&](const Filter& keep) { return keep(diagnostic); });
}

bool Funnel::IsNew(const Diagnostic& diagnostic) {
  return said_.emplace(diagnostic.location, diagnostic.severity, diagnostic.message).second;
}

void Funnel::Emit(const Diagnostic& diagnostic) {
  if (!IsKept(diagnostic) || !IsNew(diagnostic))
    return;
  ++counts_[static_cast<std::size_t>(diagnostic.severity)];
  printer_(diagnostic);
}

void Funnel::Fail(const Error& error) {
  if (!failure_)
    failure_ = error.kind;
  Diagnostic diagnostic;
  diagnostic.severity = Severity::Error;
  diagnostic.location = error.location;
  diagnostic.message = error.message;
  if (IsNew(diagnostic))
    printer_(diagnostic);
}

int Funnel::ExitCode(std::optional<Severity> gate) const {
  if (failure_)
    return detrain::ExitCode(*failure_);
  if (!gate)
    return 0;
  const auto from = counts_.begin() + static_cast<std::ptrdiff_t>(*gate);
  return std::any_of(from, counts_.end(), [](std::size_t count) { return count != 0; }) ? 1 : 0;
}

std::string FormatText(const Diagnostic& diagnostic) {
  std::string text = Place(diagnostic.location);
  text += std::string(ToString(diagnostic.severity)) + ": " + diagnostic.message;
  if (diagnostic.rule)
    text += " [" + std::string(RuleName(*diagnostic.rule)) + "]";
  text += "\n";
  for (const TraceStep& step : diagnostic.trace)
    text += "  " + Place(step.location) + step.message + "\n";
  return text;
}

Funnel::Printer StderrPrinter() {
  return [](const Diagnostic& diagnostic) { std::fputs(FormatText(diagnostic).c_str(), stderr); };
}

}  // namespace detrain::diag
