// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// DETRAIN_POISON: all that a checkpoint neither holds nor may take as given is filled with values that nobody wants, so
// that a program that needs one of them shows it. Variables are filled just before the restore. Which entry a block is
// of, its pointers alone tell, and the code before the loop may have set them to others than the step that is restored
// has; so blocks are filled when the pointers are restored.
#ifndef DETRAIN_RUNTIME_SRC_POISON_H
#define DETRAIN_RUNTIME_SRC_POISON_H

#include <cstddef>
#include <cstdint>

#include "detrain/detrain.h"
#include "walk.h"

namespace detrain::runtime {

// Of variables that are bound so far and were not yet poisoned.
void PoisonVariables();
// What the checkpoint leaves out of blocks, behind the restore of its entries.
void PoisonBlocks();
// A counter of a block, in front of its own restore; other leaves are passed over. `object`: as the host reads it.
void PoisonCounter(const detrain_region& region, const detrain_leaf& leaf, char* object, std::size_t size);
// A block that the restore has just made.
void PoisonNew(const detrain_region& region, char* block, std::size_t size, bool is_apart);
// Tells DETRAIN_REPORT the bytes of each entry.
void ReportPoison();

}  // namespace detrain::runtime

#endif
