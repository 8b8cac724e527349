// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What chooses the elements that an access means, and whether it happens at all.
#ifndef DETRAIN_ANALYZER_AUDIT_CHOICES_H
#define DETRAIN_ANALYZER_AUDIT_CHOICES_H

#include <map>
#include <set>
#include <utility>
#include <vector>

#include "analyzer/audit/in_loop.h"
#include "analyzer/flow/flow.h"

namespace detrain::audit {

class Choices {
 public:
  Choices(const flow::Flow& flow, const InLoop& in_loop, flow::ScopeId loop)
      : flow_(flow), in_loop_(in_loop), loop_(loop) {}

  // Whether one element of several is meant.
  [[nodiscard]] bool IsElement(const flow::Access& access);

  // Whether all that `use` means may be what `set` sets: no state but for `free` chooses the elements of one and not of
  // the other, and no jump leads past `set` that does not lead past `use` as well, or stays in a loop around `set`.
  [[nodiscard]] bool Covers(const flow::Access& set, const flow::Access& use, const std::set<LeafId>& free);

 private:
  struct Choice {
    std::set<LeafId> leaves;        // the address is computed from
    std::set<flow::NodeId> jumps;   // conditions that decide on leaving early, before it
    std::set<flow::ScopeId> loops;  // around it, in the step loop
  };
  const Choice& Of(const flow::Access& access);
  [[nodiscard]] std::set<flow::ScopeId> LoopsAround(flow::ScopeId scope) const;
  [[nodiscard]] bool MeansTheSame(const flow::Access& set, const flow::Access& use) const;

  const flow::Flow& flow_;
  const InLoop& in_loop_;
  flow::ScopeId loop_;
  std::map<flow::NodeId, Choice> known_;
  std::map<flow::NodeId, bool> elements_;
};

}  // namespace detrain::audit

#endif
