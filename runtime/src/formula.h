// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the plan's postfix programs compute from integers that the program holds.
#ifndef DETRAIN_RUNTIME_SRC_FORMULA_H
#define DETRAIN_RUNTIME_SRC_FORMULA_H

#include <cstdint>
#include <optional>

#include "walk.h"

namespace detrain::runtime {

using Number = std::optional<std::int64_t>;

// nullopt: it cannot be computed (overflow, a division by zero, no such object, or several), or not yet.
Number Compute(const Walk& walk, std::uint32_t first_code, std::uint32_t code_count);

// The region that a leaf belongs to.
std::uint32_t RegionOf(std::uint32_t leaf);

}  // namespace detrain::runtime

#endif
