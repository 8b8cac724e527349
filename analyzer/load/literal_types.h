// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In a template, GCC takes `constexpr` on a function that has a parameter or a result of a type that is no literal
// type, and ignores it; Clang rejects what does not depend on the template's parameters. Such a function is never
// called in a constant expression, so that `inline` says as much of it.
#ifndef DETRAIN_ANALYZER_LOAD_LITERAL_TYPES_H
#define DETRAIN_ANALYZER_LOAD_LITERAL_TYPES_H

#include <clang/Basic/Diagnostic.h>
#include <llvm/Support/FileSystem/UniqueID.h>

#include <optional>
#include <set>

#include "analyzer/load/files.h"

namespace detrain::load {

// A word `constexpr` of a source.
struct ConstexprPlace {
  llvm::sys::fs::UniqueID file;
  unsigned offset;

  bool operator<(const ConstexprPlace& other) const {
    return file < other.file || (file == other.file && offset < other.offset);
  }
};

// That of the function which Clang rejects for a type that is no literal type.
std::optional<ConstexprPlace> ConstexprOf(const clang::Diagnostic& info);

// The sources with `inline` there, byte for byte as long.
FileSystem WithInline(FileSystem files, std::set<ConstexprPlace> places);

}  // namespace detrain::load

#endif
