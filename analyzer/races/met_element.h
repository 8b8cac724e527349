// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Of a launch: elements of one array that a thread has for itself, and another one goes to as well. In memory of the
// whole launch most elements that look alike are apart, so only these are told: a neighbour (`e[t]` and `e[t - 1]`),
// a row that each thread goes through (`x[row * n + column]` and, for all k, `x[row * n + k]`), rows taken for columns
// (`w[i * n + j]` and `w[j * n + i]`), and a sum of numbers.
#ifndef DETRAIN_ANALYZER_RACES_MET_ELEMENT_H
#define DETRAIN_ANALYZER_RACES_MET_ELEMENT_H

#include <set>
#include <vector>

#include "analyzer/races/address_sum.h"
#include "analyzer/races/launch_events.h"

namespace detrain::races {

class MetElements {
 public:
  // `items`: what a thread of the launch does.
  MetElements(const flow::Flow& flow, OriginSearch& search, ThreadNumbers& numbers, const Together& where,
              const std::vector<LaunchItem>& items);

  // Whether `other` goes to what `write` does in another thread. False: it is not known.
  bool Meet(const flow::Access& write, const flow::Access& other);

  // The same of what a barrier of the block, at least, does not part, where both stand in loops of their own: of two
  // threads in the first rounds of these (`for (i = first; i < n; i += threads)`, where `first` tells the thread).
  // `is_parted`: the threads of one block wait between the two, so that only those of different blocks meet.
  bool MeetInFirstRounds(const LaunchEvents& events, const LaunchItem& write, const LaunchItem& other, bool is_parted);

  AddressSums& sums() { return sums_; }

  // Of the numbers `several`, those that tell a thread by their sum alone, as in `e[blockIdx.x + threadIdx.x]`: of two
  // threads whose sums are alike both go there.
  Numbers Summed(const flow::Access& access, Numbers several);

 private:
  // What tells the threads' elements apart: so many bytes from one thread to the next, in the block's dimension.
  struct Digit {
    Numbers numbers;
    std::int64_t apart = 0;  // threads between the two that meet, where it is known
  };
  std::optional<Digit> NeighbourOf(const AddressSum& write, const Sum& apart);
  std::optional<Digit> RowOf(const AddressSum& write, const Sum& apart);
  std::optional<Digit> TransposedOf(const AddressSum& write, const AddressSum& other);
  [[nodiscard]] bool IsCounterAlone(const Sum& bytes, std::uint64_t size) const;
  [[nodiscard]] bool ComparesThreads(const flow::Access& access);
  std::optional<Digit> ThreadOfRow(const AddressSum& write, const Sum& digit, const Factors& scale, std::int64_t each);
  std::optional<Digit> PartOfRow(const AddressSum& write, const Sum& digit, const Factors& scale, std::int64_t each);
  std::optional<AddressSum> InFirstRound(const LaunchEvents& events, const LaunchItem& item,
                                         const std::set<flow::ScopeId>& both, bool keeps_counters);
  [[nodiscard]] bool GoesOnInNextBlock(const Sum& bytes, std::size_t number);
  [[nodiscard]] bool IsAcrossBlocks(const AddressSum& write, const Digit& digit);
  [[nodiscard]] bool AsksOnlyInBlock(const flow::Access& access, const Digit& digit);
  [[nodiscard]] bool MayAllCome(const flow::Access& access, const Digit& digit);
  [[nodiscard]] bool IsOpen(flow::NodeId condition, const Digit& digit, bool is_inside);

  const flow::Flow& flow_;
  OriginSearch& search_;
  ThreadNumbers& numbers_;
  AddressSums sums_;
  bool orders_itself_;
};

}  // namespace detrain::races

#endif
