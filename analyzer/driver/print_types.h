// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DETRAIN_ANALYZER_DRIVER_PRINT_TYPES_H
#define DETRAIN_ANALYZER_DRIVER_PRINT_TYPES_H

#include <string>

#include "analyzer/flow/flow.h"
#include "analyzer/flow/state.h"
#include "analyzer/races/threads.h"

namespace detrain::driver {

// The replay type of what each of the user's variables, and the memory that they lead to, holds: a line for each, with
// where it is declared and whether it lives from step to step. docs/flow.md has the form.
std::string PrintTypes(const flow::Flow& flow, const flow::State& state, const races::Threads& threads);

}  // namespace detrain::driver

#endif
