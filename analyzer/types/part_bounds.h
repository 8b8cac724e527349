// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parts that threads cut a range into: `k * n / threads` is where the part of thread k begins, and, as a quotient that
// is rounded down, may be that of another k too. It is not where the same code ends the part at `(k + 1) * n /
// threads`: then one part ends where the next one begins.
#ifndef DETRAIN_ANALYZER_TYPES_PART_BOUNDS_H
#define DETRAIN_ANALYZER_TYPES_PART_BOUNDS_H

#include <cstdint>
#include <map>
#include <optional>
#include <tuple>

#include "analyzer/types/flow.h"

namespace detrain::types {

class OriginSearch;
struct Together;

class PartBounds {
 public:
  PartBounds(const Flow& flow, OriginSearch& search) : flow_(flow), search_(search) {}

  // Whether a quotient is where a part begins, in code that computes where the next one does.
  bool IsBegin(NodeId quotient, const Together& where);

 private:
  bool IsNext(NodeId next, NodeId begin, const Together& where, unsigned depth = 0);
  bool IsOneMore(NodeId next, NodeId begin, const Together& where);
  bool AreProductsInARow(NodeId next, NodeId begin, const Together& where, unsigned depth);
  bool AreSame(NodeId a, NodeId b, const Together& where, unsigned depth);
  bool AreSame(const rir::Operand& a, NodeId user_of_a, const rir::Operand& b, NodeId user_of_b, const Together& where,
               unsigned depth);
  bool AreLoadsOfOne(NodeId a, NodeId b, const Together& where, unsigned depth);
  [[nodiscard]] bool IsGiven(NodeId address, const Together& where) const;
  [[nodiscard]] std::optional<std::int64_t> Number(const rir::Operand& operand, NodeId user) const;
  bool HasNext(InstanceId instance, NodeId quotient, const Together& where);
  [[nodiscard]] NodeId Passed(NodeId node) const;
  [[nodiscard]] NodeId WithoutCasts(NodeId node) const;

  const Flow& flow_;
  OriginSearch& search_;
  std::map<std::tuple<NodeId, ScopeId, ScopeId>, bool> answers_;
};

}  // namespace detrain::types

#endif
