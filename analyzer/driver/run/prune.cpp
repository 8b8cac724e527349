// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/driver/run/prune.h"

#include <fcntl.h>
#include <unistd.h>

#include <set>
#include <string>
#include <system_error>
#include <vector>

#include "analyzer/driver/step_folder.h"

namespace detrain::driver {
namespace {

namespace fs = std::filesystem;

void Sync(const fs::path& folder) {
  const int descriptor = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0)
    return;
  fsync(descriptor);
  close(descriptor);
}

// Relative to the run's folder, as meta.json names them. False: a kept step cannot be read, so nothing may go.
bool TakeReferences(const fs::path& run, std::uint64_t step, std::set<std::string>& files) {
  const Result<StepFolder> folder = ReadStep(StepPath(run, step));
  if (!folder)
    return false;
  for (const StepEntry& entry : folder->entries)
    files.insert(entry.file);
  for (const Json& output : ListAt(folder->meta, "outputs"))
    files.insert(TextAt(output, "copy"));
  return true;
}

void RemoveUnreferenced(const fs::path& run, const fs::path& folder, const std::set<std::string>& files) {
  std::error_code ignored;
  std::vector<fs::path> paths;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, ignored))
    paths.push_back(entry.path());
  for (const fs::path& path : paths)
    if (!files.contains(path.lexically_relative(run).string()))
      fs::remove(path, ignored);
  fs::remove(folder, ignored);  // where nothing is left in it
}

// Folders of steps that were removed before, and kept some files for others.
std::vector<fs::path> Remnants(const fs::path& run) {
  std::vector<fs::path> folders;
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(run, ignored)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with("step_") && !name.ends_with(".tmp") && !fs::exists(entry.path() / "COMMITTED", ignored))
      folders.push_back(entry.path());
  }
  return folders;
}

}  // namespace

void Prune(const fs::path& run, const std::set<std::uint64_t>& kept) {
  std::vector<std::uint64_t> gone;
  std::set<std::string> files;
  for (const std::uint64_t step : CommittedSteps(run)) {
    // One that was saved since `kept` was decided is newer than all of them.
    if (!kept.contains(step) && !kept.empty() && step < *kept.rbegin())
      gone.push_back(step);
    else if (!TakeReferences(run, step, files))
      return;
  }
  if (gone.empty())
    return;
  for (const std::uint64_t step : gone) {
    std::error_code ignored;
    fs::remove(StepPath(run, step) / "COMMITTED", ignored);
    Sync(StepPath(run, step));
  }
  for (const fs::path& folder : Remnants(run))
    RemoveUnreferenced(run, folder, files);
}

}  // namespace detrain::driver
