// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DETRAIN_ANALYZER_TYPES_PRINT_TYPES_H
#define DETRAIN_ANALYZER_TYPES_PRINT_TYPES_H

#include <string>

#include "analyzer/types/flow.h"
#include "analyzer/types/state.h"
#include "analyzer/types/threads.h"

namespace detrain::types {

// The replay type of what each of the user's variables, and the memory that they lead to, holds: a line for each, with
// where it is declared and whether it lives from step to step. docs/types.md has the form.
std::string PrintTypes(const Flow& flow, const State& state, const Threads& threads);

}  // namespace detrain::types

#endif
