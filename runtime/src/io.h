// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every system call by which the runtime reads, writes, makes or removes a file of a run. Results and errno are the
// system's. They are in one place, and nothing else is, so that a test can link a layer of its own instead: one that
// fails, ends the process or writes a log at the n-th call (test/faults).
#ifndef DETRAIN_RUNTIME_SRC_IO_H
#define DETRAIN_RUNTIME_SRC_IO_H

#include <dirent.h>
#include <sys/stat.h>
#include <sys/types.h>

#include <cstddef>

namespace detrain::runtime::io {

int Open(const char* path, int flags, mode_t mode = 0);
int Close(int fd);
ssize_t Read(int fd, void* bytes, std::size_t size);
ssize_t ReadAt(int fd, void* bytes, std::size_t size, off_t offset);
ssize_t Write(int fd, const void* bytes, std::size_t size);
ssize_t WriteAt(int fd, const void* bytes, std::size_t size, off_t offset);
int Sync(int fd);
int CutOpen(int fd, off_t length);
int Cut(const char* path, off_t length);
int Rename(const char* from, const char* to);
int Link(const char* from, const char* to);
int Unlink(const char* path);
int MakeFolder(const char* path, mode_t mode);
int RemoveFolder(const char* path);
int Status(const char* path, struct stat* status);      // follows links
int LinkStatus(const char* path, struct stat* status);  // does not
DIR* OpenFolder(const char* path);
dirent* ReadFolder(DIR* folder);
// io_uring_enter, and what the kernel says of a write that it completed.
long EnterRing(int ring, unsigned submit, unsigned wait, unsigned flags);
int Completion(int fd, const void* bytes, off_t offset, int result);

}  // namespace detrain::runtime::io

#endif
