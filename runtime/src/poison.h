// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// DETRAIN_POISON: just before the restore, all that a checkpoint neither holds nor may take as given is filled with
// values that nobody wants, so that a program that needs one of them shows it.
#ifndef DETRAIN_RUNTIME_SRC_POISON_H
#define DETRAIN_RUNTIME_SRC_POISON_H

#include <cstddef>
#include <cstdint>

#include "detrain/detrain.h"
#include "walk.h"

namespace detrain::runtime {

// Of everything that is bound so far and was not yet poisoned.
void PoisonBound();
// A block that the restore has just made.
void PoisonNew(const detrain_region& region, char* block, std::size_t size, bool is_apart);
// Tells DETRAIN_REPORT the bytes of each entry.
void ReportPoison();

}  // namespace detrain::runtime

#endif
