// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/driver/gate/lifted_unit.h"

#include <clang/Basic/SourceManager.h>
#include <clang/Frontend/ASTUnit.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include "analyzer/base/parallel.h"
#include "analyzer/diag/funnel.h"
#include "analyzer/driver/locate.h"
#include "analyzer/driver/pipeline.h"
#include "analyzer/driver/terminal.h"
#include "analyzer/lift/lift.h"
#include "analyzer/rir/print.h"
#include "analyzer/rir/verify.h"

namespace detrain::driver::gate {
namespace {

namespace fs = std::filesystem;

void Rename(const load::Command& command, Location& location) {
  if (location.IsKnown())
    location.file = NameFromHere(command, location.file);
}

void RenameFiles(LiftedUnit& unit) {
  for (std::string& file : unit.module.files)
    file = NameFromHere(unit.command, file);
  for (std::string& source : unit.module.sources)
    source = NameFromHere(unit.command, source);
  for (std::string& file : unit.user_files)
    file = NameFromHere(unit.command, file);
  for (diag::Diagnostic& remark : unit.remarks)
    Rename(unit.command, remark.location);
}

// Without dots, unless that leads elsewhere, as it does behind a link: /lib/gcc/x/12/../../../../include.
std::string WithoutDots(const fs::path& path) {
  std::error_code error;
  const fs::path normal = path.lexically_normal();
  if (normal.native() == path.native())
    return path.string();
  return (fs::equivalent(path, normal, error) || !fs::exists(path, error) ? normal : path).string();
}

// Every file that Clang opened, system headers too.
std::vector<std::string> PathsOf(const load::LoadedUnit& loaded) {
  const fs::path folder = fs::absolute(loaded.command().directory.empty() ? "." : loaded.command().directory);
  const clang::SourceManager& sources = loaded.ast().getSourceManager();
  std::vector<std::string> paths;
  for (auto file = sources.fileinfo_begin(); file != sources.fileinfo_end(); ++file)
    if (const std::string name = file->first.getName().str(); !load::IsEmbedded(name))
      paths.push_back(WithoutDots(folder / name));
  std::sort(paths.begin(), paths.end());
  return paths;
}

bool IsUnsaved(const std::string& path, const LiftContext& context) {
  return std::any_of(context.unsaved.begin(), context.unsaved.end(),
                     [&](const load::UnsavedFile& file) { return file.path == path; });
}

// None where a file is not saved yet, or was written while it was read and may not have been read as it is now.
std::vector<cache::FileStamp> StampsOf(const std::vector<std::string>& paths, fs::file_time_type start,
                                       const LiftContext& context) {
  std::vector<cache::FileStamp> stamps;
  for (const std::string& path : paths) {
    std::error_code error;
    const auto changed = fs::last_write_time(path, error);
    if ((!error && changed > start) || IsUnsaved(path, context) || context.hashes.Of(path).empty())
      return {};
    stamps.push_back({path, context.hashes.Of(path)});
  }
  return stamps;
}

Result<LiftedUnit> Parse(const load::Command& command, const LiftContext& context) {
  const auto start = fs::file_time_type::clock::now();
  load::Command with_runtime = command;
  // A program that was rewritten before includes the runtime's headers.
  if (const Result<std::string> include = RuntimeInclude())
    with_runtime.arguments.insert(with_runtime.arguments.end(), {"-isystem", *include});
  DETRAIN_TRY(const load::LoadedUnit loaded, load::Load(with_runtime, context.unsaved));
  LiftedUnit unit;
  unit.command = command;
  unit.remarks = loaded.remarks();
  diag::Funnel funnel([&](const diag::Diagnostic& remark) { unit.remarks.push_back(remark); });
  unit.module = lift::Lift(loaded, context.catalog, funnel);
  unit.user_files = loaded.user_files();
  unit.leaves_device = loaded.LeavesDevice();
  unit.files = StampsOf(PathsOf(loaded), start, context);
  RenameFiles(unit);
  return unit;
}

std::optional<LiftedUnit> FromCache(const load::Command& command, const std::string& key, const LiftContext& context) {
  std::optional<cache::Entry> entry = cache::Find(context.store, key, context.hashes);
  if (!entry)
    return std::nullopt;
  Result<rir::Module> module = rir::ParseVerified(entry->rir, command.file);
  if (!module)
    return std::nullopt;
  LiftedUnit unit{command,
                  *std::move(module),
                  "",
                  std::move(entry->user_files),
                  std::move(entry->files),
                  std::move(entry->remarks),
                  true,
                  entry->leaves_device};
  return unit;
}

std::string KeyOf(const load::Command& command, const LiftContext& context) {
  return cache::KeyOf("unit", std::span(&command, 1), context.models);
}

Result<LiftedUnit> LiftOne(const load::Command& command, const LiftContext& context) {
  if (std::optional<LiftedUnit> unit = FromCache(command, KeyOf(command, context), context))
    return *std::move(unit);
  return Parse(command, context);
}

}  // namespace

std::string NameFromHere(const load::Command& command, const std::string& user_file) {
  const fs::path here = fs::current_path();
  const fs::path path = fs::absolute(PathOf(command, user_file)).lexically_normal();
  const fs::path relative = path.lexically_relative(here);
  const bool is_below = !relative.empty() && *relative.begin() != "..";
  const bool is_named_so = command.directory.empty() && !fs::path(user_file).is_absolute();
  return is_below || is_named_so ? relative.string() : path.string();
}

void KeepUnits(std::span<const LiftedUnit> units, const LiftContext& context) {
  for (const LiftedUnit& unit : units)
    if (!unit.is_kept && !unit.files.empty())
      cache::Keep(context.store, KeyOf(unit.command, context),
                  {unit.files, unit.user_files, unit.remarks, {}, rir::Print(unit.module), unit.leaves_device});
}

LiftedUnits LiftAll(std::span<const load::Command> commands, const LiftContext& context) {
  std::vector<std::optional<Result<LiftedUnit>>> results(commands.size());
  Progress progress;
  progress.Begin("reading", commands.size());
  ParallelFor(context.jobs, commands.size(), [&](std::size_t i) {
    results[i] = LiftOne(commands[i], context);
    progress.Advance();
  });
  LiftedUnits lifted;
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (!results[i]->Ok()) {
      Error error = std::move(*results[i]).error();
      Rename(commands[i], error.location);
      lifted.errors.push_back(std::move(error));
      continue;
    }
    LiftedUnit unit = **std::move(results[i]);
    unit.main_file = NameFromHere(unit.command, unit.command.file);
    lifted.units.push_back(std::move(unit));
  }
  return lifted;
}

}  // namespace detrain::driver::gate
