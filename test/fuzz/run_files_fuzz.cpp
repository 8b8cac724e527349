// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The other files of a DIR: manifest.json and inputs.log, then outputs.jsonl and data.jsonl. Each as it comes, and once
// more under hashes that fit, so that what is behind them is reached. And rules of DETRAIN_WATCH.
#include <sstream>

#include "fuzz.h"
#include "runtime/src/comparison.h"
#include "runtime/src/data_files.h"
#include "runtime/src/inputs.h"
#include "runtime/src/journal.h"
#include "runtime/src/json.h"
#include "runtime/src/provenance.h"
#include "runtime/src/watch_rules.h"

using namespace detrain;

namespace {

std::string Sealed(const std::string& text) {
  runtime::Json json = runtime::ParseJson(text);
  if (!json.is_object())
    return text;
  json.erase("hash_of_rest");
  runtime::Seal(json);
  return runtime::PrintJson(json);
}

std::string SealedLines(const std::string& text) {
  std::istringstream lines(text);
  std::string sealed;
  for (std::string line; std::getline(lines, line);)
    sealed += Sealed(line) + "\n";
  return sealed;
}

template <typename Read>
void Try(Read read) {
  try {
    read();
  } catch (const fuzz::Refused&) {  // NOLINT(bugprone-empty-catch): a refusal is what is wanted
  }
}

void ReadAll(const std::string& manifest, const std::string& lines) {
  fuzz::Put("manifest.json", manifest);
  fuzz::Put("inputs.log", lines);
  fuzz::Put("outputs.jsonl", lines);
  Try([] { runtime::ReplayInputs(fuzz::Folder() + "/manifest.json", true); });
  Try([] { runtime::ReadJournal(fuzz::Folder()); });
  fuzz::Put("data.jsonl", lines);
  Try([] { runtime::ReadDataOfLoop(fuzz::Folder()); });
  Try([&] {
    runtime::Comparison comparison("");
    runtime::CheckProvenance(runtime::ParseJson(manifest), {}, comparison);
    comparison.Judge();
  });
  runtime::WatchFile rules;
  unsigned line = 0;
  std::string why;
  runtime::ParseWatch(lines, rules, line, why);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string manifest;
  std::string lines;
  fuzz::Split(data, size, manifest, lines);
  ReadAll(manifest, lines);
  ReadAll(Sealed(manifest), SealedLines(lines));
  return 0;
}
