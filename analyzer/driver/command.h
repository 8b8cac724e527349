// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The subcommands of `detrain`. Each lives in its own file, cmd_<name>.cpp, and has one line in
// commands.def.
#ifndef DETRAIN_ANALYZER_DRIVER_COMMAND_H
#define DETRAIN_ANALYZER_DRIVER_COMMAND_H

namespace detrain::driver {

// One subcommand. `run` gets the arguments that follow the subcommand's name, so argv[0] is the
// first of them, and returns the process's exit code (docs/building.md lists their meaning).
struct Command {
  const char* name;
  int (*run)(int argc, char** argv);
  const char* help;
};

#define DETRAIN_COMMAND(Function, Name, Help) int Function(int argc, char** argv);
#include "analyzer/driver/commands.def"
#undef DETRAIN_COMMAND

}  // namespace detrain::driver

#endif
