// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the tool reads of a run: traces, the logs of --trace=ops, and steps (`detrain diff`, `inspect`). The first part
// of the input is a trace, the log of a thread and a meta.json under its own hash; the second another trace, another
// log and a data file.
#include <new>

#include "analyzer/driver/diff/op_log.h"
#include "analyzer/driver/inspect/statistics.h"
#include "analyzer/driver/step_folder.h"
#include "analyzer/driver/trace.h"
#include "fuzz.h"

using namespace detrain;
using namespace detrain::driver;

namespace {

// Lines of a trace, as they would be written.
std::string Print(const Trace& trace) {
  std::string text;
  for (const auto& [step, boundary] : trace.boundaries())
    for (const auto& [path, region] : boundary)
      text += std::to_string(step) + "\t" + path + "\t" + region.hash + "\t" + std::to_string(region.bytes) + "\t" +
              region.persistence + "\n";
  return text;
}

void ReadTraces(const std::string& first, const std::string& second) {
  const Result<Trace> a = Trace::Parse(first, "a");
  const Result<Trace> b = Trace::Parse(second, "b");
  if (!a || !b)
    return;
  // What was understood is understood again as the same.
  const Result<Trace> again = Trace::Parse(Print(*a), "a");
  if (!again || Print(*again) != Print(*a))
    __builtin_trap();
  std::uint64_t bytes = 0;
  for (const auto& [step, boundary] : a->boundaries()) {
    const Boundary* other = b->Find(step);
    if (FirstDifference(step, boundary, boundary, bytes))
      __builtin_trap();
    if (other != nullptr)
      FirstDifference(step, *other, boundary, bytes);
  }
  FirstChangedInvariant(*a, *b);
}

void ReadOpLogs(const std::string& first, const std::string& second) {
  for (const char* name : {"a", "b"}) {
    fuzz::Put(std::string(name) + "/files", first);
    fuzz::Put(std::string(name) + "/3.t1", second);
  }
  fuzz::Put("a/3.t0", first);
  fuzz::Put("b/3.t0", second);
  const diff::OpLog a = diff::OpLog::Read(fuzz::Folder() + "/a");
  const diff::OpLog b = diff::OpLog::Read(fuzz::Folder() + "/b");
  if (diff::FirstOpDifference(a, a, 3, {}))
    __builtin_trap();
  for (const std::uint32_t line : diff::LinesThatDiffer(a, b, 3))
    a.FileOf(line);
}

void ReadSteps(const std::string& meta, const std::string& data) {
  fuzz::Put("step_00000007/meta.json", meta);
  fuzz::Put("step_00000007/COMMITTED", HashText(meta) + "\n");
  fuzz::Put("step_00000007/rank00000.safetensors", data);
  fuzz::Put("step_00000007/rank00000.zst", data);
  const Result<StepFolder> step = ReadStep(fuzz::Folder() + "/step_00000007");
  if (!step)
    return;
  for (const StepEntry& entry : step->entries) {
    const Result<std::string> bytes = ReadEntryBytes(*step, entry);
    const auto statistics = bytes ? StatisticsOf(entry.dtype, *bytes) : std::nullopt;
    if (statistics)
      Describe(*statistics);
  }
  (void)TraceOfRun(fuzz::Folder());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string first;
  std::string second;
  fuzz::Split(data, size, first, second);
  ReadTraces(first, second);
  ReadOpLogs(first, second);
  ReadSteps(first, second);
  return 0;
}
