// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Dispatches to the subcommand that the first argument names.
#include <cstdio>
#include <cstring>
#include <optional>

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

int Main(int argc, char** argv) {
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
  if (const Command* command = Find(argv[1]))
    return command->run(argc - 2, argv + 2);
  diag::Funnel funnel(diag::StderrPrinter());
  funnel.Fail(diag::Fail<diag::Failure::UnknownCommand>({}, argv[1]));
  return funnel.ExitCode(std::nullopt);
}

}  // namespace
}  // namespace detrain::driver

int main(int argc, char** argv) {
  return detrain::driver::Main(argc, argv);
}
