// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers that a loop deals out in turn, `item[k].worker = k % n`, to elements of which a thread takes each n-th one,
// from its own number on: all that it takes have its number, and no other thread's have.
#ifndef DETRAIN_ANALYZER_RACES_DEALT_NUMBERS_H
#define DETRAIN_ANALYZER_RACES_DEALT_NUMBERS_H

#include <cstdint>
#include <optional>
#include <vector>

#include "analyzer/flow/flow.h"

namespace detrain::races {

// How many there are: a constant, or what comes from one place.
struct Count {
  flow::NodeId source = flow::kNone;
  std::int64_t number = 0;
  bool operator==(const Count&) const = default;
};

struct Remainder {
  flow::NodeId dividend = flow::kNone;
  Count count;
};

// What the value is the remainder of; nullopt: of nothing, or of what has no one source.
std::optional<Remainder> RemainderOf(const flow::Flow& flow, flow::NodeId value);

// Whether the element at the address is chosen by a loop inside that goes on by the count, and begins with the number
// that a loop up to the count gave. `inside`: per scope, whether it is the thread's.
bool TakesEach(const flow::Flow& flow, flow::NodeId address, const Count& count, const std::vector<bool>& inside);

}  // namespace detrain::races

#endif
