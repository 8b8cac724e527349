// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A build folder, or the files of a pull request, may hold several programs, and parts of libraries.
#ifndef DETRAIN_ANALYZER_DRIVER_GATE_PROGRAMS_H
#define DETRAIN_ANALYZER_DRIVER_GATE_PROGRAMS_H

#include <cstddef>
#include <span>
#include <vector>

#include "analyzer/rir/rir.h"

namespace detrain::driver::gate {

// Which units make a program together: for each that defines main, it and what it needs, as a linker would take members
// of a library; what no main needs makes one part. Numbers of units, ascending.
std::vector<std::vector<std::size_t>> ProgramsOf(std::span<const rir::Module* const> units);

bool DefinesMain(const rir::Module& unit);

}  // namespace detrain::driver::gate

#endif
