// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "disk.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>

#include "hash.h"

namespace detrain::runtime {
namespace {

constexpr std::size_t kChunk = 1 << 20;

// Closes when it goes out of scope; Close() where the error matters.
class Fd {
 public:
  explicit Fd(int fd) : fd_(fd) {}
  ~Fd() {
    if (fd_ >= 0)
      close(fd_);
  }
  Fd(const Fd&) = delete;
  Fd& operator=(const Fd&) = delete;
  [[nodiscard]] int get() const { return fd_; }
  int Close() {
    const int fd = fd_;
    fd_ = -1;
    return close(fd) == 0 ? 0 : errno;
  }

 private:
  int fd_;
};

int OpenToRead(const std::string& path) {
  return open(path.c_str(), O_RDONLY | O_CLOEXEC);
}
int OpenToWrite(const std::string& path) {
  return open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
}

// Hands the first `length` bytes of fd to `use` in pieces. `use` returns 0 or an errno.
template <typename Use>
int ForEachPiece(int fd, std::uint64_t length, Use use) {
  const std::unique_ptr<char[]> buffer(new char[kChunk]);
  std::uint64_t left = length;
  while (left > 0) {
    const ssize_t got = read(fd, buffer.get(), static_cast<std::size_t>(std::min<std::uint64_t>(left, kChunk)));
    if (got < 0 && errno == EINTR)
      continue;
    if (got < 0)
      return errno;
    if (got == 0)
      return length == kWholeFile ? 0 : EIO;
    if (const int error = use(buffer.get(), static_cast<std::size_t>(got)))
      return error;
    left -= static_cast<std::uint64_t>(got);
  }
  return 0;
}

int Finish(Fd& fd) {
  if (fsync(fd.get()) != 0)
    return errno;
  return fd.Close();
}

}  // namespace

std::string ErrorText(int error) {
  return error == EIO ? "too short or unreadable" : strerror(error);
}

bool Exists(const std::string& path) {
  struct stat status;
  return lstat(path.c_str(), &status) == 0;
}

bool IsFolder(const std::string& path) {
  struct stat status;
  return stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
}

bool IsSameFolder(const std::string& a, const std::string& b) {
  struct stat of_a;
  struct stat of_b;
  return stat(a.c_str(), &of_a) == 0 && stat(b.c_str(), &of_b) == 0 && of_a.st_dev == of_b.st_dev &&
         of_a.st_ino == of_b.st_ino;
}

int MakeFolders(const std::string& path) {
  for (std::size_t at = path.find('/', 1);; at = path.find('/', at + 1)) {
    const std::string part = path.substr(0, at);
    if (mkdir(part.c_str(), 0777) != 0 && errno != EEXIST)
      return errno;
    if (at == std::string::npos)
      return IsFolder(path) ? 0 : ENOTDIR;
  }
}

std::vector<std::string> List(const std::string& folder) {
  std::vector<std::string> names;
  DIR* dir = opendir(folder.c_str());
  if (dir == nullptr)
    return names;
  while (const dirent* entry = readdir(dir)) {
    const std::string name = entry->d_name;
    if (name != "." && name != "..")
      names.push_back(name);
  }
  closedir(dir);
  std::sort(names.begin(), names.end());
  return names;
}

int RemoveTree(const std::string& path) {
  struct stat status;
  if (lstat(path.c_str(), &status) != 0)
    return errno == ENOENT ? 0 : errno;
  if (!S_ISDIR(status.st_mode))
    return unlink(path.c_str()) == 0 ? 0 : errno;
  for (const std::string& name : List(path)) {
    if (const int error = RemoveTree(path + "/" + name))
      return error;
  }
  return rmdir(path.c_str()) == 0 ? 0 : errno;
}

int SyncFolder(const std::string& path) {
  const Fd fd(open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (fd.get() < 0)
    return errno;
  return fsync(fd.get()) == 0 ? 0 : errno;
}

int ReadWhole(const std::string& path, std::string& text) {
  const Fd fd(OpenToRead(path));
  if (fd.get() < 0)
    return errno;
  text.clear();
  return ForEachPiece(fd.get(), kWholeFile, [&](const char* bytes, std::size_t size) {
    text.append(bytes, size);
    return 0;
  });
}

int ReadAt(const std::string& path, std::uint64_t offset, void* bytes, std::size_t size) {
  const Fd fd(OpenToRead(path));
  if (fd.get() < 0)
    return errno;
  auto* at = static_cast<char*>(bytes);
  while (size > 0) {
    const ssize_t got = pread(fd.get(), at, size, static_cast<off_t>(offset));
    if (got < 0 && errno == EINTR)
      continue;
    if (got < 0)
      return errno;
    if (got == 0)
      return EIO;
    at += got;
    offset += static_cast<std::uint64_t>(got);
    size -= static_cast<std::size_t>(got);
  }
  return 0;
}

int WriteAll(int fd, const void* bytes, std::size_t size) {
  const auto* at = static_cast<const char*>(bytes);
  while (size > 0) {
    const ssize_t wrote = write(fd, at, size);
    if (wrote < 0 && errno == EINTR)
      continue;
    if (wrote < 0)
      return errno;
    at += wrote;
    size -= static_cast<std::size_t>(wrote);
  }
  return 0;
}

int WriteWhole(const std::string& path, const std::string& text) {
  Fd fd(OpenToWrite(path));
  if (fd.get() < 0)
    return errno;
  if (const int error = WriteAll(fd.get(), text.data(), text.size()))
    return error;
  return Finish(fd);
}

namespace {

// Renames the finished temporary file over `path`, or removes it.
int Install(const std::string& temporary, const std::string& path, int error) {
  if (error == 0 && rename(temporary.c_str(), path.c_str()) != 0)
    error = errno;
  if (error != 0)
    unlink(temporary.c_str());
  return error;
}

int CopyInto(const std::string& from, const std::string& to, std::uint64_t length) {
  const Fd in(OpenToRead(from));
  if (in.get() < 0)
    return errno;
  Fd out(OpenToWrite(to));
  if (out.get() < 0)
    return errno;
  struct stat status;
  if (fstat(in.get(), &status) == 0)
    fchmod(out.get(), status.st_mode & 07777);
  const int error = ForEachPiece(in.get(), length,
                                 [&](const char* bytes, std::size_t size) { return WriteAll(out.get(), bytes, size); });
  return error != 0 ? error : Finish(out);
}

}  // namespace

int ReplaceWhole(const std::string& path, const std::string& text) {
  const std::string temporary = path + ".detrain-tmp";
  return Install(temporary, path, WriteWhole(temporary, text));
}

int CopyPrefix(const std::string& from, const std::string& to, std::uint64_t length) {
  const std::string temporary = to + ".detrain-tmp";
  return Install(temporary, to, CopyInto(from, temporary, length));
}

int HashPrefix(const std::string& path, std::uint64_t length, std::uint64_t& hash) {
  const Fd fd(OpenToRead(path));
  if (fd.get() < 0)
    return errno;
  Hasher hasher;
  const int error = ForEachPiece(fd.get(), length, [&](const char* bytes, std::size_t size) {
    hasher.Add(bytes, size);
    return 0;
  });
  hash = hasher.Value();
  return error;
}

int FileSize(const std::string& path, std::uint64_t& size) {
  struct stat status;
  if (stat(path.c_str(), &status) != 0)
    return errno;
  size = static_cast<std::uint64_t>(status.st_size);
  return 0;
}

int SyncFile(const std::string& path) {
  const Fd fd(OpenToRead(path));
  if (fd.get() < 0)
    return errno;
  return fsync(fd.get()) == 0 ? 0 : errno;
}

}  // namespace detrain::runtime
