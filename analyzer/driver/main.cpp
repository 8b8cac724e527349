// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Dispatches to the subcommand that the first argument names.
#include <llvm/Support/ErrorHandling.h>
#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <functional>
#include <new>
#include <optional>
#include <string_view>

#include "analyzer/diag/funnel.h"
#include "analyzer/diag/message.h"
#include "analyzer/driver/command.h"

namespace detrain::driver {
namespace {

// A sentinel ends the table, because a build in which no command exists yet must still compile.
constexpr Command commands[] = {
#define DETRAIN_COMMAND(Function, Name, Help) {Name, Function, Help},
#include "analyzer/driver/commands.def"
#undef DETRAIN_COMMAND
    {nullptr, nullptr, nullptr}};

void PrintHelp(std::FILE* out) {
  std::fputs("usage: detrain COMMAND ARGS...\n\n", out);
  for (const Command* command = commands; command->name; ++command)
    std::fprintf(out, "  %-10s %s\n", command->name, command->help);
  std::fputs("\ndetrain COMMAND --help says more; detrain --version names the version.\n", out);
}

const Command* Find(const char* name) {
  for (const Command* command = commands; command->name; ++command)
    if (std::strcmp(command->name, name) == 0)
      return command;
  return nullptr;
}

int Say(const Error& error) {
  diag::Funnel funnel(diag::StderrPrinter());
  funnel.Fail(error);
  return funnel.ExitCode(std::nullopt);
}

int RefuseCommand(const char* name) {
  return Say(diag::Fail<diag::Failure::UnknownCommand>({}, name));
}

// What was printed may still be on its way to a disk that is full.
int Flushed(int code) {
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0)
    return code;
  return Say(diag::Fail<diag::Failure::CannotWrite>(Location{"standard output", 0, 0}, std::strerror(errno)));
}

// On whichever thread, and however deep: nothing is half written, because files are renamed when they are whole.
[[noreturn]] void EndOutOfMemory() {
  constexpr std::string_view kText =
      "detrain: error: no memory is left: analyse fewer files at once (-j 1), raise the limit (ulimit -v), or describe "
      "functions with --model\n";
  [[maybe_unused]] const auto written = write(STDERR_FILENO, kText.data(), kText.size());
  _exit(ExitCode(ErrorKind::Coverage));
}

// Sources and graphs are followed by functions that call themselves, once for each level: a sum of ten thousand terms,
// as generators write it, has as many. Only what is used of a stack takes memory, but a limit on addresses counts all.
std::size_t StackSize() {
  constexpr std::size_t kMost = std::size_t{512} << 20;
  rlimit limit = {};
  const bool is_limited = getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
  return std::clamp<std::size_t>(is_limited ? limit.rlim_cur / 32 : kMost, std::size_t{8} << 20, kMost);
}

// On a stack of that size, which the threads that it starts have as well.
int OnLargeStack(const std::function<int()>& work) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, StackSize());
  pthread_setattr_default_np(&attributes);
  struct Job {
    const std::function<int()>& work;
    int code;
  } job = {work, 0};
  const auto start = [](void* data) -> void* {
    auto* given = static_cast<Job*>(data);
    given->code = given->work();
    return nullptr;
  };
  pthread_t thread = {};
  if (pthread_create(&thread, nullptr, start, &job) == 0)
    pthread_join(thread, nullptr);
  else
    job.code = work();
  return job.code;
}

int Main(int argc, char** argv) {
  std::set_new_handler(EndOutOfMemory);
  llvm::install_bad_alloc_error_handler([](void*, const char*, bool) { EndOutOfMemory(); });
  if (argc < 2) {
    PrintHelp(stderr);
    return ExitCode(ErrorKind::Usage);
  }
  if (std::strcmp(argv[1], "--help") == 0 || std::strcmp(argv[1], "-h") == 0) {
    PrintHelp(stdout);
    return 0;
  }
  if (std::strcmp(argv[1], "--version") == 0) {
    std::puts("detrain " DETRAIN_VERSION);
    return 0;
  }
  const Command* command = Find(argv[1]);
  return command ? Flushed(command->run(argc - 2, argv + 2)) : RefuseCommand(argv[1]);
}

}  // namespace
}  // namespace detrain::driver

int main(int argc, char** argv) {
  return detrain::driver::OnLargeStack([&] { return detrain::driver::Main(argc, argv); });
}
