// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The one file that may ask for Clang's version.
#ifndef DETRAIN_ANALYZER_LOAD_CLANG_VERSION_H
#define DETRAIN_ANALYZER_LOAD_CLANG_VERSION_H

#include <clang/Basic/Version.h>

#if CLANG_VERSION_MAJOR != 22
#error "detrain supports LLVM 22; see docs/building.md"
#endif

#endif
