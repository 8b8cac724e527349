// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The engine's dependences as leaves at the boundary, and as the environment.
#ifndef DETRAIN_ANALYZER_PLAN_DEPENDENCES_H
#define DETRAIN_ANALYZER_PLAN_DEPENDENCES_H

#include <map>
#include <set>
#include <vector>

#include "analyzer/plan/conditions.h"
#include "analyzer/plan/layout.h"

namespace detrain::plan {

class Dependences {
 public:
  Dependences(const infer::Engine& engine, const std::vector<NamedObject>& objects);

  struct Cause {
    std::set<LeafKey> leaves;
    std::set<std::uint32_t> readings;  // of the environment, as places in Engine::sources
    bool is_of_library = false;        // one of them is what a library chooses
  };
  // What an access anywhere in an object depends on is all of its leaves. What an object without a name (the place in
  // an open file) holds at the boundary depends on what steps put there.
  [[nodiscard]] Cause Of(const infer::Deps& deps) const;

 private:
  void AddLeaves(const NamedObject& object, std::uint64_t leaf, std::set<LeafKey>& out) const;

  const infer::Engine& engine_;
  std::map<infer::ObjectId, const NamedObject*> named_;
  std::map<infer::ObjectId, infer::Deps> unnamed_;  // state that has no name: what is written to it depends on
};

}  // namespace detrain::plan

#endif
