// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elements that arrive in any order and carry the number of their place: `results[packet.index] = packet`. Where each
// is put there, and nothing is read of what was there, the order of arrival does not show.
#ifndef DETRAIN_ANALYZER_CHECK_CARRIED_INDEX_H
#define DETRAIN_ANALYZER_CHECK_CARRIED_INDEX_H

#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "analyzer/check/rules.h"
#include "analyzer/types/origin_search.h"

namespace detrain::check {

class CarriedIndex {
 public:
  // `arrived`: what stores the elements that arrive.
  CarriedIndex(const Context& context, const std::vector<types::NodeId>& arrived);

  // Whether the edge leads into memory that such elements are put into by what they carry, and in no other way.
  [[nodiscard]] bool EndsAt(types::NodeId from, const types::Edge& edge) const;

 private:
  void FollowArrived(const std::vector<types::NodeId>& arrived);
  void FindPlaced();
  void NoteCopy(const types::Access& access, bool is_placed);
  [[nodiscard]] bool IsPlaced(const types::Access& access);
  [[nodiscard]] bool IsByCarried(types::NodeId address) const;

  const types::Flow& flow_;
  types::OriginSearch search_;
  std::unordered_set<types::NodeId> arrived_;              // what is made of the elements
  std::unordered_set<types::NodeId> placed_;               // writes that put them where they belong
  std::unordered_map<types::ObjectId, bool> only_placed_;  // by what copies write: whether all of them do so
};

}  // namespace detrain::check

#endif
