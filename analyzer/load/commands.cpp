// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <clang/Tooling/CompilationDatabase.h>
#include <clang/Tooling/JSONCompilationDatabase.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/Path.h>

#include <nlohmann/json.hpp>

#include "analyzer/base/file.h"
#include "analyzer/diag/message.h"
#include "analyzer/load/load.h"

namespace detrain::load {
namespace {

using clang::tooling::CompilationDatabase;
using clang::tooling::CompileCommand;

std::string AbsoluteFrom(const std::string& directory, const std::string& file) {
  llvm::SmallString<128> path(file);
  if (!directory.empty())
    llvm::sys::path::make_absolute(directory, path);
  static_cast<void>(llvm::sys::fs::make_absolute(path));  // fails only without a current directory
  llvm::sys::path::remove_dots(path, true);
  return std::string(path);
}

Command FromDatabase(const CompileCommand& entry, std::string name, const std::vector<std::string>& flags) {
  Command command{entry.Directory, std::move(name), entry.CommandLine};
  command.arguments.insert(command.arguments.end(), flags.begin(), flags.end());
  return command;
}

// The name by which the user called the file, seen from the directory in which the compiler runs.
std::string NameFrom(const std::string& directory, const std::string& file) {
  const std::string here = AbsoluteFrom("", file);
  const bool is_same_place = AbsoluteFrom("", ".") == AbsoluteFrom("", directory);
  return is_same_place ? file : here;
}

Result<std::unique_ptr<CompilationDatabase>> OpenDatabase(const std::string& build_dir) {
  llvm::SmallString<128> path(build_dir);
  if (!llvm::sys::path::filename(build_dir).ends_with(".json"))
    llvm::sys::path::append(path, "compile_commands.json");
  if (!llvm::sys::fs::is_regular_file(path))
    return diag::Fail<diag::Failure::NoDatabase>({}, path.str());
  // Clang's reader would print its own lines about a file that is no JSON.
  DETRAIN_TRY(const std::string text, ReadFile(std::string(path)));
  if (!nlohmann::json::accept(text))
    return diag::Fail<diag::Failure::BadDatabase>({}, path.str(), "not a JSON file");
  std::string message;
  auto database = clang::tooling::JSONCompilationDatabase::loadFromFile(
      path, message, clang::tooling::JSONCommandLineSyntax::AutoDetect);
  if (!database)
    return diag::Fail<diag::Failure::BadDatabase>({}, path.str(), message);
  return std::unique_ptr<CompilationDatabase>(std::move(database));
}

std::vector<Command> All(const CompilationDatabase& database, const std::vector<std::string>& flags) {
  std::vector<Command> commands;
  for (const CompileCommand& entry : database.getAllCompileCommands())
    commands.push_back(FromDatabase(entry, entry.Filename, flags));
  return commands;
}

}  // namespace

Result<std::vector<Command>> Commands(const std::vector<std::string>& files, const std::string& build_dir,
                                      const std::vector<std::string>& flags) {
  std::unique_ptr<CompilationDatabase> database;
  if (!build_dir.empty()) {
    DETRAIN_TRY(database, OpenDatabase(build_dir));
    if (files.empty())
      return All(*database, flags);
  }
  std::vector<Command> commands;
  for (const std::string& file : files) {
    if (!llvm::sys::fs::is_regular_file(file))
      return diag::Fail<diag::Failure::NoSuchFile>({}, file);
    if (!database) {
      commands.push_back({"", file, flags});
      continue;
    }
    const auto entries = database->getCompileCommands(AbsoluteFrom("", file));
    if (entries.empty())
      return diag::Fail<diag::Failure::NoCompileCommand>({}, file, build_dir);
    for (const CompileCommand& entry : entries)
      commands.push_back(FromDatabase(entry, NameFrom(entry.Directory, file), flags));
  }
  return commands;
}

}  // namespace detrain::load
