// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Units on their way to the checks: parsed and lifted, or taken from the cache.
#ifndef DETRAIN_ANALYZER_DRIVER_GATE_LIFTED_UNIT_H
#define DETRAIN_ANALYZER_DRIVER_GATE_LIFTED_UNIT_H

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "analyzer/base/result.h"
#include "analyzer/catalog/catalog.h"
#include "analyzer/diag/diagnostic.h"
#include "analyzer/driver/cache/entry.h"
#include "analyzer/driver/cache/file_hashes.h"
#include "analyzer/driver/cache/store.h"
#include "analyzer/load/load.h"
#include "analyzer/rir/rir.h"

namespace detrain::driver::gate {

// Files are named in it as NameFromHere has them.
struct LiftedUnit {
  load::Command command;
  rir::Module module;
  std::string main_file;
  std::vector<std::string> user_files;
  std::vector<cache::FileStamp> files;  // all that was read; none where the files changed meanwhile
  std::vector<diag::Diagnostic> remarks;
  bool is_kept = false;        // it came from the cache
  bool leaves_device = false;  // LoadedUnit::LeavesDevice
};

struct LiftContext {
  const catalog::Catalog& catalog;
  std::string models;  // cache::HashOfModels
  const cache::Store& store;
  cache::FileHashes& hashes;
  std::vector<load::UnsavedFile> unsaved = {};
  std::size_t jobs = 1;
};

// All units, on `jobs` threads, or the errors of those that do not parse, in the order of the commands.
struct LiftedUnits {
  std::vector<LiftedUnit> units;
  std::vector<Error> errors;
};
LiftedUnits LiftAll(std::span<const load::Command> commands, const LiftContext& context);

// Writes those into the cache that did not come from it, and whose files did not change meanwhile.
void KeepUnits(std::span<const LiftedUnit> units, const LiftContext& context);

// A file of a unit, as it is called in messages: relative to the working directory where it lies below that, or where
// the unit's own file was named so; else absolute. One file has one name in all units.
std::string NameFromHere(const load::Command& command, const std::string& user_file);

}  // namespace detrain::driver::gate

#endif
