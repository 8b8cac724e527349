// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What libstdc++ keeps out of its headers, as text that Clang reads after the header itself: stl_tree.inc belongs to
// <bits/stl_tree.h>.
#ifndef DETRAIN_ANALYZER_LOAD_EMBEDDED_H
#define DETRAIN_ANALYZER_LOAD_EMBEDDED_H

#include <span>

#include "analyzer/base/embedded_file.h"

namespace detrain::load {

std::span<const EmbeddedFile> EmbeddedFiles();

}  // namespace detrain::load

#endif
