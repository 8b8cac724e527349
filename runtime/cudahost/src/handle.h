// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a handle of the program leads to, where its heap has a fixed place (detrain/device.h): a block of the program
// that says what the handle is of. A process that goes on with a checkpoint has that block where it was, and makes
// anew what is behind it. What such a block cannot say, as the work in a graph, is made by the code before the loop.
#pragma once

#include <cstdint>

namespace detrain::cudahost {

enum class HandleKind : std::uint32_t { None, Stream = 0x6b4d9a01, Event, Graph, GraphExec };

// Null: the heap has no fixed place. `state` says more of it. Not while an Inside lives: it is the program's memory.
void* MakeHandle(HandleKind kind, std::uint32_t state);
void DropHandle(void* handle, HandleKind kind);
// Whether that is a handle which was made by this function, and is still there.
bool IsHandle(const void* handle, HandleKind kind);
// Of one that is.
std::uint32_t& StateOf(void* handle);

}  // namespace detrain::cudahost
