// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DETRAIN_ANALYZER_REWRITE_HOOKS_H
#define DETRAIN_ANALYZER_REWRITE_HOOKS_H

#include <string>

#include "analyzer/rewrite/unit.h"

namespace detrain::rewrite {

// The groups of runtime/include/detrain/hooks.h that the unit needs: it names one of their functions, and includes the
// header that declares it. In C that header is included first, so that what the macros rename is what comes after. What
// the unit defines under such a name is its own.
std::string Hooks(const Unit& unit);

}  // namespace detrain::rewrite

#endif
