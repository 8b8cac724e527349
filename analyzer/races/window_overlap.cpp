// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/races/window_overlap.h"

#include <algorithm>
#include <cstdlib>
#include <set>
#include <variant>
#include <vector>

#include "analyzer/flow/behind.h"
#include "analyzer/flow/ranges.h"

namespace detrain::races {

namespace {

constexpr std::size_t kMostChoices = 64;  // nodes that an element's number may be chosen from

// The sums that a number may be, where several stores give it.
std::vector<Sum> ChoicesOf(const flow::Flow& flow, OriginSearch& search, ThreadNumbers& numbers, AddressSums& sums,
                           flow::NodeId value) {
  std::vector<Sum> choices;
  std::vector<flow::NodeId> open = {numbers.Made(value)};
  std::set<flow::NodeId> seen = {open.front()};
  for (std::size_t i = 0; i < open.size() && i < kMostChoices; ++i) {
    if (open[i] == flow::kNone)
      continue;
    if (std::optional<Sum> sum = sums.OfMade(open[i])) {
      choices.push_back(std::move(*sum));
      continue;
    }
    const auto add = [&](flow::NodeId from) {
      if (from != flow::kNone && seen.insert(from).second)
        open.push_back(from);
    };
    const flow::Node& node = flow.nodes[open[i]];
    const auto* store =
        node.kind != flow::NodeKind::Effect || node.op == nullptr ? nullptr : std::get_if<rir::StoreOp>(&node.op->data);
    if (store != nullptr)
      add(numbers.Made(search.OperandOf(open[i], store->value)));
    else if (flow::ComputeOf(flow, open[i]) == nullptr)
      flow.ForBefore(open[i], [&](flow::NodeId from, flow::EdgeKind kind) {
        if (kind == flow::EdgeKind::Copy && flow.nodes[from].kind != flow::NodeKind::Cell)
          add(from);
      });
  }
  return choices;
}

// The one factor of the product that is such a number or counter, with what it is multiplied by. Null: not so.
const std::string* OnlyFactor(const AddressSums& sums, const Factors& factors, bool is_counter, Factors& scale) {
  const std::string* only = nullptr;
  for (const std::string& name : factors) {
    const Factor& factor = sums.Known(name);
    if (is_counter ? factor.is_counter : factor.numbers.count() == 1 && !factor.is_quotient && !factor.is_counted) {
      if (only != nullptr)
        return nullptr;
      only = &name;
    } else {
      scale.push_back(name);
    }
  }
  return only;
}

}  // namespace

Numbers OverlappedAt(const flow::Flow& flow, OriginSearch& search, ThreadNumbers& numbers, AddressSums& sums,
                     flow::NodeId address) {
  Numbers overlapped;
  address = numbers.Made(address);
  const rir::ComputeOp* index = flow::ComputeAt(flow, address, rir::Opcode::Index);
  if (index == nullptr)
    return overlapped;
  for (const Sum& sum : ChoicesOf(flow, search, numbers, sums, search.OperandOf(address, index->args[1])))
    for (const auto& [window, step] : sum) {
      Factors scale;
      const std::string* counter = OnlyFactor(sums, window, true, scale);
      const auto rounds = counter == nullptr ? std::nullopt : flow::RangeOf(flow, sums.Known(*counter).round);
      if (!rounds || rounds->symbol != flow::kNone || rounds->stride != 1)
        continue;
      for (const auto& [term, apart] : sum) {
        Factors of_thread;
        const std::string* number = OnlyFactor(sums, term, false, of_thread);
        const bool meets = number != nullptr && of_thread == scale && apart % step == 0 &&
                           std::abs(apart / step) < rounds->end - rounds->low;
        if (meets)
          overlapped |= sums.Known(*number).numbers;
      }
    }
  return overlapped;
}

}  // namespace detrain::races
