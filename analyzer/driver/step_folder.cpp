// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/driver/step_folder.h"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <optional>
#include <system_error>
#include <utility>

#define XXH_INLINE_ALL
#include <xxhash.h>
#include <zstd.h>

#include "analyzer/base/file.h"
#include "analyzer/diag/message.h"
#include "analyzer/driver/options.h"

namespace detrain::driver {
namespace {

namespace fs = std::filesystem;
using diag::Failure;

Error Damaged(const fs::path& path, std::string_view what) {
  return diag::Fail<Failure::DamagedCheckpoint>(Location{path.string(), 0, 0}, OneLine(std::string(what)));
}

bool IsCommitted(const fs::path& path) {
  std::error_code error;
  return fs::exists(path / "COMMITTED", error);
}

StepEntry EntryFrom(const Json& json) {
  StepEntry entry{TextAt(json, "name"), TextAt(json, "persistence"), TextAt(json, "dtype"),   {}, TextAt(json, "hash"),
                  TextAt(json, "file"), NumberAt(json, "offset"),    NumberAt(json, "length")};
  for (const Json& extent : ListAt(json, "shape"))
    entry.shape.push_back(extent.is_number_unsigned() ? extent.get<std::uint64_t>() : 0);
  const Json packed = ListAt(json, "packed");
  entry.is_packed = packed.size() == 2 && packed[0].is_number_unsigned() && packed[1].is_number_unsigned();
  if (entry.is_packed) {
    entry.packed_offset = packed[0].get<std::uint64_t>();
    entry.packed_length = packed[1].get<std::uint64_t>();
  }
  return entry;
}

// The bytes of the file itself, as they are there. Nothing where the file is shorter.
std::optional<std::string> ReadPart(const fs::path& path, std::uint64_t offset, std::uint64_t length) {
  std::error_code error;
  const std::uint64_t size = fs::file_size(path, error);
  if (error || length > size || offset > size - length)
    return std::nullopt;
  std::ifstream file(path, std::ios::binary);
  std::string bytes(length, '\0');
  file.seekg(static_cast<std::streamoff>(offset));
  file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  return file ? std::optional(std::move(bytes)) : std::nullopt;
}

// Nothing where the frame does not hold exactly `size` bytes.
std::optional<std::string> Unpacked(const std::string& frame, std::uint64_t size) {
  if (size == 0)
    return std::string();
  // A block of 128 KiB takes four bytes at least (RFC 8878, 3.1.1.2): known before memory is asked for.
  constexpr std::uint64_t kMost = (128 << 10) / 4;
  if (size / kMost > frame.size() || ZSTD_getFrameContentSize(frame.data(), frame.size()) != size)
    return std::nullopt;
  std::string bytes(size, '\0');
  const bool is_whole = ZSTD_decompress(bytes.data(), bytes.size(), frame.data(), frame.size()) == size;
  return is_whole ? std::optional(std::move(bytes)) : std::nullopt;
}

// Entries lie in files of steps: "step_00000040/rank00000.safetensors", nowhere else.
bool IsFileOfStep(const std::string& file) {
  const std::size_t slash = file.find('/');
  return file.starts_with("step_") && slash != std::string::npos && file.find('/', slash + 1) == std::string::npos &&
         file.substr(slash) != "/..";
}

Result<StepFolder> ReadStepFolder(const fs::path& path) {
  const fs::path meta_path = path / "meta.json";
  DETRAIN_TRY(const std::string meta, ReadFile(meta_path.string()));
  DETRAIN_TRY(const std::string committed, ReadFile((path / "COMMITTED").string()));
  if (committed.substr(0, 16) != HashText(meta))
    return Damaged(meta_path, "its bytes are not those that were committed");
  StepFolder folder{path.parent_path(), path, 0, Json::parse(meta, nullptr, false), {}};
  if (const std::string schema = TextAt(folder.meta, "schema"); schema != "detrain-checkpoint/1")
    return diag::Fail<Failure::OtherVersion>(Location{meta_path.string(), 0, 0}, OneLine(schema),
                                             "detrain-checkpoint/1");
  folder.step = NumberAt(folder.meta, "step");
  for (const Json& entry : ListAt(folder.meta, "entries"))
    folder.entries.push_back(EntryFrom(entry));
  return folder;
}

}  // namespace

std::string HashText(std::string_view bytes) {
  char text[17];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(XXH3_64bits(bytes.data(), bytes.size())));
  return text;
}

std::string OneLine(std::string text) {
  for (char& c : text)
    if ((c >= 0 && c < ' ') || c == 0x7f)
      c = ' ';
  return text;
}

fs::path StepPath(const fs::path& run, std::uint64_t step) {
  char name[32];
  std::snprintf(name, sizeof name, "step_%08llu", static_cast<unsigned long long>(step));
  return run / name;
}

std::vector<std::uint64_t> CommittedSteps(const fs::path& run) {
  std::vector<std::uint64_t> steps;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(run, error)) {
    const std::string name = entry.path().filename().string();
    const auto step = name.starts_with("step_") ? ParseNumber(std::string_view(name).substr(5)) : std::nullopt;
    if (step && IsCommitted(entry.path()))
      steps.push_back(static_cast<std::uint64_t>(*step));
  }
  std::sort(steps.begin(), steps.end());
  return steps;
}

Result<StepFolder> ReadStep(const fs::path& path) {
  std::error_code error;
  const fs::path absolute = fs::absolute(path, error).lexically_normal();
  const fs::path clean = absolute.has_filename() ? absolute : absolute.parent_path();
  if (!fs::is_directory(clean, error))
    return diag::Fail<Failure::NoSuchFile>({}, path.string());
  if (IsCommitted(clean))
    return ReadStepFolder(clean);
  const std::vector<std::uint64_t> steps = CommittedSteps(clean);
  if (steps.empty())
    return diag::Fail<Failure::NoCheckpoint>(Location{path.string(), 0, 0});
  return ReadStepFolder(StepPath(clean, steps.back()));
}

Result<std::string> ReadEntryBytes(const StepFolder& folder, const StepEntry& entry) {
  const fs::path path = folder.run / entry.file;
  if (!IsFileOfStep(entry.file))
    return Damaged(folder.path / "meta.json", "entry " + entry.name + " is in no file of a step");
  std::optional<std::string> bytes = entry.is_packed ? ReadPart(path, entry.packed_offset, entry.packed_length)
                                                     : ReadPart(path, entry.offset, entry.length);
  if (!bytes)
    return Damaged(path, "entry " + entry.name + " is cut short or missing");
  if (entry.is_packed)
    bytes = Unpacked(*bytes, entry.length);
  if (!bytes || HashText(*bytes) != entry.hash)
    return Damaged(path, "entry " + entry.name + " has other bytes than were saved");
  return std::move(*bytes);
}

Result<Trace> TraceOfRun(const fs::path& run) {
  Trace trace;
  for (const std::uint64_t step : CommittedSteps(run)) {
    DETRAIN_TRY(const StepFolder folder, ReadStepFolder(StepPath(run, step)));
    for (const StepEntry& entry : folder.entries)
      trace.Add(folder.step, entry.name, {entry.hash, entry.length, entry.persistence});
  }
  return trace;
}

}  // namespace detrain::driver
