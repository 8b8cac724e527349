// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DETRAIN_ANALYZER_REWRITE_HOOKS_H
#define DETRAIN_ANALYZER_REWRITE_HOOKS_H

#include <set>
#include <string>
#include <vector>

namespace detrain::rewrite {

// The groups of runtime/include/detrain/hooks.h that the unit needs: it names one of their functions, and includes the
// header that declares it. In C that header is included first, so that what the macros rename is what comes after.
std::string Hooks(const std::vector<std::string>& system_headers, const std::set<std::string>& library_names,
                  bool is_cxx);

}  // namespace detrain::rewrite

#endif
