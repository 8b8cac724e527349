// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is a generator, and what seeds one.
#ifndef DETRAIN_ANALYZER_CHECK_GENERATORS_H
#define DETRAIN_ANALYZER_CHECK_GENERATORS_H

#include <map>
#include <set>
#include <utility>
#include <vector>

#include "analyzer/flow/flow.h"
#include "analyzer/races/origin_search.h"

namespace detrain::check {

// Whether it is a call of a member of one of the standard library's engines.
bool IsOfEngine(const flow::Flow& flow, flow::InstanceId instance);

// A product with a number that no index is multiplied by: so are generators written out.
bool MultipliesByLarge(const rir::Op& op);

// Whether what is stored in the cell is what was there, multiplied by a large number or mixed with an exclusive or.
bool Scrambles(const flow::Flow& flow, races::OriginSearch& search, flow::NodeId store, flow::NodeId cell);

// Whether one of the numbers becomes the state of a generator that is written out.
bool SeedsGenerator(const flow::Flow& flow, const std::vector<flow::NodeId>& numbers);

// Whether draws come behind seeds, in the program's order.
class LaterDraws {
 public:
  explicit LaterDraws(const flow::Flow& flow) : flow_(flow) {}
  // `seed`: the node of a SeedOp. Where the outside may call what draws, or nothing is known of the stream, yes.
  bool After(flow::NodeId seed);

 private:
  [[nodiscard]] std::vector<bool> DrawingScopes(flow::NodeId cell) const;
  [[nodiscard]] bool ComesBehind(flow::NodeId seed, const std::vector<bool>& draws) const;

  const flow::Flow& flow_;
  std::map<flow::NodeId, std::vector<bool>> draws_;  // of a stream's cell: scopes in which something draws from it
  std::map<flow::NodeId, bool> answers_;
};

}  // namespace detrain::check

#endif
