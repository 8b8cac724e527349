// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// lock.hpp: who has a run's folder. DIR/lock is locked byte by byte with POSIX record locks, which are processes', not
// descriptors': a child does not inherit them, and the holder can be named. Closing any descriptor of the file gives
// them back, so who locks keeps his open.
#ifndef DETRAIN_LOCK_HPP
#define DETRAIN_LOCK_HPP

#include <fcntl.h>
#include <sys/types.h>

#include <cerrno>
#include <string>

namespace detrain::lock {

enum class Byte : off_t { Supervisor = 0, Program = 1 };

inline struct flock Of(Byte byte) {
  struct flock lock = {};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  lock.l_start = static_cast<off_t>(byte);
  lock.l_len = 1;
  return lock;
}

// False where another process has the byte. A file system without locks gives it to everybody.
inline bool Take(int fd, Byte byte) {
  struct flock mine = Of(byte);
  return fcntl(fd, F_SETLK, &mine) == 0 || (errno != EACCES && errno != EAGAIN);
}

// The other process that has the byte; 0: none, or none that can be named.
inline pid_t Holder(int fd, Byte byte) {
  struct flock lock = Of(byte);
  return fcntl(fd, F_GETLK, &lock) == 0 && lock.l_type != F_UNLCK ? lock.l_pid : 0;
}

// What is said to who comes second.
inline std::string InUseBy(pid_t holder) {
  const std::string who = holder > 0 ? "process " + std::to_string(holder) : "another process";
  return "in use by " + who + "; two runs cannot share a folder";
}

}  // namespace detrain::lock

#endif
