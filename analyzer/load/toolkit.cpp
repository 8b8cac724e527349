// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/load/toolkit.h"

#include <llvm/Support/FileSystem.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/Program.h>

#include <cstdlib>
#include <optional>
#include <vector>

#include "analyzer/base/file.h"
#include "analyzer/diag/message.h"
#include "analyzer/load/nvcc.h"

namespace detrain::load {
namespace {

namespace path = llvm::sys::path;

std::optional<std::string> NamedRoot(std::span<const std::string> arguments) {
  constexpr std::string_view option = "--cuda-path=";
  for (const std::string& argument : arguments)
    if (argument.starts_with(option))
      return argument.substr(option.size());
  return std::nullopt;
}

// bin/nvcc -> the folder above bin, links followed.
void AddRootOf(const std::string& nvcc, std::vector<std::string>& roots) {
  std::string found = nvcc;
  if (nvcc.find('/') == std::string::npos) {
    const auto program = llvm::sys::findProgramByName(nvcc);
    if (!program)
      return;
    found = *program;
  }
  llvm::SmallString<128> real;
  for (const llvm::StringRef name : {llvm::StringRef(found), llvm::StringRef(real)}) {
    if (!name.empty())
      roots.emplace_back(path::parent_path(path::parent_path(name)));
    static_cast<void>(llvm::sys::fs::real_path(found, real));  // stays empty where there is none
  }
}

void AddVariable(const char* name, std::vector<std::string>& roots) {
  if (const char* value = std::getenv(name); value && *value)
    roots.emplace_back(value);
}

std::vector<std::string> Places(std::span<const std::string> arguments) {
  std::vector<std::string> roots;
  std::string nvcc;
  if (CallsNvcc(arguments, &nvcc))
    AddRootOf(nvcc, roots);
  AddVariable("CUDA_HOME", roots);
  AddVariable("CUDA_PATH", roots);
  AddRootOf("nvcc", roots);
  roots.insert(roots.end(), {"/usr/local/cuda", "/opt/cuda", "/usr/lib/cuda"});
  return roots;
}

// "#define CUDA_VERSION 13000" in cuda.h; 0: it has no such line.
unsigned VersionIn(std::string_view text) {
  constexpr std::string_view line = "#define CUDA_VERSION ";
  const std::size_t at = text.find(line);
  unsigned version = 0;
  if (at != std::string_view::npos)
    llvm::StringRef(text.substr(at + line.size())).consumeInteger(10, version);
  return version;
}

std::optional<Toolkit> ToolkitIn(const std::string& root) {
  llvm::SmallString<128> header(root);
  path::append(header, "include", "cuda.h");
  if (!llvm::sys::fs::is_regular_file(header))
    return std::nullopt;
  const auto text = ReadFile(std::string(header));
  const unsigned version = text ? VersionIn(*text) : 0;
  return version == 0 ? std::nullopt : std::optional(Toolkit{root, version});
}

}  // namespace

Result<Toolkit> FindToolkit(std::span<const std::string> arguments, const std::string& file) {
  const auto named = NamedRoot(arguments);
  for (const std::string& root : named ? std::vector<std::string>{*named} : Places(arguments))
    if (auto toolkit = ToolkitIn(root))
      return *std::move(toolkit);
  if (named)
    return diag::Fail<diag::Failure::NoCudaThere>({file, 0, 0}, *named);
  return diag::Fail<diag::Failure::NoCuda>({file, 0, 0});
}

}  // namespace detrain::load
