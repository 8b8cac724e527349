// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lock.h"

#include <fcntl.h>

#include <cerrno>

#include "disk.h"
#include "fail.h"
#include "settings.h"

namespace detrain::runtime {
namespace {

// Locks of processes (POSIX), not of descriptors: a child that the program starts does not inherit them, and the holder
// can be named.
struct flock ByteLock(off_t byte) {
  struct flock lock = {};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  lock.l_start = byte;
  lock.l_len = 1;
  return lock;
}

[[noreturn]] void RefuseHeld(const std::string& dir, pid_t holder) {
  const std::string who = holder > 0 ? "process " + std::to_string(holder) : "another process";
  Refuse("DETRAIN_DIR=" + dir + ": in use by " + who + "; two runs cannot share a folder");
}

}  // namespace

void LockFolder(const std::string& dir) {
  const std::string path = dir + "/lock";
  const int fd = OpenToShare(path);
  if (fd < 0)
    Fail("cannot write " + path + ": " + ErrorText(errno));
  struct flock supervisor = ByteLock(0);
  if (fcntl(fd, F_GETLK, &supervisor) == 0 && supervisor.l_type != F_UNLCK &&
      static_cast<std::uint64_t>(supervisor.l_pid) != GetSettings().supervisor)
    RefuseHeld(dir, supervisor.l_pid);
  struct flock program = ByteLock(1);
  if (fcntl(fd, F_SETLK, &program) == 0 || (errno != EACCES && errno != EAGAIN))
    return;  // the descriptor stays open: closing it would give the lock back
  struct flock holder = ByteLock(1);
  RefuseHeld(dir, fcntl(fd, F_GETLK, &holder) == 0 ? holder.l_pid : 0);
}

}  // namespace detrain::runtime
