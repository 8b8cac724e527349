// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/driver/gate/check_program.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "analyzer/base/parallel.h"
#include "analyzer/check/check.h"
#include "analyzer/diag/message.h"
#include "analyzer/driver/gate/programs.h"
#include "analyzer/driver/gate/source_text.h"
#include "analyzer/infer/link.h"

namespace detrain::driver::gate {
namespace {

using diag::Diagnostic;
using Numbers = std::vector<std::size_t>;

std::string TextOf(const std::string& file, const LiftContext& context) {
  const std::string path = std::filesystem::absolute(file).lexically_normal().string();
  for (const load::UnsavedFile& unsaved : context.unsaved)
    if (unsaved.path == path)
      return unsaved.text;
  const Sources sources(".");
  const SourceText* text = sources.Find(file);
  return text == nullptr ? std::string() : std::string(text->text());
}

// The functions of other units that may be linked with these.
std::set<std::string> DefinedBeside(const std::vector<LiftedUnit>& units, const Numbers& numbers) {
  std::set<std::string> names;
  for (std::size_t i = 0; i < units.size(); ++i) {
    if (std::ranges::find(numbers, i) != numbers.end() || DefinesMain(units[i].module))
      continue;
    for (const rir::Function& function : units[i].module.functions)
      if (function.is_defined)
        names.insert(function.link_name);
  }
  return names;
}

check::CheckOptions OptionsOf(const std::vector<LiftedUnit>& units, const Numbers& numbers,
                              const LiftContext& context) {
  check::CheckOptions options;
  std::set<std::string> files;
  for (const std::size_t number : numbers) {
    options.builds.push_back({units[number].main_file, units[number].command.arguments});
    files.insert(units[number].user_files.begin(), units[number].user_files.end());
  }
  for (const std::string& file : files)
    options.sources.push_back({file, TextOf(file, context)});
  options.defined_elsewhere = DefinedBeside(units, numbers);
  return options;
}

struct Part {
  std::vector<Diagnostic> findings, remarks;
};

std::optional<Part> CheckTogether(const std::vector<LiftedUnit>& units, const Numbers& numbers,
                                  const LiftContext& context, std::size_t jobs, Part& failed) {
  std::vector<rir::Module> modules(numbers.size());
  ParallelFor(jobs, numbers.size(), [&](std::size_t i) { modules[i] = units[numbers[i]].module; });
  const Result<rir::Module> linked = infer::Link(std::move(modules));
  if (linked) {
    check::CheckOptions options = OptionsOf(units, numbers, context);
    options.jobs = jobs;
    check::Outcome outcome = check::Check(*linked, options);
    Part part{std::move(outcome.findings), {}};
    if (outcome.is_truncated)
      part.remarks.push_back(diag::Say<diag::Remark::CheckedInPart>({units[numbers.front()].main_file, 0, 0}));
    return part;
  }
  failed.remarks.push_back(diag::Say<diag::Remark::CheckedApart>(linked.error().location, linked.error().message));
  return std::nullopt;
}

// What cannot be linked is checked unit by unit, which is said.
Part CheckPart(const std::vector<LiftedUnit>& units, const Numbers& numbers, const LiftContext& context,
               std::size_t jobs) {
  Part all;
  if (std::optional<Part> part = CheckTogether(units, numbers, context, jobs, all))
    return *std::move(part);
  for (const std::size_t number : numbers)
    if (std::optional<Part> part = CheckTogether(units, {number}, context, jobs, all)) {
      all.findings.insert(all.findings.end(), part->findings.begin(), part->findings.end());
      all.remarks.insert(all.remarks.end(), part->remarks.begin(), part->remarks.end());
    }
  return all;
}

// How much there is to check.
std::size_t SizeOf(const Numbers& program, const std::vector<const rir::Module*>& units) {
  std::size_t ops = 0;
  for (const std::size_t number : program)
    for (const rir::Function& function : units[number]->functions)
      for (const rir::Block& block : function.blocks)
        ops += block.ops.size();
  return ops;
}

std::vector<std::string> UserFilesOf(const std::vector<LiftedUnit>& units) {
  std::set<std::string> files;
  for (const LiftedUnit& unit : units)
    files.insert(unit.user_files.begin(), unit.user_files.end());
  return {files.begin(), files.end()};
}

// None where a unit's files changed meanwhile.
std::vector<cache::FileStamp> FilesOf(const std::vector<LiftedUnit>& units) {
  std::map<std::string, std::string> files;
  for (const LiftedUnit& unit : units) {
    if (unit.files.empty())
      return {};
    for (const cache::FileStamp& file : unit.files)
      files[file.path] = file.hash;
  }
  std::vector<cache::FileStamp> stamps;
  for (const auto& [path, hash] : files)
    stamps.push_back({path, hash});
  return stamps;
}

}  // namespace

std::vector<Diagnostic> Merged(std::vector<Diagnostic> findings) {
  std::map<std::tuple<Location, std::optional<diag::Rule>>, Diagnostic> by_place;
  for (Diagnostic& finding : findings) {
    const auto key = std::tuple(finding.location, finding.rule);
    const auto [slot, is_new] = by_place.try_emplace(key, finding);
    if (!is_new && slot->second.severity < finding.severity)
      slot->second = std::move(finding);
  }
  std::vector<Diagnostic> merged;
  for (auto& [key, finding] : by_place)
    merged.push_back(std::move(finding));
  return merged;
}

Checked CheckUnits(const std::vector<LiftedUnit>& units, const LiftContext& context) {
  std::vector<const rir::Module*> modules;
  for (const LiftedUnit& unit : units)
    modules.push_back(&unit.module);
  const std::vector<Numbers> programs = ProgramsOf(modules);
  std::vector<Part> parts(programs.size());
  std::vector<std::size_t> sizes;
  for (const Numbers& program : programs)
    sizes.push_back(SizeOf(program, modules));
  ParallelForSizes(context.jobs, sizes,
                   [&](std::size_t i, std::size_t jobs) { parts[i] = CheckPart(units, programs[i], context, jobs); });
  Checked checked;
  for (const LiftedUnit& unit : units)
    checked.remarks.insert(checked.remarks.end(), unit.remarks.begin(), unit.remarks.end());
  for (const Part& part : parts) {
    checked.findings.insert(checked.findings.end(), part.findings.begin(), part.findings.end());
    checked.remarks.insert(checked.remarks.end(), part.remarks.begin(), part.remarks.end());
  }
  checked.findings = Merged(std::move(checked.findings));
  checked.user_files = UserFilesOf(units);
  return checked;
}

namespace {

// Those that are not said yet.
void AddRemarks(std::vector<Diagnostic>& to, const std::vector<Diagnostic>& more) {
  const auto is_same = [](const Diagnostic& one, const Diagnostic& other) {
    return one.location == other.location && one.message == other.message;
  };
  for (const Diagnostic& one : more)
    if (std::ranges::none_of(to, [&](const Diagnostic& other) { return is_same(one, other); }))
      to.push_back(one);
}

// Where a user's file asks for __CUDA_ARCH__ the device sees another text: what is found there is found as well. Units
// that do not ask are the same there. What the host alone can read ends with errors.
LiftedUnits LiftForDevice(const std::vector<LiftedUnit>& host, const LiftContext& context) {
  std::vector<load::Command> commands;
  for (const LiftedUnit& unit : host)
    if (unit.leaves_device) {
      commands.push_back(unit.command);
      commands.back().view = load::View::Device;
    }
  if (commands.empty())
    return {};
  LiftedUnits lifted = LiftAll(commands, context);
  KeepUnits(lifted.units, context);
  if (!lifted.errors.empty())
    return lifted;
  std::vector<LiftedUnit> program = host;
  auto next = lifted.units.begin();
  for (LiftedUnit& unit : program)
    if (unit.leaves_device)
      unit = std::move(*next++);
  return {std::move(program), {}};
}

void AddDevice(const LiftedUnits& device, const LiftContext& context, Checked& checked) {
  for (const Error& error : device.errors)
    checked.remarks.push_back(diag::Say<diag::Remark::DeviceNotRead>(error.location, error.message));
  if (device.units.empty() || !device.errors.empty())
    return;
  Checked more = CheckUnits(device.units, context);
  AddRemarks(checked.remarks, more.remarks);
  std::ranges::move(more.findings, std::back_inserter(checked.findings));
  checked.findings = Merged(std::move(checked.findings));
}

}  // namespace

Checked CheckAll(const std::vector<load::Command>& commands, const LiftContext& context) {
  const std::string key = cache::KeyOf("program", commands, context.models);
  if (std::optional<cache::Entry> entry = cache::Find(context.store, key, context.hashes))
    return {std::move(entry->findings), std::move(entry->remarks), std::move(entry->user_files), {}};
  LiftedUnits lifted = LiftAll(commands, context);
  if (!lifted.errors.empty()) {
    KeepUnits(lifted.units, context);
    return {{}, {}, {}, std::move(lifted.errors)};
  }
  // Most of a check's beginning is work for one thread.
  Checked checked;
  ParallelFor(context.jobs, 2, [&](std::size_t i) {
    i == 0 ? KeepUnits(lifted.units, context) : void(checked = CheckUnits(lifted.units, context));
  });
  LiftedUnits device = LiftForDevice(lifted.units, context);
  AddDevice(device, context, checked);
  std::ranges::move(device.units, std::back_inserter(lifted.units));
  checked.user_files = UserFilesOf(lifted.units);
  // Of a unit that did not parse it is not known which files it hangs on.
  const std::vector<cache::FileStamp> files = FilesOf(lifted.units);
  if (!files.empty() && device.errors.empty())
    cache::Keep(context.store, key, {files, checked.user_files, checked.remarks, checked.findings, ""});
  context.store.Trim();
  return checked;
}

}  // namespace detrain::driver::gate
