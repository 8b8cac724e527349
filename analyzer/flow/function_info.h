// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a function is like before it is followed: which of its variables have no address taken, what its blocks store
// to, and how large it is with all that it calls.
#ifndef DETRAIN_ANALYZER_FLOW_FUNCTION_INFO_H
#define DETRAIN_ANALYZER_FLOW_FUNCTION_INFO_H

#include <cstdint>
#include <map>
#include <vector>

#include "analyzer/rir/rir.h"

namespace detrain::flow {

struct FunctionInfo {
  // Scalars that are only loaded, stored and declared, all of it in the same part of parallel code. Their numbers are
  // indices of Walker's tables.
  std::map<rir::RegionId, std::uint32_t> variables;
  std::vector<rir::RegionId> regions;                 // by number
  std::vector<std::vector<std::uint32_t>> stored_in;  // per block, with those below: the variables
  std::size_t ops = 0;
};

FunctionInfo InfoOf(const rir::Module& module, const rir::Function& function);

// Per function: its ops and those of all that it calls, counted as often as they are called; recursive ones and very
// large ones are `kTooLarge`.
inline constexpr std::size_t kTooLarge = 1U << 20U;
std::vector<std::size_t> WholeSizes(const rir::Module& module);

}  // namespace detrain::flow

#endif
