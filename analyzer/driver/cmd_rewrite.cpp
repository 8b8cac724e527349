// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <array>
#include <cstdio>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "analyzer/base/file.h"
#include "analyzer/diag/message.h"
#include "analyzer/driver/command.h"
#include "analyzer/driver/patch_text.h"
#include "analyzer/driver/pipeline.h"

namespace detrain::driver {
namespace {

namespace fs = std::filesystem;
using diag::Failure;

constexpr std::array<Option, 6> options = {{
    {"-p", "BUILD", "folder that holds compile_commands.json; without FILEs all of it is the program"},
    {"--step", "FILE:LINE", "the step loop, where detrain should not choose it"},
    {"-o", "DIR", "where the rewritten sources go"},
    {"--diff", "", "print the changes; alone, nothing is written"},
    {"--in-place", "", "write over the program's own files"},
    {"--model", "FILE", "describes functions that detrain does not know (docs/catalog.md); may be given again"},
}};

constexpr Syntax syntax = {"rewrite", "FILE... -o DIR [OPTIONS] [-- COMPILER FLAGS]",
                           "Writes the program's sources so that they save, restore and replay.", options};

// Sources lie in DIR as they lie seen from the working directory; what lies elsewhere keeps its name alone.
fs::path TargetOf(const RewrittenFile& file, const std::string& directory) {
  const fs::path path = fs::path(file.name).lexically_normal();
  const bool is_inside = path.is_relative() && *path.begin() != "..";
  return fs::path(directory) / (is_inside ? path : path.filename());
}

Result<void> Write(const fs::path& path, const std::string& text) {
  std::error_code error;
  if (path.has_parent_path())
    fs::create_directories(path.parent_path(), error);
  if (error)
    return diag::Fail<Failure::CannotWrite>(Location{path.string(), 0, 0}, error.message());
  return WriteFileAtomically(path.string(), text);
}

// All or nothing: what was written goes again when a later file fails.
Result<void> WriteAll(const std::vector<RewrittenFile>& files, const std::string& directory) {
  std::vector<fs::path> written;
  for (const RewrittenFile& file : files) {
    const fs::path target = TargetOf(file, directory);
    Result<void> result = Write(target, file.after);
    if (result) {
      written.push_back(target);
      continue;
    }
    std::error_code ignored;
    for (const fs::path& path : written)
      fs::remove(path, ignored);
    return result;
  }
  return {};
}

Result<void> WriteInPlace(const std::vector<RewrittenFile>& files) {
  for (const RewrittenFile& file : files)
    if (file.before != file.after)
      DETRAIN_TRY_VOID(Write(file.path.empty() ? fs::path(file.name) : fs::path(file.path), file.after));
  return {};
}

Result<int> Run(const Arguments& arguments) {
  DETRAIN_TRY(const ProgramOptions program, ProgramOptions::From(arguments, "rewrite"));
  const auto directory = arguments.Value("-o");
  const bool in_place = arguments.Has("--in-place");
  if (directory ? in_place : !in_place && !arguments.Has("--diff"))
    return diag::Fail<Failure::BadUsage>({}, "rewrite", "give -o DIR, or --in-place, or --diff");
  diag::Funnel funnel(diag::StderrPrinter());
  DETRAIN_TRY(const AnalysedProgram analysed, Analyse(program, funnel));
  DETRAIN_TRY(const std::vector<RewrittenFile> files, Rewritten(analysed));
  if (arguments.Has("--diff"))
    std::fputs(UnifiedDiff(files).c_str(), stdout);
  if (directory)
    DETRAIN_TRY_VOID(WriteAll(files, *directory));
  if (in_place)
    DETRAIN_TRY_VOID(WriteInPlace(files));
  return 0;
}

}  // namespace

int RunRewrite(int argc, char** argv) {
  return RunCommand(syntax, argc, argv, Run);
}

}  // namespace detrain::driver
