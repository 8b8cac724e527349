// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/driver/gate/fingerprint.h"

#include <cctype>
#include <map>

#include "analyzer/driver/step_folder.h"

namespace detrain::driver::gate {
namespace {

std::string WithoutBlanks(std::string_view line) {
  std::string text;
  for (const char byte : line)
    if (std::isspace(static_cast<unsigned char>(byte)) == 0)
      text += byte;
  return text;
}

std::string KeyOf(const diag::Diagnostic& finding, const Sources& sources) {
  std::string key(finding.rule ? diag::RuleName(*finding.rule) : "");
  const SourceText* text = sources.Find(finding.location.file);
  for (const std::string& part : {sources.PathInRepository(finding.location.file), finding.function,
                                  text ? WithoutBlanks(text->Line(finding.location.line)) : std::string()})
    key.append(1, '\0').append(part);
  return key;
}

}  // namespace

void AddFingerprints(std::vector<Finding>& findings, const Sources& sources) {
  std::map<std::string, int> seen;
  for (Finding& finding : findings) {
    const std::string key = KeyOf(finding.diagnostic, sources);
    finding.fingerprint = HashText(key + '\0' + std::to_string(++seen[key]));
  }
}

}  // namespace detrain::driver::gate
