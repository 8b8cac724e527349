// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <sys/stat.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <string_view>

#include "analyzer/base/file.h"
#include "analyzer/driver/command.h"
#include "analyzer/driver/pipeline.h"
#include "analyzer/rewrite/rewrite.h"

namespace detrain::driver {
namespace {

constexpr std::array<Option, 4> options = {{
    {"-p", "BUILD", "folder that holds compile_commands.json; without FILEs all of it is the program"},
    {"--step", "FILE:LINE", "the step loop, where detrain should not choose it"},
    {"-o", "DIR", "where the rewritten sources go"},
    {"--model", "FILE", "describes functions that detrain does not know (docs/catalog.md); may be given again"},
}};

constexpr Syntax syntax = {"rewrite", "FILE... -o DIR [OPTIONS] [-- COMPILER FLAGS]",
                           "Writes the program's sources so that they save, restore and replay.", options};

// Sources lie in DIR as they lie below their common folder; what is not below the working directory keeps its name
// alone.
std::string TargetOf(const std::string& file, const std::string& directory) {
  const std::filesystem::path path(file);
  const bool inside = path.is_relative() && *path.begin() != "..";
  return (std::filesystem::path(directory) / (inside ? path : path.filename())).string();
}

Result<void> Write(const std::string& file, const std::string& directory, const std::string& text) {
  const std::string target = TargetOf(file, directory);
  std::error_code error;
  std::filesystem::create_directories(std::filesystem::path(target).parent_path(), error);
  if (error)
    return Error{ErrorKind::Input, "cannot make the folder of " + target + ": " + error.message(), {}};
  return WriteFileAtomically(target, text);
}

Result<int> Run(const Arguments& arguments) {
  DETRAIN_TRY(const ProgramOptions program, ProgramOptions::From(arguments, "rewrite"));
  const std::string directory = arguments.ValueOr("-o", "");
  if (directory.empty())
    return Error{ErrorKind::Usage, "rewrite needs -o DIR", {}};
  diag::Funnel funnel(diag::StderrPrinter());
  DETRAIN_TRY(const AnalysedProgram analysed, Analyse(program, funnel));
  std::vector<const load::LoadedUnit*> units;
  units.reserve(analysed.units.size());
  for (const load::LoadedUnit& unit : analysed.units)
    units.push_back(&unit);
  DETRAIN_TRY(const rewrite::Patch patch, rewrite::Rewrite(analysed.plan, units));
  // All texts first: a file that cannot be read leaves nothing half written.
  std::vector<std::pair<std::string, std::string>> texts;
  for (const load::LoadedUnit& unit : analysed.units)
    for (const std::string& file : unit.user_files()) {
      // Headers are named relative to the main file's folder.
      const std::filesystem::path beside = std::filesystem::path(unit.command().file).parent_path() / file;
      const bool here = std::filesystem::exists(file);
      DETRAIN_TRY(const std::string text, ReadFile(here ? file : beside.string()));
      texts.emplace_back(file, rewrite::Apply(text, file, patch));
    }
  for (const rewrite::NewFile& file : patch.files)
    texts.emplace_back(file.path, file.text);
  for (const auto& [file, text] : texts)
    DETRAIN_TRY_VOID(Write(file, directory, text));
  return 0;
}

}  // namespace

int RunRewrite(int argc, char** argv) {
  return RunCommand(syntax, argc, argv, Run);
}

}  // namespace detrain::driver
