// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// JSON that the tool reads besides the files of a run: models, baselines, findings of the cache, reports and manifests,
// and what an editor sends.
#include <unistd.h>

#include <array>

#include "analyzer/catalog/catalog.h"
#include "analyzer/driver/cache/diagnostic_json.h"
#include "analyzer/driver/gate/baseline.h"
#include "analyzer/driver/lsp/channel.h"
#include "analyzer/driver/verify/report_lines.h"
#include "fuzz.h"

using namespace detrain;
using namespace detrain::driver;

namespace {

constexpr std::size_t kLargestMessage = 60'000;  // what a pipe takes at once

void ReadModel(const std::string& text) {
  catalog::Catalog catalog;
  (void)catalog.Add(text, "model.json", true);
}

void ReadBaselines(const std::string& text) {
  fuzz::Put("baseline.json", text);
  const std::string path = fuzz::Folder() + "/baseline.json";
  const Result<gate::Baseline> baseline = gate::ReadBaseline(path);
  if (!baseline)
    return;
  gate::Finding finding;
  finding.diagnostic.rule = diag::Rule::EnvSeed;
  finding.diagnostic.location.file = fuzz::Folder() + "/a.c";
  finding.fingerprint = "0";
  // What could be read can be added to, and read again.
  if (!gate::AddToBaseline(path, finding, gate::Sources(fuzz::Folder())) || !gate::ReadBaseline(path))
    __builtin_trap();
}

void ReadMessages(const std::string& text) {
  std::array<int, 2> ends{};
  if (text.size() > kLargestMessage || pipe(ends.data()) != 0)
    return;
  const bool is_written = write(ends[1], text.data(), text.size()) == static_cast<ssize_t>(text.size());
  close(ends[1]);
  lsp::Channel channel(ends[0], -1);
  while (is_written && channel.Read()) {
  }
  close(ends[0]);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string first;
  std::string second;
  fuzz::Split(data, size, first, second);
  ReadModel(first);
  ReadBaselines(first);
  ReadMessages(first);
  (void)cache::DiagnosticsFrom(Json::parse(first, nullptr, false));
  (void)verify::PoisonedBytes(first);
  (void)verify::AblatedEntries(first);
  (void)verify::ChangesNumbers(first);
  (void)verify::ReplayList(first, second);
  return 0;
}
