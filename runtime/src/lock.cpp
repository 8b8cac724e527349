// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lock.h"

#include <cerrno>
#include <cstdint>

#include "detrain/lock.hpp"
#include "disk.h"
#include "fail.h"
#include "settings.h"

namespace detrain::runtime {
namespace {

[[noreturn]] void RefuseHeld(const std::string& dir, pid_t holder) {
  Refuse("DETRAIN_DIR=" + dir + ": " + lock::InUseBy(holder));
}

}  // namespace

void LockFolder(const std::string& dir) {
  const std::string path = dir + "/lock";
  const int fd = OpenToShare(path);  // stays open: closing it would give the lock back
  if (fd < 0)
    Fail("cannot write " + path + ": " + ErrorText(errno));
  const pid_t supervisor = lock::Holder(fd, lock::Byte::Supervisor);
  if (supervisor != 0 && static_cast<std::uint64_t>(supervisor) != GetSettings().supervisor)
    RefuseHeld(dir, supervisor);
  if (!lock::Take(fd, lock::Byte::Program))
    RefuseHeld(dir, lock::Holder(fd, lock::Byte::Program));
}

}  // namespace detrain::runtime
