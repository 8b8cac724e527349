// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where in an array an address leads: all elements are one cell, so an index moves an address by bytes that its cells
// do not tell.
#ifndef DETRAIN_ANALYZER_FLOW_DISPLACEMENTS_H
#define DETRAIN_ANALYZER_FLOW_DISPLACEMENTS_H

#include <cstdint>
#include <optional>
#include <vector>

#include "analyzer/flow/flow.h"

namespace detrain::flow {

// By how many bytes an index moves the address of the first element to that of another; nothing: it varies, or the
// address is that of no element, or the cell is another one.
std::optional<std::int64_t> MovedBy(const Flow& flow, NodeId address);

// Of one object at a time.
class Displacements {
 public:
  explicit Displacements(const Flow& flow)
      : flow_(flow), known_(flow.nodes.size()), object_of_(flow.nodes.size(), kNone) {}

  // `addresses`: all nodes that may lead to the object.
  void Find(ObjectId object, const std::vector<NodeId>& addresses);

  // By how many bytes its indices move the address, on every way; nothing: it varies.
  [[nodiscard]] std::optional<std::int64_t> Of(NodeId address) const {
    return known_[address].kind == Kind::One ? std::optional(known_[address].bytes) : std::nullopt;
  }

 private:
  enum class Kind : std::uint8_t { Unseen, One, Any };
  struct Known {
    Kind kind = Kind::Unseen;
    std::int64_t bytes = 0;
    bool operator==(const Known&) const = default;
  };

  [[nodiscard]] Known At(NodeId address) const;
  [[nodiscard]] Known OfCompute(NodeId address, const rir::ComputeOp& compute) const;
  [[nodiscard]] Known OfIndex(NodeId address, Known base) const;
  [[nodiscard]] Known OfOperand(NodeId user, const rir::Operand& operand) const;
  [[nodiscard]] Known OfHeld(NodeId address) const;
  [[nodiscard]] bool IsRoot(NodeId address) const;
  [[nodiscard]] bool HandsOn(const Node& node) const;
  static Known Join(Known a, Known b);

  const Flow& flow_;
  ObjectId object_ = kNone;
  std::vector<Known> known_;
  std::vector<ObjectId> object_of_;  // for which `known_` is that of the node
};

}  // namespace detrain::flow

#endif
