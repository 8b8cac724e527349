// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Files and folders with errors as values: every function returns 0 or an errno. A call that a signal interrupts is
// made again.
#ifndef DETRAIN_RUNTIME_SRC_DISK_H
#define DETRAIN_RUNTIME_SRC_DISK_H

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "io.h"

namespace detrain::runtime {

constexpr std::uint64_t kWholeFile = UINT64_MAX;

std::string ErrorText(int error);

// The call's result once it was not interrupted.
template <typename Call>
auto Again(Call call) -> decltype(call()) {
  for (;;) {
    const auto result = call();
    if (result >= 0 || errno != EINTR)
      return result;
  }
}

// Closes when it goes out of scope; Close() where the error matters.
class Fd {
 public:
  explicit Fd(int fd) : fd_(fd) {}
  ~Fd() {
    if (fd_ >= 0)
      io::Close(fd_);
  }
  Fd(const Fd&) = delete;
  Fd& operator=(const Fd&) = delete;
  [[nodiscard]] int get() const { return fd_; }
  int Sync() {
    return Again([&] { return io::Sync(fd_); }) == 0 ? 0 : errno;
  }
  // An interrupted close has closed.
  int Close() {
    const int fd = fd_;
    fd_ = -1;
    return io::Close(fd) == 0 || errno == EINTR ? 0 : errno;
  }

 private:
  int fd_;
};

int OpenToRead(const std::string& path);   // a descriptor, or -1 and errno
int OpenToWrite(const std::string& path);  // emptied
int OpenPrivate(const std::string& path);  // a new file, for its owner alone
int OpenToAppend(const std::string& path);
int OpenToShare(const std::string& path);  // to read and write; what is in it stays

// Whether something is there, links not followed. What cannot be looked at is an error, not an absence.
int IsThere(const std::string& path, bool& is_there);
bool Exists(const std::string& path);  // for where that makes no difference
bool IsFolder(const std::string& path);
bool IsSameFolder(const std::string& a, const std::string& b);
int MakeFolder(const std::string& path);   // one may be there already
int MakeFolders(const std::string& path);  // like mkdir -p, each durable in the one above
int RemoveTree(const std::string& path);
int SyncFolder(const std::string& path);
std::string FolderOf(const std::string& path);
int List(const std::string& folder, std::vector<std::string>& names);  // sorted; none where there is no folder

int ReadWhole(const std::string& path, std::string& text);
// Exactly `size` bytes from `offset`; EIO where the file ends before.
int ReadAt(const std::string& path, std::uint64_t offset, void* bytes, std::size_t size);
// The same a piece at a time; `use` returns 0 or an errno, which ends it.
using UsePiece = std::function<int(const char* bytes, std::size_t size)>;
int ReadPieces(const std::string& path, std::uint64_t offset, std::uint64_t size, const UsePiece& use);
int WriteAll(int fd, const void* bytes, std::size_t size);
// Creates or replaces `path`, fsync included.
int WriteWhole(const std::string& path, const std::string& text);
// The same through a temporary name, so that a reader sees the old bytes or the new ones.
int ReplaceWhole(const std::string& path, const std::string& text);
int ReplacePrivate(const std::string& path, const std::string& text);  // only its owner reads and writes it
// Adds a line to the end, fsync included, that of the folder too where the file is new. A last line that was not
// finished is taken away.
int AppendLine(const std::string& path, const std::string& line);
// The first `length` bytes (kWholeFile: all) of `from` become `to`, by way of a temporary name; with fsync where they
// are to be durable under it.
enum class Durable { No, Yes };
int CopyPrefix(const std::string& from, const std::string& to, std::uint64_t length, Durable durable = Durable::Yes);
// XXH3 of the first `length` bytes; EIO where the file is shorter.
int HashPrefix(const std::string& path, std::uint64_t length, std::uint64_t& hash);
// XXH3 of all that is there, and how much that is, by one pass: another process may write the file meanwhile.
int HashWhole(const std::string& path, std::uint64_t& size, std::uint64_t& hash);
int FileSize(const std::string& path, std::uint64_t& size);
int SyncFile(const std::string& path);
int Cut(const std::string& path, std::uint64_t length);
int Remove(const std::string& path);  // nothing is there: no error
int Rename(const std::string& from, const std::string& to);
// One file under two names; a copy, where the file system has no such thing. Both are in place of what was at `to`.
int Link(const std::string& from, const std::string& to);

}  // namespace detrain::runtime

#endif
