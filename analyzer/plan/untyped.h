// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pointers in memory that no type describes.
#ifndef DETRAIN_ANALYZER_PLAN_UNTYPED_H
#define DETRAIN_ANALYZER_PLAN_UNTYPED_H

#include <string>
#include <vector>

#include "analyzer/plan/layout.h"

namespace detrain::plan {

// Whether what is saved as such a scalar may be an address.
bool HoldsAddresses(DType type);

// The leaf that a key names; of a variant's alternatives, one that may hold an address. Null: there is none.
const NamedLeaf* PointerOfKey(const NamedObject& object, std::uint64_t key);

// Whether addresses may stand behind the one record of a block, where no type says so.
bool HasLinkedTail(const infer::Engine& engine, const NamedObject& object);

// The leaves of an object that hold addresses at the boundary.
std::vector<NamedLeaf> LeavesOfAddresses(infer::Engine& engine, const NamedObject& object);

// Why nothing tells where in the object pointers are, and what to do about it.
std::string WhyUntyped(const infer::Engine& engine, const NamedObject& object);

}  // namespace detrain::plan

#endif
