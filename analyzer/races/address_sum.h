// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Of a launch: an address as a pointer and a sum of bytes, so that two of them can be subtracted.
#ifndef DETRAIN_ANALYZER_RACES_ADDRESS_SUM_H
#define DETRAIN_ANALYZER_RACES_ADDRESS_SUM_H

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "analyzer/races/thread_numbers.h"

namespace detrain::races {

// Factors by their names, sorted; of a number alone none.
using Factors = std::vector<std::string>;
// What each product of factors is multiplied by, never 0.
using Sum = std::map<Factors, std::int64_t>;

Sum Plus(Sum a, const Sum& b, std::int64_t times = 1);
// Nothing: it is too large.
std::optional<Sum> Product(const Sum& a, const Sum& b);

struct Factor {
  Numbers numbers;           // of a thread, that it is made from; none: it is one for all threads
  bool is_counter = false;   // of a loop in the launch: it takes each number from 0 on
  bool is_counted = false;   // of a loop in the launch: by how much it is further than in the first round
  bool is_quotient = false;  // then it is `whole` / `by`; a remainder is written as `whole` - `by` * quotient
  Sum whole = {}, by = {};
  flow::ScopeId loop = flow::kNone;  // whose round it is made from
  bool is_offset = false;            // it is 0 in the first round of that loop
  flow::NodeId round = flow::kNone;  // the counter, where it is one
};

struct AddressSum {
  std::string base;                     // the pointer that is one for all threads
  std::uint64_t size = 0;               // bytes of the element
  std::vector<std::int64_t> rows = {};  // of the elements of each dimension, that one's among them
  Sum bytes;
};

// The name of a thread's number, from 0 to kThreadNumbers - 1.
std::string FactorOf(std::size_t number);

class AddressSums {
 public:
  AddressSums(const flow::Flow& flow, OriginSearch& search, ThreadNumbers& numbers, const Together& where)
      : flow_(flow), search_(search), numbers_(numbers), where_(where) {}

  // Nothing: it is no such address, or data decide where it leads.
  const std::optional<AddressSum>& Of(flow::NodeId address);
  // The number that an operand of `user` is. Nothing: likewise.
  std::optional<Sum> OfValue(flow::NodeId user, const rir::Operand& operand) { return Expand(user, operand, 0); }
  // What `ThreadNumbers::Made` gives.
  std::optional<Sum> OfMade(flow::NodeId made) { return OfNode(made, 0); }
  [[nodiscard]] const Factor& Known(const std::string& factor) const { return factors_.at(factor); }

  // Whether the factor is the size of the launch's blocks in that dimension.
  bool IsBlockSize(const std::string& factor, std::size_t dimension);

  // The numbers in all of a sum's factors.
  [[nodiscard]] Numbers NumbersIn(const Sum& sum) const;
  [[nodiscard]] Numbers NumbersIn(const Factors& factors) const;

 private:
  std::optional<AddressSum> Find(flow::NodeId address);
  std::optional<Sum> Expand(flow::NodeId user, const rir::Operand& operand, unsigned depth);
  std::optional<Sum> OfNode(flow::NodeId node, unsigned depth);
  std::optional<Sum> OfCompute(flow::NodeId node, const rir::ComputeOp& compute, unsigned depth);
  std::optional<Sum> Divided(flow::NodeId node, const rir::ComputeOp& compute, unsigned depth);
  std::optional<Sum> OfRound(flow::NodeId round, unsigned depth);
  std::optional<Sum> Symbol(flow::NodeId node);
  Sum Alone(const std::string& name, Factor factor);
  [[nodiscard]] Factor OfLoop(flow::NodeId round) const;

  const flow::Flow& flow_;
  OriginSearch& search_;
  ThreadNumbers& numbers_;
  const Together& where_;
  std::map<std::string, Factor> factors_;
  std::optional<std::map<std::string, std::size_t>> block_sizes_;  // by name; once it is asked for
  std::map<flow::NodeId, std::optional<AddressSum>> known_;
};

}  // namespace detrain::races

#endif
