// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Branches that ask for what no step changes, `if (layer->type == Softmax)`: each step takes them, or none does.
#ifndef DETRAIN_ANALYZER_AUDIT_FIXED_BRANCH_H
#define DETRAIN_ANALYZER_AUDIT_FIXED_BRANCH_H

#include <compare>
#include <cstdint>
#include <optional>
#include <unordered_set>
#include <vector>

#include "analyzer/audit/around.h"
#include "analyzer/flow/flow.h"

namespace detrain::audit {

class FixedBranches {
 public:
  FixedBranches(const flow::Flow& flow, const Around& around);

  // Whether `branch` is one, and all that steps write to the memory of `object` at `offset` they write in it or in
  // branches that ask the same: where it is not taken, nothing is ever written there.
  [[nodiscard]] bool HoldsAllWrites(flow::ScopeId branch, flow::ObjectId object, std::uint32_t offset) const;

 private:
  struct Question {
    rir::Opcode opcode = rir::Opcode::Eq;
    std::int64_t number = 0;
    bool is_then = true;
    std::vector<flow::NodeId> cells;  // that it asks for, in ascending order
    auto operator<=>(const Question&) const = default;
  };
  [[nodiscard]] std::optional<Question> Of(flow::ScopeId branch) const;
  [[nodiscard]] bool LiesIn(flow::ScopeId scope, const Question& question) const;

  const flow::Flow& flow_;
  const Around& around_;
  std::unordered_set<flow::ObjectId> bulk_;  // objects that steps write more of than one number
  std::unordered_set<flow::NodeId> written_;
};

}  // namespace detrain::audit

#endif
