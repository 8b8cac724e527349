// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which bits of memory members have. Those of a bit-field's unit that no member has are whatever was there.
#ifndef DETRAIN_ANALYZER_PLAN_BITS_H
#define DETRAIN_ANALYZER_PLAN_BITS_H

#include <cstdint>
#include <vector>

#include "analyzer/rir/rir.h"

namespace detrain::plan {

// A run of bytes of which a bit-field has some bits.
struct BitRun {
  std::uint64_t offset = 0;  // from the start of the record
  std::uint64_t bytes = 0;   // 8 at most
  std::uint64_t bits = 0;    // as Leaf::bits
};

// Where the field is: its unit; where that is more than the record has, or less than the field, as with what is packed,
// the bytes that its bits are in.
std::vector<BitRun> RunsOf(const rir::Module& module, const rir::Type& record, const rir::Field& field);

// Leaf::bits of a run of such scalars: not all of a union with bit-fields.
std::uint64_t BitsOf(const rir::Module& module, rir::TypeId scalar);

}  // namespace detrain::plan

#endif
