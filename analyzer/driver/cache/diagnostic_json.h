// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Diagnostics as JSON that reads back as the same diagnostics.
#ifndef DETRAIN_ANALYZER_DRIVER_CACHE_DIAGNOSTIC_JSON_H
#define DETRAIN_ANALYZER_DRIVER_CACHE_DIAGNOSTIC_JSON_H

#include <vector>

#include "analyzer/diag/diagnostic.h"
#include "analyzer/driver/json_access.h"

namespace detrain::driver::cache {

Json ToJson(const std::vector<diag::Diagnostic>& diagnostics);
// What is not as ToJson wrote it is left out.
std::vector<diag::Diagnostic> DiagnosticsFrom(const Json& json);

}  // namespace detrain::driver::cache

#endif
