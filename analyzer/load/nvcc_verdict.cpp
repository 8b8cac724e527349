// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/load/nvcc_verdict.h"

#include <llvm/Support/FileSystem.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/Program.h>

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "analyzer/load/flags.h"
#include "analyzer/load/nvcc.h"
#include "analyzer/load/toolkit.h"

namespace detrain::load {
namespace {

// Without inputs and what says what to make of them. What nvcc does not know is the host compiler's, and stays.
std::vector<std::string> OptionsOf(std::span<const std::string> arguments) {
  std::vector<std::string> kept;
  while (!arguments.empty()) {
    const auto found = FindNvccOption(arguments);
    const std::size_t width = found ? found->width : WidthOf(arguments);
    const bool makes_code = found && found->option->long_name == "--device-c";
    const bool is_product = found && found->option->action == NvccOption::Action::Product;
    const bool is_input = !found && !arguments.front().starts_with('-');
    if (makes_code)
      kept.emplace_back("-rdc=true");
    else if (!is_product && !is_input && !IsCompilerName(arguments.front()))
      kept.insert(kept.end(), arguments.begin(), arguments.begin() + static_cast<std::ptrdiff_t>(width));
    arguments = arguments.subspan(width);
  }
  return kept;
}

// nvcc has no mode that checks and makes nothing; its C++ for the host is what it makes first, behind all checks.
std::vector<std::string> WordsFor(const Command& command, const std::string& nvcc) {
  std::vector<std::string> words = {nvcc, "-w", "-cuda", "-o", "/dev/null"};
  const std::vector<std::string> options = OptionsOf(command.arguments);
  words.insert(words.end(), options.begin(), options.end());
  words.push_back(command.file);
  return words;
}

}  // namespace

Verdict AskNvcc(const Command& command) {
  const Result<Toolkit> toolkit = FindToolkit(command.arguments, command.file);
  if (!toolkit)
    return Verdict::Unknown;
  llvm::SmallString<128> nvcc(toolkit->root);
  llvm::sys::path::append(nvcc, "bin", "nvcc");
  if (!llvm::sys::fs::can_execute(nvcc))
    return Verdict::Unknown;
  std::vector<std::string> words = WordsFor(command, std::string(nvcc));
  // Child processes of LLVM's inherit the working directory, which the phases leave alone: the shell changes it.
  if (!command.directory.empty())
    words.insert(words.begin(), {"/bin/sh", "-c", R"(cd -- "$0" && exec "$@")", command.directory});
  const std::vector<llvm::StringRef> arguments(words.begin(), words.end());
  constexpr unsigned seconds = 120;
  const std::array<std::optional<llvm::StringRef>, 3> nowhere = {"", "", ""};
  const int code = llvm::sys::ExecuteAndWait(words.front(), arguments, std::nullopt, nowhere, seconds);
  if (code < 0)  // it could not be started, or was stopped
    return Verdict::Unknown;
  return code == 0 ? Verdict::Takes : Verdict::Rejects;
}

}  // namespace detrain::load
