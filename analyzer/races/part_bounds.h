// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parts that threads cut a range into: `k * n / threads` is where the part of thread k begins, and, as a quotient that
// is rounded down, may be that of another k too. It is not where the same code ends the part at `(k + 1) * n /
// threads`: then one part ends where the next one begins.
#ifndef DETRAIN_ANALYZER_RACES_PART_BOUNDS_H
#define DETRAIN_ANALYZER_RACES_PART_BOUNDS_H

#include <cstdint>
#include <map>
#include <optional>
#include <tuple>

#include "analyzer/flow/flow.h"

namespace detrain::races {

class OriginSearch;
struct Together;

class PartBounds {
 public:
  PartBounds(const flow::Flow& flow, OriginSearch& search) : flow_(flow), search_(search) {}

  // Whether a quotient is where a part begins, in code that computes where the next one does.
  bool IsBegin(flow::NodeId quotient, const Together& where);

 private:
  bool IsNext(flow::NodeId next, flow::NodeId begin, const Together& where, unsigned depth = 0);
  bool IsOneMore(flow::NodeId next, flow::NodeId begin, const Together& where);
  bool AreProductsInARow(flow::NodeId next, flow::NodeId begin, const Together& where, unsigned depth);
  bool AreSame(flow::NodeId a, flow::NodeId b, const Together& where, unsigned depth);
  bool AreSame(const rir::Operand& a, flow::NodeId user_of_a, const rir::Operand& b, flow::NodeId user_of_b,
               const Together& where, unsigned depth);
  bool AreLoadsOfOne(flow::NodeId a, flow::NodeId b, const Together& where, unsigned depth);
  [[nodiscard]] bool IsGiven(flow::NodeId address, const Together& where) const;
  [[nodiscard]] std::optional<std::int64_t> Number(const rir::Operand& operand, flow::NodeId user) const;
  bool HasNext(flow::InstanceId instance, flow::NodeId quotient, const Together& where);
  [[nodiscard]] flow::NodeId Passed(flow::NodeId node) const;
  [[nodiscard]] flow::NodeId WithoutCasts(flow::NodeId node) const;

  const flow::Flow& flow_;
  OriginSearch& search_;
  std::map<std::tuple<flow::NodeId, flow::ScopeId, flow::ScopeId>, bool> answers_;
};

}  // namespace detrain::races

#endif
