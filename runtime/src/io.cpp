// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "io.h"

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdio>

namespace detrain::runtime::io {

int Open(const char* path, int flags, mode_t mode) {
  return open(path, flags, mode);
}
int Close(int fd) {
  return close(fd);
}
ssize_t Read(int fd, void* bytes, std::size_t size) {
  return read(fd, bytes, size);
}
ssize_t ReadAt(int fd, void* bytes, std::size_t size, off_t offset) {
  return pread(fd, bytes, size, offset);
}
ssize_t Write(int fd, const void* bytes, std::size_t size) {
  return write(fd, bytes, size);
}
ssize_t WriteAt(int fd, const void* bytes, std::size_t size, off_t offset) {
  return pwrite(fd, bytes, size, offset);
}
int Sync(int fd) {
  return fsync(fd);
}
int CutOpen(int fd, off_t length) {
  return ftruncate(fd, length);
}
int Cut(const char* path, off_t length) {
  return truncate(path, length);
}
int Link(const char* from, const char* to) {
  return ::link(from, to);
}

int Rename(const char* from, const char* to) {
  return rename(from, to);
}
int Unlink(const char* path) {
  return unlink(path);
}
int MakeFolder(const char* path, mode_t mode) {
  return mkdir(path, mode);
}
int RemoveFolder(const char* path) {
  return rmdir(path);
}
int Status(const char* path, struct stat* status) {
  return stat(path, status);
}
int LinkStatus(const char* path, struct stat* status) {
  return lstat(path, status);
}
DIR* OpenFolder(const char* path) {
  return opendir(path);
}
dirent* ReadFolder(DIR* folder) {
  return readdir(folder);
}
long EnterRing(int ring, unsigned submit, unsigned wait, unsigned flags) {
  return syscall(SYS_io_uring_enter, ring, submit, wait, flags, nullptr, 0);
}
int Completion(int, const void*, off_t, int result) {
  return result;
}

}  // namespace detrain::runtime::io
