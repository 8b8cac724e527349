// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What happens to each scalar of each object at the boundary, from what the engine noted.
#ifndef DETRAIN_ANALYZER_PLAN_PERSIST_H
#define DETRAIN_ANALYZER_PLAN_PERSIST_H

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/plan/layout.h"

namespace detrain::plan {

// A leaf of an object, by Engine::LeafAt.
using LeafKey = std::pair<infer::ObjectId, std::uint64_t>;

struct LeafFact {
  bool read = false, written = false;
  const infer::Read* first_read = nullptr;
  const infer::Write* first_write = nullptr;
  Persistence persistence = Persistence::Dead;
  std::int64_t per_step = 0;
  std::set<LeafKey> depends_on;  // after one step, on these leaves at the boundary
  bool environment = false;      // and on the environment, read inside the loop
  std::string environment_kind;
};

struct Facts {
  std::map<LeafKey, LeafFact> leaves;
  std::set<LeafKey> log;
  bool environment_reaches_state = false;
  std::vector<Reason> environment_why;
};

Facts Classify(infer::Engine& engine, const std::vector<NamedObject>& objects);

}  // namespace detrain::plan

#endif
