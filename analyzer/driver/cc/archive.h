// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Static libraries, as far as `detrain cc` must read and write them.
#ifndef DETRAIN_ANALYZER_DRIVER_CC_ARCHIVE_H
#define DETRAIN_ANALYZER_DRIVER_CC_ARCHIVE_H

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "analyzer/base/result.h"

namespace detrain::driver::cc {

struct ArchiveMember {
  std::string name;               // "model.c.o"
  std::string hash;               // of its bytes, as HashOfFile gives it
  std::set<std::string> defined;  // symbols that other objects can see
};

// In order. Error: it is no archive.
Result<std::vector<ArchiveMember>> MembersOf(const std::string& archive);

// The symbols that a linked program defines; none where it is stripped.
std::set<std::string> SymbolsOf(const std::string& program);

// Writes a copy of `archive` to `target`, in which the members with these numbers give way to other object files. The
// same input gives the same bytes.
Result<void> CopyArchive(const std::string& archive, const std::map<std::size_t, std::string>& objects,
                         const std::string& target);

}  // namespace detrain::driver::cc

#endif
