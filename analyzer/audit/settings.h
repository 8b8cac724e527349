// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is stored in one place before the step loop and in it, and what of it comes first.
#ifndef DETRAIN_ANALYZER_AUDIT_SETTINGS_H
#define DETRAIN_ANALYZER_AUDIT_SETTINGS_H

#include <optional>
#include <unordered_set>
#include <vector>

#include "analyzer/audit/around.h"
#include "analyzer/flow/flow.h"

namespace detrain::audit {

// A store.
struct Setting {
  flow::NodeId node = flow::kNone;
  std::optional<double> value;  // StoredBy
};

struct SettingsOfPlace {
  std::vector<Setting> before, inside;
};

class Settings {
 public:
  Settings(const flow::Flow& flow, const Around& around);

  // All that is stored in a cell or variable; nothing: something else writes it.
  [[nodiscard]] std::optional<SettingsOfPlace> Of(flow::NodeId place) const;

  // Whether the store sets one place only: all that its cell stands for, where that is one number.
  [[nodiscard]] bool IsWhole(flow::NodeId store) const;
  // Whether it runs in one place of the program, so that its number tells where: nodes are numbered as the program
  // runs, but for what is called by a pointer.
  [[nodiscard]] bool IsInOnePlace(flow::NodeId node) const;
  // And at most once; in the step loop, once in a step.
  [[nodiscard]] bool IsInOrder(flow::NodeId node) const;
  // The scopes that a node of `scope` surely runs in, up to those around the step loop.
  [[nodiscard]] std::vector<flow::ScopeId> Chain(flow::ScopeId scope) const;
  // Whether it is the function that the step loop is in, or one of its callers.
  [[nodiscard]] bool IsAround(flow::InstanceId instance) const { return instances_.contains(instance); }

 private:
  bool Add(flow::NodeId node, SettingsOfPlace& to) const;

  const flow::Flow& flow_;
  const Around& around_;
  std::unordered_set<flow::InstanceId> instances_;
};

}  // namespace detrain::audit

#endif
