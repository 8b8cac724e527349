// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Additions that the threads of OpenMP make to memory which they share, and what else their loop or region does with
// that memory, under whatever name. Only one that is looked at by nothing else may wait until all threads are done.
// Turns are the same for what has an order once threads take turns there: atomics whose old value is used, and critical
// sections. What they write hangs on the order of the turns alone where nothing else touches that memory.
#ifndef DETRAIN_ANALYZER_FLOW_ADDITIONS_H
#define DETRAIN_ANALYZER_FLOW_ADDITIONS_H

#include <vector>

#include "analyzer/flow/flow.h"

namespace detrain::flow {

// Another access to the same memory. `at`: where the function that makes the addition makes the access too, or calls
// what does; line 0: not known.
struct OtherUse {
  rir::Location at;
  bool is_addition = false;
};

struct Addition {
  rir::Location at;
  bool is_turn = false;
  std::vector<OtherUse> others;  // of the outermost parallel part of the function in which the addition stands
};

// Whether there may be any: parallel parts with atomic operations or critical sections.
bool MayAdd(const rir::Module& module);

// One for each place and each way that leads there. Empty where the graph is not whole: then nothing is known.
std::vector<Addition> AdditionsOf(const Flow& flow);

}  // namespace detrain::flow

#endif
