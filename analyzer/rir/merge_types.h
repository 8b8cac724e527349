// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DETRAIN_ANALYZER_RIR_MERGE_TYPES_H
#define DETRAIN_ANALYZER_RIR_MERGE_TYPES_H

#include <span>
#include <vector>

#include "analyzer/rir/rir.h"

namespace detrain::rir {

struct MergedTypes {
  std::vector<Type> types;
  std::vector<std::vector<TypeId>> ids;  // [module][id there] = id in `types`
};

// The types of all modules, those of equal structure once (records that contain pointers to themselves included, by
// refinement of partitions as in Moore's minimisation of automata). Records of one name and different members stay
// apart. A record or handle that is incomplete in one module is the one of its name that another module completes, if
// all that do agree: a class that one unit never looks into, too.
MergedTypes MergeTypes(std::span<const Module> modules);

// A record or handle of which a module knows only the name.
bool IsIncomplete(const Type& type);

// Whether one object can be declared with both: equal, or equal but for a missing array length or an incomplete record.
bool IsCompatible(const std::vector<Type>& types, TypeId a, TypeId b);

}  // namespace detrain::rir

#endif
