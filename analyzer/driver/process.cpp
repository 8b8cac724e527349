// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/driver/process.h"

#include <fcntl.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <thread>

#include "analyzer/base/file.h"
#include "analyzer/diag/message.h"

namespace detrain::driver {

std::atomic<bool> interrupted = false;

namespace {

using Clock = std::chrono::steady_clock;
using diag::Failure;

std::vector<char*> Pointers(const std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (const std::string& text : texts)
    pointers.push_back(const_cast<char*>(text.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

std::vector<std::string> Assignments(const Environment& environment) {
  std::vector<std::string> texts;
  for (const auto& [name, value] : environment)
    texts.push_back(name + "=" + value);
  return texts;
}

// Everything below runs between fork and exec, so it may only call what is safe there.
bool Redirect(const std::string& path, int flags, int descriptor) {
  if (path.empty())
    return true;
  const int file = open(path.c_str(), flags | O_CLOEXEC, 0666);
  return file >= 0 && dup2(file, descriptor) >= 0;
}

void UseOneCpu(int cpu) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(static_cast<std::size_t>(cpu), &set);
  sched_setaffinity(0, sizeof set, &set);
}

bool Prepare(const ChildSpec& spec) {
  if (spec.affinity >= 0)
    UseOneCpu(spec.affinity);
  if (spec.own_group)
    setpgid(0, 0);
  if (spec.cpu_seconds > 0) {
    const rlimit limit{spec.cpu_seconds, spec.cpu_seconds + 1};  // where it ignores the signal, the second one kills
    setrlimit(RLIMIT_CPU, &limit);
  }
  constexpr int append = O_WRONLY | O_CREAT | O_APPEND;
  return (spec.directory.empty() || chdir(spec.directory.c_str()) == 0) &&
         Redirect(spec.stdin_path, O_RDONLY, STDIN_FILENO) && Redirect(spec.stdout_path, append, STDOUT_FILENO) &&
         Redirect(spec.stderr_path, append, STDERR_FILENO);
}

// A program under verification is killed and crashes by design: no core files, and none survives us.
void IsolateFailures() {
  const rlimit none{0, 0};
  setrlimit(RLIMIT_CORE, &none);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
}

// Tells the parent why there will be no program, through a pipe that a successful exec closes.
[[noreturn]] void GiveUp(int pipe_end) {
  const int error = errno;
  if (write(pipe_end, &error, sizeof error) < 0)
    _exit(126);
  _exit(127);
}

int StartError(int pipe_end) {
  int error = 0;
  ssize_t count = 0;
  do
    count = read(pipe_end, &error, sizeof error);
  while (count < 0 && errno == EINTR);
  close(pipe_end);
  return count == static_cast<ssize_t>(sizeof error) ? error : 0;
}

// Counts the lines of a file that grows, reading each byte once.
class LineCounter {
 public:
  explicit LineCounter(const std::string& path) : file_(std::fopen(path.c_str(), "rbe")) {}
  LineCounter(const LineCounter&) = delete;
  LineCounter& operator=(const LineCounter&) = delete;
  ~LineCounter() {
    if (file_)
      std::fclose(file_);
  }

  std::uint64_t Count() {
    std::array<char, 1 << 14> block;
    if (file_)
      std::clearerr(file_);
    while (const std::size_t count = file_ ? std::fread(block.data(), 1, block.size(), file_) : 0)
      lines_ += static_cast<std::uint64_t>(std::count(block.data(), block.data() + count, '\n'));
    return lines_;
  }

 private:
  std::FILE* file_;
  std::uint64_t lines_ = 0;
};

void OnInterrupt(int) {
  interrupted = true;
}

}  // namespace

std::string Outcome::Describe() const {
  if (timed_out)
    return "no end after " + std::to_string(static_cast<int>(seconds)) + " s";
  if (signal != 0)
    return "signal " + std::to_string(signal) + " (" + strsignal(signal) + ")";
  return "exit code " + std::to_string(code);
}

Result<pid_t> Start(const ChildSpec& spec) {
  std::string executable = spec.executable;
  if (executable.empty()) {
    DETRAIN_TRY(executable, FindExecutable(spec.argv.front()));
  }
  const std::vector<std::string> assignments =
      spec.environment ? Assignments(*spec.environment) : std::vector<std::string>();
  const std::vector<char*> arguments = Pointers(spec.argv);
  const std::vector<char*> variables = Pointers(assignments);
  std::array<int, 2> pipe_ends{};
  if (pipe2(pipe_ends.data(), O_CLOEXEC) != 0)
    return diag::Fail<Failure::CannotRun>({}, spec.argv.front(), std::strerror(errno));
  const pid_t child = fork();
  if (child == 0) {
    IsolateFailures();
    if (Prepare(spec))
      execve(executable.c_str(), arguments.data(), spec.environment ? variables.data() : environ);
    GiveUp(pipe_ends[1]);
  }
  close(pipe_ends[1]);
  const int error = child < 0 ? errno : StartError(pipe_ends[0]);
  if (child > 0 && error == 0)
    return child;
  if (child > 0)
    waitpid(child, nullptr, 0);
  return diag::Fail<Failure::CannotRun>({}, spec.argv.front(), std::strerror(error));
}

bool HasEnded(pid_t child, Outcome& outcome) {
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) * 1e-6;
  };
  int status = 0;
  rusage used{};
  if (wait4(child, &status, WNOHANG, &used) != child)
    return false;
  outcome.cpu_seconds = seconds(used.ru_utime) + seconds(used.ru_stime);
  outcome.code = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
  outcome.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  return true;
}

Result<Outcome> Run(const ChildSpec& spec) {
  const Clock::time_point start = Clock::now();
  DETRAIN_TRY(const pid_t child, Start(spec));
  Outcome outcome;
  LineCounter lines(spec.enough_lines > 0 ? spec.stdout_path : "");
  auto pause = std::chrono::microseconds(200);
  while (!HasEnded(child, outcome)) {
    outcome.seconds = std::chrono::duration<double>(Clock::now() - start).count();
    outcome.timed_out = outcome.timed_out || (spec.timeout > 0 && outcome.seconds > spec.timeout);
    if (outcome.timed_out || interrupted || (spec.enough_lines > 0 && lines.Count() >= spec.enough_lines))
      kill(child, SIGKILL);
    std::this_thread::sleep_for(pause);
    pause = std::min(pause * 2, std::chrono::microseconds(5000));
  }
  outcome.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  return outcome;
}

Result<std::string> Capture(std::vector<std::string> argv) {
  const std::string path = std::filesystem::temp_directory_path() / ("detrain_capture_" + std::to_string(getpid()));
  std::filesystem::remove(path);
  ChildSpec spec{.argv = std::move(argv), .stdout_path = path};
  DETRAIN_TRY(const Outcome outcome, Run(spec));
  const Result<std::string> text = ReadFile(path);
  std::filesystem::remove(path);
  if (!outcome.Succeeded())
    return diag::Fail<Failure::CannotRun>({}, spec.argv.front(), outcome.Describe());
  return text;
}

Environment CleanEnvironment() {
  Environment environment;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    const std::string_view text = *variable;
    const std::size_t equals = text.find('=');
    if (equals != std::string_view::npos && !text.starts_with("DETRAIN_"))
      environment[std::string(text.substr(0, equals))] = text.substr(equals + 1);
  }
  return environment;
}

Result<std::string> FindExecutable(const std::string& name) {
  const auto is_executable = [](const std::filesystem::path& path) {
    return std::filesystem::is_regular_file(path) && access(path.c_str(), X_OK) == 0;
  };
  if (name.find('/') != std::string::npos) {
    if (is_executable(name))
      return std::filesystem::absolute(name).string();
    return diag::Fail<Failure::CannotRun>({}, name, std::strerror(access(name.c_str(), F_OK) == 0 ? EACCES : ENOENT));
  }
  const char* path = std::getenv("PATH");
  for (std::string_view rest = path ? path : "/usr/bin:/bin"; !name.empty();) {
    const std::size_t end = rest.find(':');
    const std::filesystem::path candidate =
        std::filesystem::absolute(std::filesystem::path(rest.substr(0, end)) / name);
    if (is_executable(candidate))
      return candidate.string();
    if (end == std::string_view::npos)
      break;
    rest.remove_prefix(end + 1);
  }
  return diag::Fail<Failure::CannotRun>({}, name, std::strerror(ENOENT));
}

void WatchInterrupts() {
  struct sigaction action = {};
  action.sa_handler = OnInterrupt;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

}  // namespace detrain::driver
