// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A place of its own for every run of a program under verification, so that runs neither meet nor touch the user's
// files. docs/driver.md.
#ifndef DETRAIN_ANALYZER_DRIVER_SCRATCH_H
#define DETRAIN_ANALYZER_DRIVER_SCRATCH_H

#include <cstdint>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/base/result.h"

namespace detrain::driver {

// A folder that goes, with all in it, when the object goes.
class ScratchFolder {
 public:
  // Below `parent`. Error: it cannot be made.
  static Result<ScratchFolder> Make(const std::filesystem::path& parent, const std::string& stem);
  explicit ScratchFolder(std::filesystem::path path) : path_(std::move(path)) {}
  ScratchFolder(ScratchFolder&& other) noexcept : path_(std::exchange(other.path_, {})) {}
  ScratchFolder& operator=(ScratchFolder&&) = delete;
  ~ScratchFolder();

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

// Where to put `bytes` of scratch: $TMPDIR where that is set; /dev/shm where there is plenty of room, since checkpoints
// are synced and a disk makes that slow; else /tmp.
std::filesystem::path ScratchParent(std::uint64_t bytes);

// What a file is to a comparison.
struct FileState {
  std::uint64_t size = 0;
  std::uint64_t hash = 0;  // XXH3 64
  bool operator==(const FileState&) const = default;
};
using FileStates = std::map<std::string, FileState>;  // by path below the working directory

// The working directory as it was before the first run, and copies of it.
class WorkingCopy {
 public:
  // Lists `original` (absolute). Folders named .git are left out, and what is `excluded` (absolute).
  static Result<WorkingCopy> Of(const std::filesystem::path& original, const std::filesystem::path& excluded = {});

  // The working directory of a copy that was made below `root`.
  std::filesystem::path DirectoryIn(const std::filesystem::path& root) const {
    return root / original_.relative_path();
  }

  // Of all files together.
  std::uint64_t bytes() const { return bytes_; }

  // Makes a full copy below `root` for the reference run; later copies link to what that run does not write. Returns
  // its working directory.
  Result<std::filesystem::path> MakeReference(const std::filesystem::path& root);
  // To be called when the reference run has ended: finds out what it wrote, changed and removed.
  void NoteReferenceEnd();

  // A copy for another run: inputs that the reference left alone are links, the others are real files with their first
  // content. Of a folder of thousands of files, all of which it left alone, the folder is one link.
  Result<std::filesystem::path> Make(const std::filesystem::path& root) const;

  // What the reference run wrote, as it left it.
  const FileStates& written() const { return written_; }
  std::size_t InputCount() const { return inputs_; }
  // Inputs, and folders behind one link, whose shared copy some run changed though the reference did not: links lead
  // to one copy, so this is a difference.
  std::vector<std::string> DamagedInputs() const;

 private:
  struct Stamp {
    std::uint64_t inode = 0;
    std::int64_t seconds = 0, nanoseconds = 0;  // of the last change of content or name
    bool operator==(const Stamp&) const = default;
  };
  static Stamp StampOf(const std::filesystem::path& path);
  Result<std::filesystem::path> MakeFolders(const std::filesystem::path& root) const;
  void ShareFolders();  // what lies in them is listed no more
  bool IsInSharedFolder(const std::filesystem::path& name) const;

  std::filesystem::path original_;
  std::filesystem::path reference_root_;
  std::vector<std::string> folders_;
  std::map<std::string, std::string> links_;  // symbolic links and where they lead
  std::vector<std::string> files_;
  std::uint64_t bytes_ = 0;
  std::vector<std::pair<std::string, std::string>>
      outer_links_;  // what lies beside the working directory and beside its parents
  std::filesystem::path reference_;
  std::map<std::string, Stamp> stamps_;         // of the reference's copies before it ran
  std::set<std::string> touched_;               // inputs that the reference changed or removed
  std::size_t inputs_ = 0;                      // files that it left alone
  std::set<std::string> shared_folders_;        // each one link in the copies for other runs
  std::map<std::string, Stamp> folder_stamps_;  // of those, and of what is below
  FileStates written_;
};

// All regular files below `root` that are not links: what a run has written, and its own copies of what it may write.
// Named relative to `directory`, since programs write to "../log" too.
FileStates StatesOf(const std::filesystem::path& root, const std::filesystem::path& directory);

// One line for each file that differs: "log.csv: 120 bytes, 140 expected", "x: missing".
std::vector<std::string> Differences(const FileStates& found, const FileStates& expected);

}  // namespace detrain::driver

#endif
