// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// runtime/src/io.h once more, for programs of this test alone: linked in front of the archive it takes the place of the
// real layer. Calls are counted from 1, over all threads of a process.
//
//   DETRAIN_FAULT=kill:N        SIGKILL to oneself instead of call N
//   DETRAIN_FAULT=ENOSPC:N      call N fails so; EIO and EINTR too
//   DETRAIN_FAULT=short:N       call N reads or writes half of what it was asked to
//   DETRAIN_FAULT=flip:N        the first write to a step in the making from call N on turns a bit, and says nothing
//   DETRAIN_FAULT_NOSYNC=TEXT   fsync of a path that holds TEXT (TEXT$: ends in it) is left out, as in a build without
//   it DETRAIN_FAULT_LOG=PATH      all that changes the disk, in order (crash.py reads it); the program's own files,
//   those
//                               in the folder where it began, are looked at before each call
// Several of DETRAIN_FAULT have commas between them.
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "runtime/src/inside.h"
#include "runtime/src/io.h"

namespace detrain::runtime::io {
namespace {

struct Fault {
  std::string kind;
  unsigned long at = 0;
};

std::string Variable(const char* name) {
  const char* text = getenv(name);
  return text == nullptr ? "" : text;
}

struct Layer {
  std::mutex mutex;
  std::vector<Fault> faults;
  std::string unsynced = Variable("DETRAIN_FAULT_NOSYNC");
  std::string log_path = Variable("DETRAIN_FAULT_LOG");
  FILE* log = nullptr;
  unsigned long calls = 0;
  std::map<int, std::string> paths;
  std::string folder;  // where the process began
  struct Seen {
    ino_t inode = 0;
    std::string bytes;
  };
  std::map<std::string, Seen> files;  // of the program, by name

  Layer() {
    std::istringstream all(Variable("DETRAIN_FAULT"));
    for (std::string text; std::getline(all, text, ',');)
      faults.push_back({text.substr(0, text.find(':')), strtoul(text.c_str() + text.find(':') + 1, nullptr, 10)});
    char here[4096];
    folder = getcwd(here, sizeof here) != nullptr ? here : "/";
    if (!log_path.empty())
      log = fopen(log_path.c_str(), "a");
  }
};

Layer& L() {
  static auto* layer = new Layer;
  return *layer;
}

// One record: op, paths and numbers with tabs between, then the bytes.
void Log(const std::string& head, const std::string& bytes = "") {
  Layer& l = L();
  if (l.log == nullptr)
    return;
  fprintf(l.log, "%s\t%zu\n", head.c_str(), bytes.size());
  fwrite(bytes.data(), 1, bytes.size(), l.log);
  fputc('\n', l.log);
  fflush(l.log);
}

std::string ReadPlain(const std::string& path) {
  std::string bytes;
  const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  char piece[65536];
  for (ssize_t got = 0; fd >= 0 && (got = read(fd, piece, sizeof piece)) > 0;)
    bytes.append(piece, static_cast<std::size_t>(got));
  if (fd >= 0)
    close(fd);
  return bytes;
}

void LogChange(const std::string& path, const std::string& before, const std::string& after) {
  std::size_t same = 0;
  while (same < before.size() && same < after.size() && before[same] == after[same])
    ++same;
  if (after.size() < before.size())
    Log("cut\t" + path + "\t" + std::to_string(after.size()));
  if (same < after.size())
    Log("write\t" + path + "\t" + std::to_string(same), after.substr(same));
}

// What the program did to its files since the last call: nobody can say in which order.
void LookAtFiles() {
  Layer& l = L();
  std::map<std::string, Layer::Seen> now;
  DIR* dir = opendir(l.folder.c_str());
  while (const dirent* entry = dir != nullptr ? readdir(dir) : nullptr) {
    const std::string path = l.folder + "/" + entry->d_name;
    struct stat status;
    if (lstat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode))
      now[path] = {status.st_ino, ReadPlain(path)};
  }
  if (dir != nullptr)
    closedir(dir);
  for (const auto& [path, seen] : l.files) {
    const auto found = now.find(path);
    if (found == now.end() || found->second.inode != seen.inode)
      Log("unlink\t" + path);
  }
  for (const auto& [path, seen] : now) {
    const auto found = l.files.find(path);
    const bool is_known = found != l.files.end() && found->second.inode == seen.inode;
    if (!is_known)
      Log("create\t" + path);
    LogChange(path, is_known ? found->second.bytes : "", seen.bytes);
  }
  l.files = std::move(now);
}

// Our own change to one of the program's files is logged as such. The others are not looked at: the program may be
// changing them just now.
void Forget(const std::string& path) {
  Layer& l = L();
  if (l.log == nullptr || path.substr(0, path.rfind('/')) != l.folder)
    return;
  struct stat status;
  if (lstat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode))
    l.files[path] = {status.st_ino, ReadPlain(path)};
  else
    l.files.erase(path);
}

enum class Turn { Go, Fail, Short };

// Before each call; holds the layer's lock until the call is over.
class Call {
 public:
  Call() : holding_(L().mutex) {
    Layer& l = L();
    const int before = errno;
    if (l.log != nullptr)
      LookAtFiles();
    ++l.calls;
    Log("calls\t" + std::to_string(l.calls));
    errno = before;
    for (const Fault& fault : l.faults) {
      if (l.calls == fault.at && fault.kind != "flip")
        Strike(fault.kind);
    }
  }
  [[nodiscard]] bool fails() const { return turn_ == Turn::Fail; }
  [[nodiscard]] std::size_t Size(std::size_t size) const { return turn_ == Turn::Short ? (size + 1) / 2 : size; }

 private:
  void Strike(const std::string& kind) {
    if (kind == "kill")
      kill(getpid(), SIGKILL);
    turn_ = kind == "short" ? Turn::Short : Turn::Fail;
    errno = kind == "ENOSPC" ? ENOSPC : kind == "EINTR" ? EINTR : EIO;
  }

  Inside inside_;
  std::lock_guard<std::mutex> holding_;
  Turn turn_ = Turn::Go;
};

bool IsUnsynced(const std::string& path) {
  std::string text = L().unsynced;
  if (text.empty() || text.back() != '$')
    return !text.empty() && path.find(text) != std::string::npos;
  text.pop_back();
  return path.size() >= text.size() && path.compare(path.size() - text.size(), text.size(), text) == 0;
}

// What a disk does that goes bad: the write has succeeded, and the bytes are others.
void FlipWhereDue(int fd, ssize_t wrote, off_t offset) {
  Layer& l = L();
  for (Fault& fault : l.faults) {
    if (fault.kind != "flip" || l.calls < fault.at || wrote <= 0 || l.paths[fd].find(".tmp/") == std::string::npos)
      continue;
    fault.at = ULONG_MAX;
    const off_t at = offset + wrote / 2;
    const int plain = open(("/proc/self/fd/" + std::to_string(fd)).c_str(), O_RDWR | O_CLOEXEC);
    char byte = 0;
    if (plain >= 0 && pread(plain, &byte, 1, at) == 1) {
      byte = static_cast<char>(byte ^ 1);
      if (pwrite(plain, &byte, 1, at) != 1)
        abort();
    }
    close(plain);
  }
}

std::string Text(const void* bytes, ssize_t size) {
  return {static_cast<const char*>(bytes), static_cast<std::size_t>(size > 0 ? size : 0)};
}

}  // namespace

int Open(const char* path, int flags, mode_t mode) {
  const Call call;
  if (call.fails())
    return -1;
  struct stat status;
  const bool was_there = lstat(path, &status) == 0;
  const int fd = open(path, flags, mode);
  if (fd < 0)
    return fd;
  L().paths[fd] = path;
  if (!was_there)
    Log("create\t" + std::string(path));
  else if ((flags & O_TRUNC) != 0)
    Log("cut\t" + std::string(path) + "\t0");
  Forget(path);
  return fd;
}
int Close(int fd) {
  const Call call;
  L().paths.erase(fd);
  const int result = close(fd);  // a close that fails has closed
  return call.fails() ? -1 : result;
}
ssize_t Read(int fd, void* bytes, std::size_t size) {
  const Call call;
  return call.fails() ? -1 : read(fd, bytes, call.Size(size));
}
ssize_t ReadAt(int fd, void* bytes, std::size_t size, off_t offset) {
  const Call call;
  return call.fails() ? -1 : pread(fd, bytes, call.Size(size), offset);
}
ssize_t Write(int fd, const void* bytes, std::size_t size) {
  const Call call;
  if (call.fails())
    return -1;
  struct stat status;
  const bool appends = (fcntl(fd, F_GETFL) & O_APPEND) != 0;
  const off_t at = appends && fstat(fd, &status) == 0 ? status.st_size : lseek(fd, 0, SEEK_CUR);
  const ssize_t wrote = write(fd, bytes, call.Size(size));
  FlipWhereDue(fd, wrote, at);
  Log("write\t" + L().paths[fd] + "\t" + std::to_string(at), Text(bytes, wrote));
  Forget(L().paths[fd]);
  return wrote;
}
ssize_t WriteAt(int fd, const void* bytes, std::size_t size, off_t offset) {
  const Call call;
  if (call.fails())
    return -1;
  const ssize_t wrote = pwrite(fd, bytes, call.Size(size), offset);
  FlipWhereDue(fd, wrote, offset);
  Log("write\t" + L().paths[fd] + "\t" + std::to_string(offset), Text(bytes, wrote));
  return wrote;
}
int Sync(int fd) {
  const Call call;
  if (call.fails())
    return -1;
  const std::string& path = L().paths[fd];
  if (IsUnsynced(path))
    return 0;
  const int result = fsync(fd);
  if (result == 0)
    Log("sync\t" + path);
  return result;
}
int CutOpen(int fd, off_t length) {
  const Call call;
  if (call.fails())
    return -1;
  Log("cut\t" + L().paths[fd] + "\t" + std::to_string(length));
  return ftruncate(fd, length);
}
int Cut(const char* path, off_t length) {
  const Call call;
  if (call.fails())
    return -1;
  const int result = truncate(path, length);
  Log("cut\t" + std::string(path) + "\t" + std::to_string(length));
  Forget(path);
  return result;
}
// Of programs with ranks alone, which are not run here.
int Link(const char* from, const char* to) {
  return ::link(from, to);
}

int Rename(const char* from, const char* to) {
  const Call call;
  if (call.fails())
    return -1;
  const int result = rename(from, to);
  if (result == 0)
    Log("rename\t" + std::string(from) + "\t" + to);
  Forget(from);
  Forget(to);
  return result;
}
int Unlink(const char* path) {
  const Call call;
  if (call.fails())
    return -1;
  const int result = unlink(path);
  if (result == 0)
    Log("unlink\t" + std::string(path));
  Forget(path);
  return result;
}
int MakeFolder(const char* path, mode_t mode) {
  const Call call;
  if (call.fails())
    return -1;
  const int result = mkdir(path, mode);
  if (result == 0)
    Log("mkdir\t" + std::string(path));
  return result;
}
int RemoveFolder(const char* path) {
  const Call call;
  if (call.fails())
    return -1;
  const int result = rmdir(path);
  if (result == 0)
    Log("rmdir\t" + std::string(path));
  return result;
}
int Status(const char* path, struct stat* status) {
  const Call call;
  return call.fails() ? -1 : stat(path, status);
}
int LinkStatus(const char* path, struct stat* status) {
  const Call call;
  return call.fails() ? -1 : lstat(path, status);
}
DIR* OpenFolder(const char* path) {
  const Call call;
  return call.fails() ? nullptr : opendir(path);
}
dirent* ReadFolder(DIR* folder) {
  const Call call;
  return call.fails() ? nullptr : readdir(folder);
}
long EnterRing(int ring, unsigned submit, unsigned wait, unsigned flags) {
  const Call call;
  return call.fails() ? -1 : syscall(SYS_io_uring_enter, ring, submit, wait, flags, nullptr, 0);
}
int Completion(int fd, const void* bytes, off_t offset, int result) {
  const Call call;
  if (call.fails())
    return -errno;
  const ssize_t wrote = result > 0 ? static_cast<ssize_t>(call.Size(static_cast<std::size_t>(result))) : 0;
  FlipWhereDue(fd, wrote, offset);
  Log("write\t" + L().paths[fd] + "\t" + std::to_string(offset), Text(bytes, wrote));
  return result > 0 ? static_cast<int>(wrote) : result;
}

}  // namespace detrain::runtime::io
