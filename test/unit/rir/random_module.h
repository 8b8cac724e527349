// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DETRAIN_TEST_UNIT_RIR_RANDOM_MODULE_H
#define DETRAIN_TEST_UNIT_RIR_RANDOM_MODULE_H

#include <cstdint>

#include "analyzer/rir/rir.h"

namespace detrain::rir {

// Any module that the data model can hold, sense or no sense: names that are empty, odd or shared, ids that lead
// nowhere, blocks in any order. Only what no text could tell apart is left out (NaN, fields of an operand that its kind
// does not use).
Module RandomModule(std::uint64_t seed);

}  // namespace detrain::rir

#endif
