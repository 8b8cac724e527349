// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Moves parts of one module into another: every id in them is replaced.
#ifndef DETRAIN_ANALYZER_RIR_REMAP_H
#define DETRAIN_ANALYZER_RIR_REMAP_H

#include <cstdint>
#include <vector>

#include "analyzer/rir/rir.h"

namespace detrain::rir {

// New ids, indexed by the old ones. kNone stays kNone; any other id outside the tables is a broken module and aborts.
struct Remap {
  std::vector<TypeId> types;
  std::vector<RegionId> regions;
  std::vector<FunctionId> functions;
  std::vector<StringId> strings;
  std::vector<FileId> files;
};

// How far the ids that count per function move when one function's blocks are put behind those of another.
struct Shift {
  std::uint32_t values = 0;
  std::uint32_t loops = 0;
  std::vector<BlockId> blocks;  // new ids, indexed by the old ones
};

void Apply(const Remap& remap, Type& type);
void Apply(const Remap& remap, Region& region);
// All of the function, its ops included. Values, loops and blocks stay.
void Apply(const Remap& remap, Function& function);
// Values, loops and blocks only.
void Apply(const Shift& shift, Op& op);

}  // namespace detrain::rir

#endif
