// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where the heap has a fixed place, main runs on a stack behind it, with its arguments at the top: addresses of locals
// and of arguments are the same in every process, too, and may stand in memory that is saved as it lies.
#ifndef DETRAIN_RUNTIME_SRC_FIXED_STACK_H
#define DETRAIN_RUNTIME_SRC_FIXED_STACK_H

#include <cstddef>
#include <cstdint>
#include <string>

namespace detrain::runtime {

// Addresses only, as those of the heap. What may be used of it is what `ulimit -s` gives, and no less than 8 MiB.
constexpr std::size_t kStackRange = std::size_t{1} << 32;

// On the stack that the system gave the thread which first asks, that of the step loop. Of a program whose main runs on
// the other one nothing of it is saved.
bool IsOnMovingStack(std::uintptr_t address);

bool IsAmongArguments(std::uintptr_t address);
// Whether pointers that were saved lead to the arguments, from the first on.
void NoteArgumentsSaved();
// Empty where none did. Two runs with the same text have the same arguments at the same places.
std::string ArgumentsSaved();
std::string ArgumentsNow();

}  // namespace detrain::runtime

#endif
