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
#include "analyzer/races/origin_search.h"

namespace detrain::check {

class CarriedIndex {
 public:
  // `arrived`: what stores the elements that arrive.
  CarriedIndex(const Context& context, const std::vector<flow::NodeId>& arrived);

  // Whether the edge leads into memory that such elements are put into by what they carry, and in no other way.
  [[nodiscard]] bool EndsAt(flow::NodeId from, const flow::Edge& edge) const;

 private:
  void FollowArrived(const std::vector<flow::NodeId>& arrived);
  void FindPlaced();
  void NoteCopy(const flow::Access& access, bool is_placed);
  [[nodiscard]] bool IsPlaced(const flow::Access& access);
  [[nodiscard]] bool IsByCarried(flow::NodeId address) const;

  const flow::Flow& flow_;
  races::OriginSearch search_;
  std::unordered_set<flow::NodeId> arrived_;              // what is made of the elements
  std::unordered_set<flow::NodeId> placed_;               // writes that put them where they belong
  std::unordered_map<flow::ObjectId, bool> only_placed_;  // by what copies write: whether all of them do so
};

}  // namespace detrain::check

#endif
