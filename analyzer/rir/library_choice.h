// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Inputs that are no value of the environment but a choice of a library, anew in each run: an algorithm by the clock,
// an order of additions, a sender. What is computed by it is the program's own.
#ifndef DETRAIN_ANALYZER_RIR_LIBRARY_CHOICE_H
#define DETRAIN_ANALYZER_RIR_LIBRARY_CHOICE_H

#include <string_view>

#include "analyzer/rir/rir.h"

namespace detrain::rir {

struct LibraryChoice {
  std::string_view prefix;  // of the names of functions
  std::string_view advice;  // what to write instead
  bool is_pinned = false;   // the rewrite has the library choose the same in each run
};

// Null: there is none.
const LibraryChoice* LibraryChoiceOf(const InputOp& input);
const LibraryChoice* LibraryChoiceOf(std::string_view callee);

}  // namespace detrain::rir

#endif
