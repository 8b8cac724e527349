// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/driver/run/lock.h"

#include <fcntl.h>

#include <cerrno>
#include <cstring>
#include <string>

#include "analyzer/diag/message.h"
#include "detrain/lock.hpp"

namespace detrain::driver {

Result<void> LockRun(const std::filesystem::path& run) {
  const std::string path = (run / "lock").string();
  const int fd = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);  // stays open: closing it ends the lock
  if (fd < 0)
    return diag::Fail<diag::Failure::CannotWrite>(Location{path, 0, 0}, std::strerror(errno));
  const bool is_ours = lock::Take(fd, lock::Byte::Supervisor);
  // A program that runs without a supervisor has its own byte alone.
  pid_t holder = lock::Holder(fd, lock::Byte::Supervisor);
  if (holder == 0)
    holder = lock::Holder(fd, lock::Byte::Program);
  if (is_ours && holder == 0)
    return {};
  return diag::Fail<diag::Failure::BadConfig>(Location{run.string(), 0, 0}, lock::InUseBy(holder));
}

}  // namespace detrain::driver
