// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The end of objects that are shared (std::shared_ptr), told from the text alone. Whether a count comes to zero is not
// known as a rule, and what ends then may own what ends with it: a graph of nodes that share their inputs is taken
// apart by a recursion through tables of virtual functions, from each place at which a pointer dies.
#ifndef DETRAIN_ANALYZER_INFER_DISPOSALS_H
#define DETRAIN_ANALYZER_INFER_DISPOSALS_H

#include "analyzer/rir/rir.h"

namespace detrain::infer {

// Takes out the calls that end an object because nobody shares it any more, where all that they may reach does nothing
// but free memory and write to what dies with the object: then only two things are different, that the memory counts
// as still there, which no program may look at, and that the counts of what the object shared are not lowered. The
// calls stay in a program that asks for such counts itself (use_count, expired, lock).
//
// "What dies with it" is found by inclusion, from the object on: in a function of the standard library, all that it
// leads to (a container owns its memory); in the program's own functions, the object of a destructor itself.
void DropDisposals(rir::Module& module);

}  // namespace detrain::infer

#endif
