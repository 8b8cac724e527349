// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where the variables of the plan lie in this process.
#ifndef DETRAIN_RUNTIME_SRC_BINDINGS_H
#define DETRAIN_RUNTIME_SRC_BINDINGS_H

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "detrain/detrain.h"

namespace detrain::runtime {

struct Binding {
  char* address = nullptr;  // null: not bound yet
  std::size_t size = 0;
  bool is_apart = false;                     // the host cannot reach it by itself
  const void* symbol = nullptr;              // the device knows where the variable of this name lies
  const volatile void* (*find)() = nullptr;  // or this function
  bool shadow = false;  // address is memory of ours that stands in for a static that has not been registered yet
};

// The plan of the loop that runs, of those of loops in a row. A plan of another program in the same process is a
// refusal.
void UsePlan(const detrain_plan* plan);
const detrain_plan* Plan();  // that one, or the first that bound a variable; null before

// The plan's, with the persistence that its conditions give it: carried until they are decided.
const detrain_leaf& LeafAt(std::uint32_t index);
void SettlePersistence(std::uint32_t leaf, detrain_persistence persistence);
const detrain_region& RegionAt(std::uint32_t index);

void Bind(const detrain_plan* plan, std::uint32_t region, void* address, std::size_t size);
// An array of variable length becomes a block of the heap, filled with zeros; the region's pointer is one of ours.
void BindArray(const detrain_plan* plan, std::uint32_t region, void* start, std::size_t size);
// A reference: the region's pointer is one of ours.
void BindReference(const detrain_plan* plan, std::uint32_t region, void* target);
// Refuses where a restore has given one of these pointers another target than its reference has.
void CheckReferences();

// A static by its path, before or after the plan is known. True where it takes the place of a shadow, whose old address
// is then in `shadow`.
bool Register(const char* path, const Binding& binding, std::uint32_t& region, Binding& shadow);

// It is gone: nothing is bound there any more.
void Unregister(const char* path);
// The plan's static of this path; -1: it has none.
std::int64_t FindStatic(const char* path);

const Binding& BindingOf(std::uint32_t region);
// Stands in for a static that the checkpoint holds and that has not been registered: zeroed memory.
void MakeShadow(std::uint32_t region);

// The bound variable that `address` lies in (or just past the end of), as a region; -1 where none.
std::int64_t FindVariable(std::uintptr_t address);

// Whether the static of this path is one of a function that has not come to its declaration yet, or may not have.
bool IsYetToBeMade(const char* path);

// Statics have "::" in their paths; only they may be registered late.
bool IsStatic(const detrain_region& region);

}  // namespace detrain::runtime

#endif
