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
#include "analyzer/types/flow.h"

namespace detrain::audit {

class Choices {
 public:
  Choices(const types::Flow& flow, const InLoop& in_loop, types::ScopeId loop)
      : flow_(flow), in_loop_(in_loop), loop_(loop) {}

  // Whether one element of several is meant.
  [[nodiscard]] bool IsElement(const types::Access& access);

  // Whether all that `use` means may be what `set` sets: no state but for `free` chooses the elements of one and not of
  // the other, and no jump leads past `set` that does not lead past `use` as well, or stays in a loop around `set`.
  [[nodiscard]] bool Covers(const types::Access& set, const types::Access& use, const std::set<LeafId>& free);

 private:
  struct Choice {
    std::set<LeafId> leaves;         // the address is computed from
    std::set<types::NodeId> jumps;   // conditions that decide on leaving early, before it
    std::set<types::ScopeId> loops;  // around it, in the step loop
  };
  const Choice& Of(const types::Access& access);
  [[nodiscard]] std::set<types::ScopeId> LoopsAround(types::ScopeId scope) const;
  [[nodiscard]] bool MeansTheSame(const types::Access& set, const types::Access& use) const;

  const types::Flow& flow_;
  const InLoop& in_loop_;
  types::ScopeId loop_;
  std::map<types::NodeId, Choice> known_;
  std::map<types::NodeId, bool> elements_;
};

}  // namespace detrain::audit

#endif
