// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/types/data_chosen.h"

#include <cstdint>

#include "analyzer/types/behind.h"
#include "analyzer/types/distinct_keys.h"

namespace detrain::types {

namespace {

constexpr unsigned kDeepest = 24;

class Terms {
 public:
  Terms(const Flow& flow, OriginSearch& search, ThreadNumbers& numbers)
      : flow_(flow), search_(search), numbers_(numbers) {}

  Numbers Of(NodeId address) {
    std::uint64_t element = 0;  // bytes
    for (unsigned depth = 0; depth < kDeepest && address != kNone; ++depth) {
      address = numbers_.Made(address);
      const rir::ComputeOp* index = ComputeAt(flow_, address, rir::Opcode::Index);
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
  void Add(NodeId user, const rir::Operand& operand, bool is_scaled, unsigned depth) {
    const NodeId node = depth > kDeepest ? kNone : numbers_.Made(search_.OperandOf(user, operand));
    if (node == kNone || numbers_.From(node, false).none())
      return;
    if (numbers_.NumberOf(node) < kThreadNumbers || flow_.nodes[node].kind == NodeKind::Round) {
      has_others_ = true;
      return;
    }
    if (const rir::ComputeOp* compute = ComputeOf(flow_, node))
      return AddCompute(node, *compute, is_scaled, depth + 1);
    const Access* access = flow_.AccessOf(node);
    if (access != nullptr && access->reads && !AreDistinctKeys(flow_, node))
      (is_scaled ? identities_ : places_) |= numbers_.From(access->address, false);
    else
      has_others_ = true;
  }

  void AddCompute(NodeId node, const rir::ComputeOp& compute, bool is_scaled, unsigned depth) {
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

  const Flow& flow_;
  OriginSearch& search_;
  ThreadNumbers& numbers_;
  Numbers identities_, places_;
  bool has_others_ = false;
};

}  // namespace

Numbers ChosenByData(const Flow& flow, OriginSearch& search, ThreadNumbers& numbers, NodeId address) {
  return Terms(flow, search, numbers).Of(address);
}

}  // namespace detrain::types
