// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/driver/run/lock.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>

#include "analyzer/diag/message.h"

namespace detrain::driver {
namespace {

// Byte 0 is ours, byte 1 the program's.
struct flock ByteLock(off_t byte) {
  struct flock lock = {};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  lock.l_start = byte;
  lock.l_len = 1;
  return lock;
}

Error InUse(const std::filesystem::path& run, pid_t holder) {
  const std::string who = holder > 0 ? "process " + std::to_string(holder) : "another process";
  return diag::Fail<diag::Failure::BadConfig>(Location{run.string(), 0, 0},
                                              "in use by " + who + "; two runs cannot share a folder");
}

}  // namespace

Result<void> LockRun(const std::filesystem::path& run) {
  const std::string path = (run / "lock").string();
  const int fd = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);  // stays open: closing it ends the lock
  if (fd < 0)
    return diag::Fail<diag::Failure::CannotWrite>(Location{path, 0, 0}, std::strerror(errno));
  struct flock mine = ByteLock(0);
  const bool is_held = fcntl(fd, F_SETLK, &mine) != 0 && (errno == EACCES || errno == EAGAIN);
  for (const off_t byte : {0, 1}) {
    struct flock holder = ByteLock(byte);
    const bool is_known = fcntl(fd, F_GETLK, &holder) == 0 && holder.l_type != F_UNLCK;
    if (is_known)
      return InUse(run, holder.l_pid);
  }
  if (is_held)
    return InUse(run, 0);
  return {};
}

}  // namespace detrain::driver
