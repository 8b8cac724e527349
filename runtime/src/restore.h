// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Putting a checkpoint back into the process.
#ifndef DETRAIN_RUNTIME_SRC_RESTORE_H
#define DETRAIN_RUNTIME_SRC_RESTORE_H

#include <cstddef>
#include <cstdint>

#include "bindings.h"
#include "checkpoint.h"

namespace detrain::runtime {

// Chooses the checkpoint that the settings ask for, before main. Ends the process where one must be there and none is
// good.
void ChooseCheckpoint();

// After the restore, one line for whoever has started the program: from which step it goes on.
void SayWhereItGoesOn();

// The checkpoint that this process was restored from or will be; entries empty in a fresh run.
const Checkpoint& Chosen();

// Restores what is bound so far; `last` when nothing more will be bound. Ends the process with code 2 where plan and
// checkpoint differ.
void Restore(bool last);

// A static became known after the restore: moves what was kept for it in `shadow` there. `frame`: of the runtime's
// function that the program has called.
void RestoreLate(std::uint32_t region, const Binding& shadow, const void* frame);

}  // namespace detrain::runtime

#endif
