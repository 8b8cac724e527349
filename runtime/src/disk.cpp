// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "disk.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstring>
#include <memory>

#include "hash.h"

namespace detrain::runtime {
namespace {

constexpr std::size_t kChunk = 1 << 20;

int OpenAs(const std::string& path, int flags) {
  return Again([&] { return io::Open(path.c_str(), flags | O_CLOEXEC, 0666); });
}

int ErrorOf(int result) {
  return result == 0 ? 0 : errno;
}

// Hands the first `length` bytes of fd to `use` in pieces. `use` returns 0 or an errno.
template <typename Use>
int ForEachPiece(int fd, std::uint64_t length, Use use) {
  const std::unique_ptr<char[]> buffer(new char[kChunk]);
  std::uint64_t left = length;
  while (left > 0) {
    const auto size = static_cast<std::size_t>(std::min<std::uint64_t>(left, kChunk));
    const ssize_t got = Again([&] { return io::Read(fd, buffer.get(), size); });
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

int HashAsFarAs(const std::string& path, std::uint64_t length, std::uint64_t& read, std::uint64_t& hash) {
  read = 0;
  const Fd fd(OpenToRead(path));
  if (fd.get() < 0)
    return errno;
  Hasher hasher;
  const int error = ForEachPiece(fd.get(), length, [&](const char* bytes, std::size_t size) {
    hasher.Add(bytes, size);
    read += size;
    return 0;
  });
  hash = hasher.Value();
  return error;
}

int Finish(Fd& fd) {
  const int error = fd.Sync();
  return error != 0 ? error : fd.Close();
}

}  // namespace

std::string ErrorText(int error) {
  return error == EIO ? "too short or unreadable" : strerror(error);
}

int OpenToRead(const std::string& path) {
  return OpenAs(path, O_RDONLY);
}
int OpenToWrite(const std::string& path) {
  return OpenAs(path, O_WRONLY | O_CREAT | O_TRUNC);
}
int OpenPrivate(const std::string& path) {
  return Again([&] { return io::Open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR); });
}
int OpenToAppend(const std::string& path) {
  return OpenAs(path, O_WRONLY | O_CREAT | O_APPEND);
}

int OpenToShare(const std::string& path) {
  return OpenAs(path, O_RDWR | O_CREAT);
}

int IsThere(const std::string& path, bool& is_there) {
  struct stat status;
  is_there = Again([&] { return io::LinkStatus(path.c_str(), &status); }) == 0;
  return is_there || errno == ENOENT || errno == ENOTDIR ? 0 : errno;
}

bool Exists(const std::string& path) {
  bool is_there = false;
  return IsThere(path, is_there) == 0 && is_there;
}

bool IsFolder(const std::string& path) {
  struct stat status;
  return Again([&] { return io::Status(path.c_str(), &status); }) == 0 && S_ISDIR(status.st_mode);
}

bool IsSameFolder(const std::string& a, const std::string& b) {
  struct stat of_a;
  struct stat of_b;
  return Again([&] { return io::Status(a.c_str(), &of_a); }) == 0 &&
         Again([&] { return io::Status(b.c_str(), &of_b); }) == 0 && of_a.st_dev == of_b.st_dev &&
         of_a.st_ino == of_b.st_ino;
}

std::string FolderOf(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? "." : slash == 0 ? "/" : path.substr(0, slash);
}

int MakeFolder(const std::string& path) {
  const int error = ErrorOf(Again([&] { return io::MakeFolder(path.c_str(), 0777); }));
  return error == EEXIST && IsFolder(path) ? 0 : error;
}

int MakeFolders(const std::string& path) {
  for (std::size_t at = path.find('/', 1);; at = path.find('/', at + 1)) {
    const std::string part = path.substr(0, at);
    if (Again([&] { return io::MakeFolder(part.c_str(), 0777); }) == 0) {
      if (const int error = SyncFolder(FolderOf(part)))
        return error;
    } else if (errno != EEXIST) {
      return errno;
    }
    if (at == std::string::npos)
      return IsFolder(path) ? 0 : ENOTDIR;
  }
}

int List(const std::string& folder, std::vector<std::string>& names) {
  names.clear();
  DIR* dir = io::OpenFolder(folder.c_str());
  if (dir == nullptr)
    return errno == ENOENT ? 0 : errno;
  errno = 0;
  while (const dirent* entry = io::ReadFolder(dir)) {
    const std::string name = entry->d_name;
    if (name != "." && name != "..")
      names.push_back(name);
    errno = 0;
  }
  const int error = errno;
  closedir(dir);
  std::sort(names.begin(), names.end());
  return error;
}

int RemoveTree(const std::string& path) {
  struct stat status;
  if (Again([&] { return io::LinkStatus(path.c_str(), &status); }) != 0)
    return errno == ENOENT ? 0 : errno;
  if (!S_ISDIR(status.st_mode))
    return Remove(path);
  std::vector<std::string> names;
  if (const int error = List(path, names))
    return error;
  for (const std::string& name : names) {
    if (const int error = RemoveTree(path + "/" + name))
      return error;
  }
  return ErrorOf(Again([&] { return io::RemoveFolder(path.c_str()); }));
}

int SyncFolder(const std::string& path) {
  Fd fd(OpenAs(path, O_RDONLY | O_DIRECTORY));
  return fd.get() < 0 ? errno : fd.Sync();
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
    const ssize_t got = Again([&] { return io::ReadAt(fd.get(), at, size, static_cast<off_t>(offset)); });
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

int ReadPieces(const std::string& path, std::uint64_t offset, std::uint64_t size, const UsePiece& use) {
  const Fd fd(OpenToRead(path));
  if (fd.get() < 0)
    return errno;
  const std::unique_ptr<char[]> buffer(new char[kChunk]);
  while (size > 0) {
    const auto wanted = static_cast<std::size_t>(std::min<std::uint64_t>(size, kChunk));
    const ssize_t got = Again([&] { return io::ReadAt(fd.get(), buffer.get(), wanted, static_cast<off_t>(offset)); });
    if (got < 0)
      return errno;
    if (got == 0)
      return EIO;
    if (const int error = use(buffer.get(), static_cast<std::size_t>(got)))
      return error;
    offset += static_cast<std::uint64_t>(got);
    size -= static_cast<std::uint64_t>(got);
  }
  return 0;
}

int WriteAll(int fd, const void* bytes, std::size_t size) {
  const auto* at = static_cast<const char*>(bytes);
  while (size > 0) {
    const ssize_t wrote = Again([&] { return io::Write(fd, at, size); });
    if (wrote < 0)
      return errno;
    at += wrote;
    size -= static_cast<std::size_t>(wrote);
  }
  return 0;
}

namespace {

int WriteInto(int opened, const std::string& text) {
  Fd fd(opened);
  if (opened < 0)
    return errno;
  if (const int error = WriteAll(fd.get(), text.data(), text.size()))
    return error;
  return Finish(fd);
}

// Renames the finished temporary file over `path`, or removes it.
int Install(const std::string& temporary, const std::string& path, int error) {
  if (error == 0)
    error = Rename(temporary, path);
  if (error != 0)
    Remove(temporary);
  return error;
}

int CopyInto(const std::string& from, const std::string& to, std::uint64_t length, Durable durable) {
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
  if (error != 0)
    return error;
  return durable == Durable::Yes ? Finish(out) : out.Close();
}

}  // namespace

int WriteWhole(const std::string& path, const std::string& text) {
  return WriteInto(OpenToWrite(path), text);
}

int ReplaceWhole(const std::string& path, const std::string& text) {
  const std::string temporary = path + ".detrain-tmp";
  return Install(temporary, path, WriteWhole(temporary, text));
}

int ReplacePrivate(const std::string& path, const std::string& text) {
  const std::string temporary = path + ".detrain-tmp";
  Remove(temporary);  // of a process that was killed
  return Install(temporary, path, WriteInto(OpenPrivate(temporary), text));
}

namespace {

int CutUnfinished(Fd& fd, const std::string& path) {
  std::uint64_t size = 0;
  char last = '\n';
  int error = FileSize(path, size);
  if (error == 0 && size > 0)
    error = ReadAt(path, size - 1, &last, 1);
  if (error != 0 || last == '\n')
    return error;
  std::string text;
  error = ReadWhole(path, text);
  const std::size_t whole = text.rfind('\n') + 1;
  return error != 0 ? error : ErrorOf(Again([&] { return io::CutOpen(fd.get(), static_cast<off_t>(whole)); }));
}

}  // namespace

int AppendLine(const std::string& path, const std::string& line) {
  bool is_there = false;
  if (const int error = IsThere(path, is_there))
    return error;
  Fd fd(OpenToAppend(path));
  if (fd.get() < 0)
    return errno;
  const std::string text = line + "\n";
  int error = CutUnfinished(fd, path);
  if (error == 0)
    error = WriteAll(fd.get(), text.data(), text.size());
  if (error == 0)
    error = Finish(fd);
  return error != 0 || is_there ? error : SyncFolder(FolderOf(path));
}

int CopyPrefix(const std::string& from, const std::string& to, std::uint64_t length, Durable durable) {
  const std::string temporary = to + ".detrain-tmp";
  return Install(temporary, to, CopyInto(from, temporary, length, durable));
}

int HashPrefix(const std::string& path, std::uint64_t length, std::uint64_t& hash) {
  std::uint64_t read = 0;
  return HashAsFarAs(path, length, read, hash);
}

int HashWhole(const std::string& path, std::uint64_t& size, std::uint64_t& hash) {
  return HashAsFarAs(path, kWholeFile, size, hash);
}

int FileSize(const std::string& path, std::uint64_t& size) {
  struct stat status;
  if (Again([&] { return io::Status(path.c_str(), &status); }) != 0)
    return errno;
  size = static_cast<std::uint64_t>(status.st_size);
  return 0;
}

int SyncFile(const std::string& path) {
  Fd fd(OpenToRead(path));
  return fd.get() < 0 ? errno : fd.Sync();
}

int Cut(const std::string& path, std::uint64_t length) {
  return ErrorOf(Again([&] { return io::Cut(path.c_str(), static_cast<off_t>(length)); }));
}

int Remove(const std::string& path) {
  const int error = ErrorOf(Again([&] { return io::Unlink(path.c_str()); }));
  return error == ENOENT ? 0 : error;
}

int Rename(const std::string& from, const std::string& to) {
  return ErrorOf(Again([&] { return io::Rename(from.c_str(), to.c_str()); }));
}

int Link(const std::string& from, const std::string& to) {
  if (const int error = Remove(to))
    return error;
  if (Again([&] { return io::Link(from.c_str(), to.c_str()); }) == 0)
    return 0;
  return errno == EPERM || errno == EXDEV || errno == ENOSYS || errno == EOPNOTSUPP || errno == EMLINK
             ? CopyPrefix(from, to, kWholeFile)
             : errno;
}

}  // namespace detrain::runtime
