// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a sort leaves in the order that it had before, or in one of the library's.
#ifndef DETRAIN_ANALYZER_CHECK_TIES_H
#define DETRAIN_ANALYZER_CHECK_TIES_H

#include "analyzer/check/library_calls.h"

namespace detrain::check {

// Whether the comparison of the sort takes different elements for equal.
bool LeavesTies(const Context& context, const LibraryCall& sort);

}  // namespace detrain::check

#endif
