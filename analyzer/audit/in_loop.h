// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How the rounds of the step loop make what lives from step to step.
#ifndef DETRAIN_ANALYZER_AUDIT_IN_LOOP_H
#define DETRAIN_ANALYZER_AUDIT_IN_LOOP_H

#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "analyzer/audit/around.h"
#include "analyzer/audit/leaves.h"

namespace detrain::audit {

class InLoop {
 public:
  InLoop(const flow::Flow& flow, const Leaves& leaves, const Around& around);

  // Of `missing`, what a resumed run sets up again by itself: every store to it in the loop is guarded by what is
  // missing too (a pointer that is still null, a size that is still zero), and stores what no step computes, such as
  // sizes that the arguments give. What also decides whether something of `restored` is written is not among it.
  [[nodiscard]] std::set<LeafId> SetUpAgain(const std::set<LeafId>& missing, const std::set<LeafId>& restored) const;

  // Whether a step computes it from what the last one left there, by way of others too.
  [[nodiscard]] bool IsFromItself(LeafId leaf) const { return IsInCircle(leaf, &Store::data); }
  // Whether all that steps store there is the same in every run: `first = 0`.
  [[nodiscard]] bool IsOnlySet(LeafId leaf) const;
  // Whether each step counts it on by itself, whatever it computes.
  [[nodiscard]] bool IsCounter(LeafId leaf) const;
  // Whether steps hand pointers from one place to another and so back to it: rows that are shuffled, two buffers that
  // change places.
  [[nodiscard]] bool IsMoved(LeafId leaf) const { return IsInCircle(leaf, &Store::moved); }
  // The leaves that a value in a step is computed from.
  [[nodiscard]] std::set<LeafId> LeadTo(flow::NodeId value) const;
  // The conditions on which the step left something early before, so that the node may not run.
  [[nodiscard]] std::set<flow::NodeId> JumpsBefore(flow::NodeId node) const;

 private:
  // What a store hangs on.
  struct Store {
    std::set<LeafId> data, moved;       // moved: of data, what is stored as it is
    std::set<LeafId> guards, branches;  // branches: of guards, but for those that only decide on leaving early
    bool is_fixed = true;               // no draw, no input, nothing unknown
    bool is_constant = true;            // the same of what is stored, whatever it hangs on
  };

  [[nodiscard]] Store Of(flow::NodeId store) const;
  void AddVariable(LeafId leaf);
  [[nodiscard]] bool IsLoops(flow::NodeId node) const;
  [[nodiscard]] std::vector<flow::NodeId> GuardsOf(flow::NodeId node) const;
  [[nodiscard]] std::vector<flow::NodeId> Conditions(std::vector<flow::NodeId> open, bool with_jumps) const;
  [[nodiscard]] bool IsJoin(flow::NodeId control) const;
  bool Back(flow::NodeId start, bool is_moved, std::set<LeafId>& out) const;
  [[nodiscard]] bool IsInCircle(LeafId leaf, std::set<LeafId> Store::* needs) const;

  const flow::Flow& flow_;
  const Leaves& leaves_;
  const Around& around_;
  std::map<LeafId, std::vector<Store>> stores_;
  mutable std::vector<std::uint32_t> seen_;  // per node: the search of Back that saw it last
  mutable std::uint32_t search_ = 0;
};

}  // namespace detrain::audit

#endif
