// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What `detrain cc` leaves beside an object for the link, OBJECT.detrain: how the unit was compiled, and its RIR. A
// link then knows the whole program. JSON, schema "detrain-unit/1"; the same input gives the same bytes.
#ifndef DETRAIN_ANALYZER_DRIVER_CC_UNIT_FILE_H
#define DETRAIN_ANALYZER_DRIVER_CC_UNIT_FILE_H

#include <optional>
#include <string>
#include <vector>

#include "analyzer/base/result.h"
#include "analyzer/load/load.h"

namespace detrain::driver::cc {

struct UnitFile {
  load::Command command;    // the whole call, compiler's name first
  std::string object_hash;  // of the object's bytes: a later compilation without detrain makes this file stale
  std::vector<std::string> depfiles;  // where the compiler may have written dependencies, absolute
  std::string sources_hash;           // of all user files that took part
  std::string rir;                    // text form; empty where the unit could not be analysed
  std::optional<Error> error;         // why not
};

std::string UnitFileName(const std::string& object);

Result<void> WriteUnitFile(const std::string& object, const UnitFile& unit);

// nullopt: the object has none. Error: it has one that does not fit its bytes, or that is damaged.
Result<std::optional<UnitFile>> ReadUnitFile(const std::string& object);

// The unit file at `path`, where it is one and describes an object with these bytes.
std::optional<UnitFile> ReadUnitFileOf(const std::string& path, const std::string& object_hash);

// 16 hex digits, XXH3. Error: the file cannot be read.
Result<std::string> HashOfFile(const std::string& path);
// Of the bytes of all its user files, in order.
Result<std::string> HashOfSources(const load::LoadedUnit& unit);

}  // namespace detrain::driver::cc

#endif
