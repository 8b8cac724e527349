// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/driver/scratch.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <system_error>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "analyzer/base/file.h"
#include "analyzer/diag/message.h"

namespace detrain::driver {
namespace {

namespace fs = std::filesystem;
using diag::Failure;

Error CannotPrepare(const fs::path& path, const std::error_code& error) {
  return diag::Fail<Failure::CannotPrepare>(Location{path.string(), 0, 0}, error.message());
}

// Parents beyond the third, and crowded ones (a temporary folder), are not mirrored: programs that read "../data" are
// common, others not.
constexpr int mirrored_parents = 3;
// A folder with more in it than this is crowded.
constexpr std::size_t crowded = 1000;

void ListBeside(const fs::path& folder, const fs::path& excluded,
                std::vector<std::pair<std::string, std::string>>& links) {
  std::vector<std::pair<std::string, std::string>> found;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder.parent_path(), error))
    if (entry.path() != folder && entry.path() != excluded)
      found.emplace_back(entry.path().relative_path().string(), entry.path().string());
  if (found.size() <= crowded)
    links.insert(links.end(), found.begin(), found.end());
}

FileState StateOf(const fs::path& path) {
  const Result<std::string> bytes = ReadFile(path.string());
  if (!bytes)
    return {};
  return {bytes->size(), XXH3_64bits(bytes->data(), bytes->size())};
}

}  // namespace

fs::path ScratchParent(std::uint64_t bytes) {
  std::error_code error;
  constexpr const char* memory = "/dev/shm";
  constexpr std::uintmax_t least = 1U << 30U;
  if (std::getenv("TMPDIR") == nullptr && access(memory, W_OK) == 0) {
    const fs::space_info space = fs::space(memory, error);
    if (!error && space.available >= least && space.available / 4 >= bytes)
      return memory;
  }
  return fs::temp_directory_path(error);
}

Result<ScratchFolder> ScratchFolder::Make(const fs::path& parent, const std::string& stem) {
  std::string path = (parent / (stem + "-XXXXXX")).string();
  if (mkdtemp(path.data()) == nullptr)
    return CannotPrepare(path, std::error_code(errno, std::generic_category()));
  return ScratchFolder(path);
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  if (!path_.empty())
    fs::remove_all(path_, ignored);
}

WorkingCopy::Stamp WorkingCopy::StampOf(const fs::path& path) {
  struct stat status{};
  if (lstat(path.c_str(), &status) != 0)
    return {};
  return {status.st_ino, status.st_mtim.tv_sec, status.st_mtim.tv_nsec};
}

Result<WorkingCopy> WorkingCopy::Of(const fs::path& original, const fs::path& excluded) {
  WorkingCopy copy;
  copy.original_ = original;
  std::error_code error;
  for (fs::recursive_directory_iterator at(original, error), end; !error && at != end; at.increment(error)) {
    const std::string name = at->path().lexically_relative(original).string();
    const fs::file_status status = at->symlink_status(error);
    if (at->path().filename() == ".git" || at->path() == excluded)
      at.disable_recursion_pending();
    else if (fs::is_symlink(status))
      copy.links_[name] = fs::read_symlink(at->path(), error);
    else if (fs::is_directory(status))
      copy.folders_.push_back(name);
    else if (fs::is_regular_file(status)) {
      copy.files_.push_back(name);
      copy.bytes_ += at->file_size(error);
    }
  }
  if (error)
    return CannotPrepare(original, error);
  int level = 0;
  for (fs::path folder = original; folder.has_relative_path() && level < mirrored_parents;
       folder = folder.parent_path(), ++level)
    ListBeside(folder, excluded, copy.outer_links_);
  return copy;
}

Result<fs::path> WorkingCopy::MakeFolders(const fs::path& root) const {
  const fs::path folder = DirectoryIn(root);
  std::error_code error;
  fs::create_directories(folder, error);
  for (const auto& [name, target] : outer_links_)
    if (!error)
      fs::create_symlink(target, root / name, error);
  for (const std::string& name : folders_)
    if (!error && shared_folders_.contains(name))
      fs::create_directory_symlink(reference_ / name, folder / name, error);
    else if (!error)
      fs::create_directories(folder / name, error);
  for (const auto& [name, target] : links_)
    if (!error)
      fs::create_symlink(target, folder / name, error);
  if (error)
    return CannotPrepare(folder, error);
  return folder;
}

Result<fs::path> WorkingCopy::MakeReference(const fs::path& root) {
  DETRAIN_TRY(reference_, MakeFolders(root));
  reference_root_ = root;
  // Far enough back that a write right after the copy cannot leave the same time behind.
  const fs::file_time_type before = fs::file_time_type::clock::now() - std::chrono::hours(1);
  for (const std::string& name : files_) {
    std::error_code error;
    fs::copy_file(original_ / name, reference_ / name, error);
    if (!error)
      fs::last_write_time(reference_ / name, before, error);
    if (error)
      return CannotPrepare(reference_ / name, error);
    stamps_[name] = StampOf(reference_ / name);
  }
  for (const std::string& name : folders_) {
    std::error_code error;
    fs::last_write_time(reference_ / name, before, error);
    if (error)
      return CannotPrepare(reference_ / name, error);
    folder_stamps_[name] = StampOf(reference_ / name);
  }
  return reference_;
}

void WorkingCopy::NoteReferenceEnd() {
  written_.clear();
  for (const std::string& name : files_)
    if (StampOf(reference_ / name) != stamps_[name])
      touched_.insert(name);
  for (auto& [name, state] : StatesOf(reference_root_, reference_))
    if (!stamps_.contains(name) || touched_.contains(name))
      written_[name] = state;
  inputs_ = files_.size() - touched_.size();
  ShareFolders();
}

// A data set of 60,000 images would otherwise be as many links for each run.
void WorkingCopy::ShareFolders() {
  std::map<std::string, std::size_t> sizes;
  std::set<std::string> changed;
  const auto count = [&](const std::string& name) {
    for (fs::path above = fs::path(name).parent_path(); !above.empty(); above = above.parent_path())
      ++sizes[above.string()];
  };
  const auto change = [&](fs::path folder) {
    for (; !folder.empty() && changed.insert(folder.string()).second; folder = folder.parent_path()) {
    }
  };
  for (const std::string& name : files_)
    count(name);
  for (const auto& [name, target] : links_)
    count(name);
  for (const std::string& name : touched_)
    change(fs::path(name).parent_path());
  for (const auto& [name, stamp] : folder_stamps_) {
    count(name);
    if (StampOf(reference_ / name) != stamp)
      change(name);
  }
  for (const std::string& name : folders_)  // parents come first
    if (sizes[name] > crowded && !changed.contains(name) && !IsInSharedFolder(name))
      shared_folders_.insert(name);
  const auto comes_along = [&](const auto& name) { return IsInSharedFolder(name); };
  std::erase_if(files_, comes_along);
  std::erase_if(folders_, comes_along);
  std::erase_if(links_, [&](const auto& link) { return comes_along(link.first); });
  std::erase_if(folder_stamps_, [&](const auto& folder) {
    return !shared_folders_.contains(folder.first) && !IsInSharedFolder(folder.first);
  });
}

bool WorkingCopy::IsInSharedFolder(const fs::path& name) const {
  for (fs::path above = name.parent_path(); !above.empty(); above = above.parent_path())
    if (shared_folders_.contains(above.string()))
      return true;
  return false;
}

Result<fs::path> WorkingCopy::Make(const fs::path& root) const {
  DETRAIN_TRY(const fs::path folder, MakeFolders(root));
  for (const std::string& name : files_) {
    std::error_code error;
    if (touched_.contains(name))
      fs::copy_file(original_ / name, folder / name, error);
    else
      fs::create_symlink(reference_ / name, folder / name, error);
    if (error)
      return CannotPrepare(folder / name, error);
  }
  return folder;
}

std::vector<std::string> WorkingCopy::DamagedInputs() const {
  std::vector<std::string> damaged;
  for (const auto& [name, stamp] : stamps_)
    if (!touched_.contains(name) && StampOf(reference_ / name) != stamp)
      damaged.push_back(name);
  for (const auto& [name, stamp] : folder_stamps_)
    if (StampOf(reference_ / name) != stamp)
      damaged.push_back(name);
  return damaged;
}

FileStates StatesOf(const fs::path& root, const fs::path& directory) {
  FileStates states;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root, error))
    if (fs::is_regular_file(entry.symlink_status(error)))
      states[entry.path().lexically_relative(directory).string()] = StateOf(entry.path());
  return states;
}

std::vector<std::string> Differences(const FileStates& found, const FileStates& expected) {
  std::vector<std::string> lines;
  for (const auto& [name, state] : expected) {
    const auto at = found.find(name);
    if (at == found.end())
      lines.push_back(name + ": missing");
    else if (at->second.size != state.size)
      lines.push_back(name + ": " + std::to_string(at->second.size) + " bytes, " + std::to_string(state.size) +
                      " expected");
    else if (at->second != state)
      lines.push_back(name + ": same size, other bytes");
  }
  for (const auto& [name, state] : found)
    if (!expected.contains(name))
      lines.push_back(name + ": not expected");
  return lines;
}

}  // namespace detrain::driver
