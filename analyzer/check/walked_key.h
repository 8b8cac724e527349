// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A loop that walks through a hash table of the library, and what in its rounds is the key of the element that it is
// at. Each key comes in one round only.
#ifndef DETRAIN_ANALYZER_CHECK_WALKED_KEY_H
#define DETRAIN_ANALYZER_CHECK_WALKED_KEY_H

#include <vector>

#include "analyzer/check/rules.h"

namespace detrain::check {

class WalkedKey {
 public:
  // `begin`: the call that makes the iterator. `inside`: flow::InsideOf the loop.
  WalkedKey(const Context& context, flow::NodeId begin, flow::ScopeId loop, const std::vector<bool>& inside);

  // Whether the rounds are all elements, each once, of keys that are told apart as numbers and texts are: no class's
  // own comparison decides, nothing leaves the loop early, and nothing but its step moves the iterator.
  [[nodiscard]] bool IsWhole() const { return is_whole_; }

  // Whether the value is the key, or the key in a wider integer type.
  [[nodiscard]] bool IsKey(flow::NodeId value) const { return IsKey(value, 0); }
  // Whether the address is of the key, or of a copy of it.
  [[nodiscard]] bool IsAddressOfKey(flow::NodeId address) const { return IsAddressOfKey(address, 0); }
  // Whether the address is of the element or of a part of it.
  [[nodiscard]] bool IsInElement(flow::NodeId address) const;

 private:
  [[nodiscard]] bool IsKey(flow::NodeId value, unsigned depth) const;
  [[nodiscard]] bool IsAddressOfKey(flow::NodeId address, unsigned depth) const;
  [[nodiscard]] bool IsElement(flow::NodeId address) const;
  [[nodiscard]] bool IsElementsCopy(flow::NodeId address) const;
  [[nodiscard]] bool IsCopyOfKey(flow::NodeId address, unsigned depth) const;
  [[nodiscard]] bool IsOfRound(flow::NodeId address) const;
  [[nodiscard]] bool Widens(flow::NodeId value, const rir::ComputeOp& cast) const;
  [[nodiscard]] bool HasPlainKeys(const rir::Op& begin) const;
  [[nodiscard]] bool IsStepped(const rir::Op& begin, const rir::Function& function, const rir::LoopOp& loop) const;
  [[nodiscard]] bool IsIn(flow::InstanceId instance, const rir::Op& call) const;

  const Context& context_;
  const flow::Flow& flow_;
  const std::vector<bool>& inside_;
  flow::NodeId iterator_ = flow::kNone;  // its address
  bool is_set_ = false;                  // the elements are the keys
  bool is_whole_ = false;
};

// Whether keys of the type are equal only where they are the same number, address or text.
bool IsPlainKey(std::string_view type);

}  // namespace detrain::check

#endif
