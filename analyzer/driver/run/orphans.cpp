// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/driver/run/orphans.h"

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <csignal>
#include <filesystem>
#include <string>
#include <system_error>

#include "analyzer/base/file.h"

namespace detrain::driver {
namespace {

// 0: it is gone. The name in front may hold anything, but ends with the last parenthesis.
pid_t ParentOf(const std::string& process) {
  const Result<std::string> stat = ReadFile("/proc/" + process + "/stat");
  const std::size_t name_end = stat ? stat->rfind(')') : std::string::npos;
  pid_t parent = 0;
  if (name_end != std::string::npos && name_end + 4 < stat->size())
    std::from_chars(stat->data() + name_end + 4, stat->data() + stat->size(), parent);
  return parent;
}

}  // namespace

void AdoptOrphans() {
  prctl(PR_SET_CHILD_SUBREAPER, 1);
}

void ReapOrphans(pid_t program) {
  siginfo_t ended{};
  while (waitid(P_ALL, 0, &ended, WEXITED | WNOHANG | WNOWAIT) == 0 && ended.si_pid != 0 && ended.si_pid != program)
    waitpid(ended.si_pid, nullptr, 0);
}

bool HasOrphans() {
  pid_t ended = 0;
  do
    ended = waitpid(-1, nullptr, WNOHANG);
  while (ended > 0 || (ended < 0 && errno == EINTR));
  return ended == 0;
}

void KillOrphans() {
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator("/proc", error)) {
    const std::string name = entry.path().filename().string();
    pid_t process = 0;
    const auto [end, failed] = std::from_chars(name.data(), name.data() + name.size(), process);
    if (failed == std::errc() && *end == '\0' && ParentOf(name) == getpid())
      kill(process, SIGKILL);
  }
}

}  // namespace detrain::driver
