// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is known of loads and stores. Files that are compiled with -fsanitize=thread (and linked without it) call
// __tsan_read4 and its kind for each access; tsan_hooks.cpp defines these. So neither sources nor compilers need
// change.
//
// Two accesses of one launch conflict when they overlap, come from different threads, one writes, not both are atomic,
// and nothing orders them: no barrier of the block or grid, no operation of their warp, no fence and atomic between
// blocks. Only the last write and the last two reads of each 4 bytes are kept: what is reported is there, but not all
// that is there is reported.
#pragma once

#include "block.h"

namespace detrain::cudahost {

enum class How : std::uint8_t { Read, Write, Atomic };

void BeginGrid();
// Before an access by device or host code; `caller`: an address behind the instruction.
void Access(const void* at, std::size_t size, How how, const void* caller);

}  // namespace detrain::cudahost
