// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/load/clang_flags.h"

#include <clang/Basic/OffloadArch.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/Path.h>

#include <algorithm>
#include <span>

#include "analyzer/base/file.h"
#include "analyzer/load/files.h"
#include "analyzer/load/flags.h"
#include "analyzer/load/nvcc.h"
#include "analyzer/load/toolkit.h"

namespace detrain::load {
namespace {

namespace path = llvm::sys::path;

bool HasCudaName(const Command& command) {
  const llvm::StringRef extension = path::extension(command.file);
  return extension == ".cu" || extension == ".cuh";
}

std::span<const std::string> WithoutNames(std::span<const std::string> arguments) {
  while (!arguments.empty() && IsCompilerName(arguments.front()))
    arguments = arguments.subspan(1);
  return arguments;
}

// What -x says last, if anything.
std::optional<std::string> LanguageIn(std::span<const std::string> flags) {
  std::optional<std::string> language;
  for (std::size_t i = 0; i < flags.size(); ++i)
    if (flags[i].starts_with("-x"))
      language = flags[i].size() > 2 ? flags[i].substr(2) : i + 1 < flags.size() ? flags[i + 1] : "";
  return language;
}

std::string JoinedNumbers(const std::vector<unsigned>& numbers) {
  std::string text;
  for (const unsigned number : numbers)
    text.append(text.empty() ? "" : ",").append(std::to_string(number * 10));
  return text;
}

// The newest GPU that the user compiles for and Clang knows.
std::string NewestKnown(std::vector<unsigned> architectures) {
  std::ranges::reverse(architectures);
  for (const unsigned number : architectures)
    if (const std::string name = "sm_" + std::to_string(number);
        clang::StringToOffloadArch(name) != clang::OffloadArch::UNKNOWN)
      return name;
  return "sm_90";
}

void Append(std::vector<std::string>& to, std::vector<std::string> more) {
  to.insert(to.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

std::vector<std::string> FlagsOfCuda(const Toolkit& toolkit, const Command& command) {
  return {"-ferror-limit=0",  // what only Clang rejects is told apart, however much it is
          "-x",
          "cuda",
          command.view == View::Device ? "--cuda-device-only" : "--cuda-host-only",
          "--cuda-path=" + toolkit.root,
          "-nogpulib",
          "-isystem",
          kCudaFolder,
          "-isystem",
          toolkit.root + "/include/cccl",
          "-D__NVCC__",
          "-D__CUDACC_VER_MAJOR__=" + std::to_string(toolkit.Major()),
          "-D__CUDACC_VER_MINOR__=" + std::to_string(toolkit.Minor()),
          "-D__CUDACC_VER_BUILD__=0",
          "-include",
          kCudaHeader};
}

bool IsSameFolder(const Command& command, const std::string& folder, const std::string& other) {
  llvm::SmallString<128> name(folder);
  if (!command.directory.empty())
    path::make_absolute(command.directory, name);
  return llvm::sys::fs::equivalent(name, other);
}

// Without the toolkit's own folders, whose headers are the system's.
std::vector<std::string> FoldersOfTheUser(const NvccFlags& nvcc, const Command& command, const Toolkit* toolkit) {
  std::vector<std::string> kept;
  for (std::size_t i = 0; i + 1 < nvcc.folders.size(); i += 2)
    if (!toolkit || !IsSameFolder(command, nvcc.folders[i + 1], toolkit->root + "/include"))
      kept.insert(kept.end(), {nvcc.folders[i], nvcc.folders[i + 1]});
  return kept;
}

OptionsReader ReaderFrom(const Command& command) {
  return [directory = command.directory](const std::string& file) -> std::optional<std::string> {
    llvm::SmallString<128> name(file);
    if (!directory.empty())
      path::make_absolute(directory, name);
    auto text = ReadFile(std::string(name));
    return text ? std::optional(*std::move(text)) : std::nullopt;
  };
}

// nvcc shows its headers to what is not CUDA, too, where there are any.
std::vector<std::string> FlagsOfHost(const NvccFlags& nvcc, const Toolkit* toolkit) {
  std::vector<std::string> flags;
  if (!nvcc.language.empty())
    flags = {"-x", nvcc.language};
  if (toolkit)
    Append(flags, {"-isystem", toolkit->root + "/include", "-isystem", toolkit->root + "/include/cccl"});
  return flags;
}

Result<ClangFlags> FlagsOfNvcc(const Command& command) {
  NvccFlags nvcc = TranslateNvcc(WithoutNames(command.arguments), ReaderFrom(command));
  const bool is_cuda = nvcc.language.empty() ? HasCudaName(command) : nvcc.language == "cu";
  const Result<Toolkit> toolkit = FindToolkit(command.arguments, command.file);
  if (is_cuda && !toolkit)
    return toolkit.error();
  const Toolkit* found = toolkit ? &*toolkit : nullptr;
  std::vector<std::string> flags = nvcc.flags;
  Append(flags, FoldersOfTheUser(nvcc, command, found));
  if (!is_cuda) {
    Append(flags, FlagsOfHost(nvcc, found));
    return ClangFlags{std::move(flags), std::nullopt, {}};
  }
  if (nvcc.architectures.empty())
    nvcc.architectures.push_back(found->Major() >= 13 ? 75 : 52);
  Append(flags, FlagsOfCuda(*found, command));
  flags.push_back("-D__CUDA_ARCH_LIST__=" + JoinedNumbers(nvcc.architectures));
  // Which function a launch calls depends on the version, which -nogpulib keeps from the device's view.
  if (command.view == View::Device)
    Append(flags, {"--cuda-gpu-arch=" + NewestKnown(nvcc.architectures), "-Xclang",
                   "-target-sdk-version=" + std::to_string(found->Major()) + "." + std::to_string(found->Minor())});
  return ClangFlags{std::move(flags), Cuda{found->version, std::move(nvcc.inexact)}, found->root};
}

}  // namespace

Result<ClangFlags> FlagsFor(const Command& command) {
  const bool names_none = command.arguments.empty() || !IsCompilerName(command.arguments.front());
  if (CallsNvcc(command.arguments) || (names_none && HasCudaName(command)))
    return FlagsOfNvcc(command);
  std::vector<std::string> flags = ParsingFlags(command.arguments);
  const auto language = LanguageIn(flags);
  if (language ? *language != "cuda" : !HasCudaName(command))
    return ClangFlags{std::move(flags), std::nullopt, {}};
  DETRAIN_TRY(const Toolkit toolkit, FindToolkit(command.arguments, command.file));
  Append(flags, FlagsOfCuda(toolkit, command));
  return ClangFlags{std::move(flags), Cuda{toolkit.version, {}}, toolkit.root};
}

}  // namespace detrain::load
