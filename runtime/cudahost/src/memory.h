// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Device and managed memory lie in one reserved range of addresses, so that they are told apart from all else by two
// comparisons; in another one where the program's heap has a fixed place (library.h). Between allocations lies a page
// that belongs to none, and in the first range an address is not used again soon.
#pragma once

#include <cstddef>
#include <cstdint>

namespace detrain::cudahost {

enum class MemoryKind : std::uint8_t { None, Device, Managed, Pinned };

struct Allocation {
  std::uintptr_t begin = 0;
  std::size_t size = 0;  // as asked for
  MemoryKind kind = MemoryKind::None;
  bool freed = false;
  bool is_placed = false;  // in the heap of a fixed place
};

void* AllocateDevice(std::size_t size, MemoryKind kind);  // null: there is no more
bool FreeDevice(void* at);                                // false: no such allocation
void* AllocatePinned(std::size_t size);
void RegisterPinned(void* at, std::size_t size);
bool ForgetPinned(void* at, bool release);

// Of blocks at fixed places: one of the run that this one goes on with is there, or one that was there is none of its.
void NoteAllocation(void* at, std::size_t size, MemoryKind kind);
void ForgetAllocation(void* at, MemoryKind kind);

bool IsDeviceAddress(const void* at);
// The allocation that holds `at`, or the last one before it; kind None where there is none.
Allocation FindAllocation(const void* at);
MemoryKind KindOf(const void* at);
std::size_t DeviceBytesTotal();
std::size_t DeviceBytesFree();

}  // namespace detrain::cudahost
