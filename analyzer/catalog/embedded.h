// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DETRAIN_ANALYZER_CATALOG_EMBEDDED_H
#define DETRAIN_ANALYZER_CATALOG_EMBEDDED_H

#include <span>

#include "analyzer/base/embedded_file.h"

namespace detrain::catalog {

// data/*.json, built into the binary by embed.cmake.
std::span<const EmbeddedFile> EmbeddedFiles();

}  // namespace detrain::catalog

#endif
