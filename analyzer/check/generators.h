// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is a generator, and what seeds one.
#ifndef DETRAIN_ANALYZER_CHECK_GENERATORS_H
#define DETRAIN_ANALYZER_CHECK_GENERATORS_H

#include <map>
#include <set>
#include <utility>
#include <vector>

#include "analyzer/types/flow.h"
#include "analyzer/types/origin_search.h"

namespace detrain::check {

// Whether it is a call of a member of one of the standard library's engines.
bool IsOfEngine(const types::Flow& flow, types::InstanceId instance);

// A product with a number that no index is multiplied by: so are generators written out.
bool MultipliesByLarge(const rir::Op& op);

// Whether what is stored in the cell is what was there, multiplied by a large number or mixed with an exclusive or.
bool Scrambles(const types::Flow& flow, types::OriginSearch& search, types::NodeId store, types::NodeId cell);

// Whether one of the numbers becomes the state of a generator that is written out.
bool SeedsGenerator(const types::Flow& flow, const std::vector<types::NodeId>& numbers);

// Whether draws come behind seeds, in the program's order.
class LaterDraws {
 public:
  explicit LaterDraws(const types::Flow& flow) : flow_(flow) {}
  // `seed`: the node of a SeedOp. Where the outside may call what draws, or nothing is known of the stream, yes.
  bool After(types::NodeId seed);

 private:
  [[nodiscard]] std::vector<bool> DrawingScopes(types::NodeId cell) const;
  [[nodiscard]] bool ComesBehind(types::NodeId seed, const std::vector<bool>& draws) const;

  const types::Flow& flow_;
  std::map<types::NodeId, std::vector<bool>> draws_;  // of a stream's cell: scopes in which something draws from it
  std::map<types::NodeId, bool> answers_;
};

}  // namespace detrain::check

#endif
