// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Blocks that the program freed while pointers may still lead to them. Their memory is not given out again until a
// boundary has seen that no saved pointer leads there, so that such a pointer is known for what it is: not null, and
// never the pointer to another object that came to lie in the same place.
#ifndef DETRAIN_RUNTIME_SRC_FREED_H
#define DETRAIN_RUNTIME_SRC_FREED_H

#include <cstddef>
#include <cstdint>

namespace detrain::runtime {

// What is kept at most, in bytes; behind that the oldest go back to the C library.
constexpr std::size_t kFreedBytes = std::size_t{64} << 20;

// Takes a block of malloc that the program has freed.
void KeepFreed(void* block, std::size_t size);

// Whether `address` lies in such a block, or just behind one, which then stays at the next GiveBackFreed.
bool IsFreed(std::uintptr_t address);

// Gives back all but those asked for since the last call.
void GiveBackFreed();

// What a pointer to a freed block is after a restore: an address where nobody can read or write, and that IsFreed
// knows. Each number, from 0, has its own.
char* AddressOfFreed(std::int64_t number);

}  // namespace detrain::runtime

#endif
