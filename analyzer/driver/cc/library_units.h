// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Units that reach a link inside a static library. An archive holds objects, not what stands beside them, so that is
// looked for: OBJECT.detrain below the archive's folder and the working directory, by the hash of the object's bytes.
#ifndef DETRAIN_ANALYZER_DRIVER_CC_LIBRARY_UNITS_H
#define DETRAIN_ANALYZER_DRIVER_CC_LIBRARY_UNITS_H

#include <optional>
#include <string>
#include <vector>

#include "analyzer/base/result.h"
#include "analyzer/driver/cc/archive.h"
#include "analyzer/driver/cc/invocation.h"
#include "analyzer/driver/cc/program.h"
#include "analyzer/driver/cc/unit_file.h"

namespace detrain::driver::cc {

struct Library {
  std::string word;  // of the link: "libmodel.a", "-lmodel"
  std::string path;
  std::vector<ArchiveMember> members;
  std::vector<std::optional<UnitFile>> units;  // of each member
};

// The static libraries of a link that hold a unit of ours; others are what the catalog is for.
std::vector<Library> LibrariesOf(const Invocation& call);

// The units of the members that the linker took into `program`. Errors: one could not be analysed; one was compiled
// without us.
Result<std::vector<ProgramUnit>> UnitsTaken(const std::vector<Library>& libraries, const std::string& program);

}  // namespace detrain::driver::cc

#endif
