// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>

#include "analyzer/driver/command.h"
#include "analyzer/driver/lsp/server.h"
#include "analyzer/driver/options.h"

namespace detrain::driver {
namespace {

constexpr Syntax syntax = {
    "lsp",
    "",
    "A language server (LSP 3.17) on standard input and output. initializationOptions: buildDir, "
    "flags, models, baseline.",
    {}};

Result<int> Run(const Arguments& arguments) {
  static_cast<void>(arguments);
  static_cast<void>(std::signal(SIGPIPE, SIG_IGN));  // a client that is gone is the end of input, not of us
  lsp::Channel channel(STDIN_FILENO, STDOUT_FILENO);
  lsp::Server server(channel);
  const int code = server.Serve();
  std::fflush(nullptr);
  std::_Exit(code);  // an analysis that is under way is not waited for
}

}  // namespace

int RunLsp(int argc, char** argv) {
  return RunCommand(syntax, argc, argv, Run);
}

}  // namespace detrain::driver
