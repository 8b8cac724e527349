// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The program's blocks at the same addresses in every process, for plans that ask for it: where memory holds pointers
// that no type tells of, or results hang on addresses. Only blocks of the program's own calls lie there; what libraries
// allocate for themselves, and the runtime, comes from the C library. docs/environment.md is for users.
#ifndef DETRAIN_RUNTIME_SRC_FIXED_HEAP_H
#define DETRAIN_RUNTIME_SRC_FIXED_HEAP_H

#include <cstddef>
#include <cstdint>

// 1 where the program's plan asks for it; its generated header defines it then.
extern "C" int detrain_fixed_heap;

namespace detrain::runtime {

// The address of the heap and its size in bytes: addresses only, which become memory when something is written there.
// Nothing lies there by itself on x86-64 and AArch64 with 47 bits: programs and their libraries are at both ends.
constexpr std::uintptr_t kHeapBase = std::uintptr_t{1} << 44;
constexpr std::size_t kHeapSize = std::size_t{1} << 40;

// The end of it, for memory of a device that the host reaches as its own: told apart from the rest by its address.
constexpr std::size_t kDevicePart = kHeapSize / 4;
constexpr std::uintptr_t kDeviceBase = kHeapBase + kHeapSize - kDevicePart;

// Before the program's first block, where the plan asks for it. Says in one line why the place is not to be had.
void PlaceHeap();

bool IsHeapFixed();
// The stack that lies behind it (fixed_stack.h) included.
bool IsInFixedHeap(std::uintptr_t address);

// Null: there is no room. The bytes hold anything.
void* TakeBlock(std::size_t size, std::size_t alignment);
// The same in the device's part: whole pages, of zeros, with one behind them that is nobody's.
void* TakeDeviceBlock(std::size_t size);
// A block where an earlier process had it. False: another one lies there, or it is no place in the heap.
bool TakeBlockAt(std::uintptr_t address, std::size_t size);
// One of this size that was taken.
void GiveBlock(std::uintptr_t address, std::size_t size);

// While a resumed run is on its way to the loop, behind the place where its heap was put back: what it allocates there
// lies elsewhere, since the blocks of the run that it goes on with are there already.
void LeaveHeapAsItIs(bool leaves);

}  // namespace detrain::runtime

#endif
