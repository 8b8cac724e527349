// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A committed step of a run, read back: DIR/step_00000040. The layout is fixed by the contract of the format;
// docs/checkpoint-format.md.
#ifndef DETRAIN_ANALYZER_DRIVER_STEP_FOLDER_H
#define DETRAIN_ANALYZER_DRIVER_STEP_FOLDER_H

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/base/result.h"
#include "analyzer/driver/json_access.h"
#include "analyzer/driver/trace.h"

namespace detrain::driver {

struct StepEntry {
  std::string name;  // of the tensor: "layers[3].w"
  std::string persistence;
  std::string dtype;
  std::vector<std::uint64_t> shape;
  std::string hash;  // 16 hex digits
  std::string file;  // relative to the run's folder; may lie in an earlier step
  std::uint64_t offset = 0;
  std::uint64_t length = 0;
  // Where the file is compressed (rank00000.zst): the frame that holds them.
  bool is_packed = false;
  std::uint64_t packed_offset = 0;
  std::uint64_t packed_length = 0;
};

struct StepFolder {
  std::filesystem::path run;   // DIR
  std::filesystem::path path;  // DIR/step_00000040
  std::uint64_t step = 0;
  Json meta;
  std::vector<StepEntry> entries;
};

// XXH3-64 as 16 hex digits, which is how checkpoints name it.
std::string HashText(std::string_view bytes);

// What a file that may be damaged is quoted with, so that a message stays one line: control characters as blanks.
std::string OneLine(std::string text);

// Numbers of the committed steps, ascending.
std::vector<std::uint64_t> CommittedSteps(const std::filesystem::path& run);
std::filesystem::path StepPath(const std::filesystem::path& run, std::uint64_t step);

// Reads meta.json and holds it against COMMITTED. `path` is a step's folder, or a run's: then its newest committed
// step. Errors (kind Input): nothing committed is there; meta.json is damaged.
Result<StepFolder> ReadStep(const std::filesystem::path& path);

// The bytes of an entry. Error: they are not there, or not those that were saved; it names the entry.
Result<std::string> ReadEntryBytes(const StepFolder& folder, const StepEntry& entry);

// All committed steps of a run as hashes.
Result<Trace> TraceOfRun(const std::filesystem::path& run);

}  // namespace detrain::driver

#endif
