// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values that one round of a loop hands to the next: counters, running sums, numbers that are drawn one after the
// other. Which round gets which hangs on their order.
#ifndef DETRAIN_ANALYZER_CHECK_LOOP_CARRIED_H
#define DETRAIN_ANALYZER_CHECK_LOOP_CARRIED_H

#include <unordered_set>
#include <vector>

#include "analyzer/check/rules.h"
#include "analyzer/races/origin_search.h"

namespace detrain::check {

class LoopCarried {
 public:
  // `inside`: flow::InsideOf the loop. `of_elements`: memory of which each round may have its own.
  LoopCarried(const Context& context, races::OriginSearch& search, flow::ScopeId loop, const std::vector<bool>& inside,
              const std::unordered_set<flow::ObjectId>& of_elements)
      : context_(context),
        flow_(context.flow),
        search_(search),
        loop_(loop),
        inside_(inside),
        of_elements_(of_elements) {}

  // Whether what is stored there is made of such a value.
  bool IsStoredBy(flow::NodeId store);

 private:
  bool IsCarried(flow::NodeId node);
  [[nodiscard]] bool IsDrawn(flow::NodeId value) const;
  bool IsCounted(flow::NodeId cell);
  [[nodiscard]] bool IsNumber(const flow::Object& variable) const;
  [[nodiscard]] bool IsOfRound(const flow::Node& node) const;

  const Context& context_;
  const flow::Flow& flow_;
  races::OriginSearch& search_;
  const flow::ScopeId loop_;
  const std::vector<bool>& inside_;
  const std::unordered_set<flow::ObjectId>& of_elements_;
};

}  // namespace detrain::check

#endif
