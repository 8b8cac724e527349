// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/driver/program_choice.h"

#include <algorithm>
#include <filesystem>
#include <numeric>
#include <system_error>

#include "analyzer/diag/message.h"
#include "analyzer/driver/gate/programs.h"

namespace detrain::driver {
namespace {

namespace fs = std::filesystem;

fs::path FileOf(const load::Command& command) {
  return fs::absolute(fs::path(command.directory) / command.file).lexically_normal();
}

struct Program {
  std::size_t main = 0;
  std::string name;
  fs::path file;
};

std::vector<Program> ProgramsIn(std::span<const load::Command> commands, std::span<const rir::Module* const> modules) {
  std::vector<Program> programs;
  for (std::size_t i = 0; i < modules.size(); ++i) {
    if (!gate::DefinesMain(*modules[i]))
      continue;
    const std::string target = TargetOf(commands[i]);
    const fs::path file = FileOf(commands[i]);
    programs.push_back({i, target.empty() ? file.stem().string() : target, file});
  }
  return programs;
}

// A target's name counts before a file, and that before the name of a file without its ending.
std::vector<Program> Named(const std::vector<Program>& programs, const std::string& name) {
  std::vector<Program> by_target, by_file, by_stem;
  const fs::path file = name.empty() ? fs::path() : fs::absolute(name).lexically_normal();
  for (const Program& program : programs) {
    if (name == program.name)
      by_target.push_back(program);
    if (file == program.file)
      by_file.push_back(program);
    if (name == program.file.stem())
      by_stem.push_back(program);
  }
  return !by_target.empty() ? by_target : !by_file.empty() ? by_file : by_stem;
}

std::string ListOf(const std::vector<Program>& programs) {
  std::string list;
  for (const Program& program : programs) {
    const std::string near = program.file.lexically_proximate(fs::current_path()).string();
    list += "\n  " + program.name + "  " + (near.starts_with("../..") ? program.file.string() : near);
  }
  return list;
}

std::vector<std::size_t> ClosureOf(std::size_t main, std::span<const rir::Module* const> modules) {
  for (std::vector<std::size_t>& program : gate::ProgramsOf(modules))
    if (std::ranges::find(program, main) != program.end())
      return std::move(program);
  return {main};
}

}  // namespace

// CMake compiles TARGET's files to CMakeFiles/TARGET.dir/. Empty where the object lies elsewhere.
std::string TargetOf(const load::Command& command) {
  const auto output = std::ranges::find(command.arguments, "-o");
  if (output == command.arguments.end() || std::next(output) == command.arguments.end())
    return "";
  for (const fs::path& part : fs::path(*std::next(output)))
    if (part.extension() == ".dir")
      return part.stem().string();
  return "";
}

Result<ProgramOptions> WithProgramNamed(ProgramOptions options) {
  if (options.build_dir.empty() || options.files.size() != 1)
    return options;
  std::error_code error;
  if (fs::is_regular_file(options.files.front(), error)) {
    diag::Funnel silent([](const diag::Diagnostic&) {});
    DETRAIN_TRY(const catalog::Catalog catalog, LoadCatalog(options.models));
    DETRAIN_TRY(const std::vector<load::Command> commands, CommandsOf(options, silent));
    DETRAIN_TRY(const LiftedProgram lifted, LiftInTurns(commands, catalog, silent));
    if (std::ranges::none_of(lifted.modules, gate::DefinesMain))
      return options;
  }
  options.program = options.files.front();
  options.files.clear();
  return options;
}

Result<std::vector<std::size_t>> UnitsOfProgram(const ProgramOptions& options, std::span<const load::Command> commands,
                                                std::span<const rir::Module* const> modules) {
  std::vector<std::size_t> all(modules.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  const bool is_whole_folder = !options.build_dir.empty() && options.files.empty();
  if (!is_whole_folder)
    return all;
  const std::vector<Program> programs = ProgramsIn(commands, modules);
  if (options.program.empty() && programs.size() <= 1)
    return all;
  const std::vector<Program> named = Named(programs, options.program);
  if (named.size() == 1)
    return ClosureOf(named.front().main, modules);
  if (options.program.empty())
    return diag::Fail<diag::Failure::SeveralPrograms>({}, options.build_dir, std::to_string(programs.size()),
                                                      ListOf(programs));
  if (named.empty())
    return diag::Fail<diag::Failure::NoSuchProgram>({}, options.build_dir, options.program, ListOf(programs));
  return diag::Fail<diag::Failure::SeveralNamed>({}, options.build_dir, options.program, ListOf(named));
}

}  // namespace detrain::driver
