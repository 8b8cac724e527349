// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/races/data_chosen.h"

#include <cstdint>

#include "analyzer/flow/behind.h"
#include "analyzer/races/distinct_keys.h"

namespace detrain::races {

namespace {

constexpr unsigned kDeepest = 24;

class Terms {
 public:
  Terms(const flow::Flow& flow, OriginSearch& search, ThreadNumbers& numbers)
      : flow_(flow), search_(search), numbers_(numbers) {}

  Numbers Of(flow::NodeId address) {
    std::uint64_t element = 0;  // bytes
    for (unsigned depth = 0; depth < kDeepest && address != flow::kNone; ++depth) {
      address = numbers_.Made(address);
      const rir::ComputeOp* index = flow::ComputeAt(flow_, address, rir::Opcode::Index);
      if (index == nullptr)
        break;
      const std::uint64_t size = flow_.module->types[index->pointee].size;
      element = depth == 0 ? size : element;
      Add(address, index->args[1], size > element, 0);
      address = search_.OperandOf(address, index->args[0]);
    }
    return has_others_ ? identities_ : identities_ | places_;
  }

 private:
  void Add(flow::NodeId user, const rir::Operand& operand, bool is_scaled, unsigned depth) {
    const flow::NodeId node = depth > kDeepest ? flow::kNone : numbers_.Made(search_.OperandOf(user, operand));
    if (node == flow::kNone || numbers_.From(node, false).none())
      return;
    if (numbers_.NumberOf(node) < kThreadNumbers || flow_.nodes[node].kind == flow::NodeKind::Round) {
      has_others_ = true;
      return;
    }
    if (const rir::ComputeOp* compute = flow::ComputeOf(flow_, node))
      return AddCompute(node, *compute, is_scaled, depth + 1);
    const flow::Access* access = flow_.AccessOf(node);
    if (access != nullptr && access->reads && !AreDistinctKeys(flow_, node))
      (is_scaled ? identities_ : places_) |= numbers_.From(access->address, false);
    else
      has_others_ = true;
  }

  void AddCompute(flow::NodeId node, const rir::ComputeOp& compute, bool is_scaled, unsigned depth) {
    switch (compute.opcode) {
      case rir::Opcode::Mul:
      case rir::Opcode::Shl:
        is_scaled = true;
        break;
      case rir::Opcode::Add:
      case rir::Opcode::Sub:
      case rir::Opcode::Cast:
        break;
      default:
        has_others_ = true;  // a quotient, a hash: whether it keeps threads apart is not looked at
        return;
    }
    for (const rir::Operand& arg : compute.args)
      Add(node, arg, is_scaled, depth);
  }

  const flow::Flow& flow_;
  OriginSearch& search_;
  ThreadNumbers& numbers_;
  Numbers identities_, places_;
  bool has_others_ = false;
};

}  // namespace

Numbers ChosenByData(const flow::Flow& flow, OriginSearch& search, ThreadNumbers& numbers, flow::NodeId address) {
  return Terms(flow, search, numbers).Of(address);
}

}  // namespace detrain::races
