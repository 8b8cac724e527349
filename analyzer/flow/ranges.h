// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which elements of an array an access means, where a loop that counts up chooses them.
#ifndef DETRAIN_ANALYZER_FLOW_RANGES_H
#define DETRAIN_ANALYZER_FLOW_RANGES_H

#include <cstdint>
#include <optional>
#include <vector>

#include "analyzer/flow/flow.h"

namespace detrain::flow {

// low, low + stride, ... as long as they are less than `end`, to which the number at the node `symbol` is added where
// there is one.
struct Range {
  std::int64_t low = 0, stride = 1, end = 0;
  NodeId symbol = kNone;
};

// The numbers that an operand of an op of the instance takes; nullopt: not known.
std::optional<Range> RangeOf(const Flow& flow, const rir::Operand& operand, InstanceId instance);
std::optional<Range> RangeOf(const Flow& flow, NodeId value);

// The least number that the operand takes, where it is a counter that starts at a constant and only goes up.
std::optional<std::int64_t> LeastOf(const Flow& flow, const rir::Operand& operand, InstanceId instance);

// The element that an address chooses of what its base leads to; of what is no element, number 0 of one.
std::optional<Range> ElementsOf(const Flow& flow, NodeId address);

// The same where the element's number is a sum of counters that run between constants (`o * kWide + i`): a range per
// row. None: not known, or more rows than are counted with.
std::vector<Range> RowsOf(const Flow& flow, NodeId address);

// The elements that an address chooses from where its array begins: an element of a row that is an element itself
// (`(data + r * width)[c]`, also where a function returns the row) counts from the first row on.
struct Elements {
  std::vector<Range> ranges;    // as of RowsOf
  std::vector<NodeId> indices;  // the operations that choose, the last one first
  NodeId base = kNone;          // what the first one is given
};
Elements ElementsFromStart(const Flow& flow, NodeId address);

// So many elements from each of these on; none: more than are counted with.
std::vector<Range> RunsOf(const std::vector<Range>& begins, std::int64_t count);

// What a pointer begins with that a loop moves along an array; kNone: it is no such pointer.
NodeId BeginOf(const Flow& flow, NodeId round);

// Whether two addresses that lead to one cell may mean the same element. Where the elements of either are not known,
// no: programs cut arrays into pieces in more ways than are told here.
bool MayMeet(const Flow& flow, NodeId a, NodeId b);

// Whether two addresses that lead to one cell are known to mean different elements, of the array or of one around it.
bool NeverMeet(const Flow& flow, NodeId a, NodeId b);

// Whether each element of `what` is in one of the others.
bool Cover(const std::vector<Range>& ranges, const Range& what);

// The same of ranges between constants, element by element; nullopt: more elements than are counted with.
std::optional<bool> CoverEach(const std::vector<Range>& ranges, const std::vector<Range>& what);

}  // namespace detrain::flow

#endif
