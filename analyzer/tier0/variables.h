// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The variables whose memory a boundary at the end of a nest must hold, by liveness: those of the functions that are
// under way, and those of the program. Blocks of the heap are no variables.
#ifndef DETRAIN_ANALYZER_TIER0_VARIABLES_H
#define DETRAIN_ANALYZER_TIER0_VARIABLES_H

#include <cstdint>
#include <vector>

#include "analyzer/rir/rir.h"
#include "analyzer/tier0/step_loop.h"

namespace detrain::tier0 {

struct Variable {
  rir::RegionId region = rir::kNone;
  std::uint32_t frame = 0;     // Local, Param: which function of the nest, 0 the outermost
  bool is_made_again = false;  // declared inside of a loop of the nest, or behind the begin of a row
  bool may_be_over = false;    // live only if its address, which was taken, is still used
};

// Locals and parameters that are live at the boundary, or whose address is taken before it; then globals and statics
// that `reached` names. In the order of the module's regions.
std::vector<Variable> VariablesOf(const rir::Module& module, const Way& way,
                                  const std::vector<const rir::Function*>& reached);

}  // namespace detrain::tier0

#endif
