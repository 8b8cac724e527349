// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What happens to each scalar of each object at the boundary, from what the engine noted.
#ifndef DETRAIN_ANALYZER_PLAN_PERSIST_H
#define DETRAIN_ANALYZER_PLAN_PERSIST_H

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/plan/conditions.h"
#include "analyzer/plan/layout.h"

namespace detrain::plan {

struct LeafFact {
  bool read = false, written = false;
  // Not read, if these hold (each is >= 0): the first read that each is about.
  std::map<infer::ExprId, const infer::Read*> unless;
  const infer::Read* first_read = nullptr;
  const infer::Write* first_write = nullptr;
  Persistence persistence = Persistence::Dead;
  std::int64_t per_step = 0;
  std::set<LeafKey> depends_on;          // after one step, on these leaves at the boundary
  infer::ExprId value = infer::kNoExpr;  // Derived: what it is in the first of the boundary's states
  std::set<LeafKey> givers;              // and the leaves that tell it
  bool is_descriptor = false;            // an integer that stands for an open file
  bool is_closed = false;                // read to close the file that it leads to
  bool is_reopened = false;              // a file that a step closes and opens anew before it uses it
  bool is_constant = false;              // written, but always with what the code before the loop wrote
  bool is_handles = false;               // what a library keeps behind a handle
  bool is_for_later = false;             // dead in this loop, but saved by one behind it in the row
  bool is_argument = false;              // read by calls on the way to the step loop alone
  std::set<std::uint32_t> readings;      // and on these of the environment, inside the loop: of Engine::sources
  bool environment = false;              // there are any
  bool is_unrecorded = false;            // and some that no replay can give again
  bool is_of_library = false;            // part of it is what a library chooses anew in each run
};

// An object of a library that a resumed run makes again (made_again.h).
struct MadeAgain {
  std::string path;
  Place place;                    // where it is read
  std::set<std::string> besides;  // what else is saved and written where such objects decide
};

// Memory that holds pointers of which no type tells where.
struct Untyped {
  infer::ObjectId object = 0;
  std::optional<std::uint64_t> leaf;  // of a variable: the part of it
  Reason why;                         // and what to write, so that they have a type
};

struct Facts {
  std::map<LeafKey, LeafFact> leaves;
  std::set<LeafKey> log;
  std::map<std::uint32_t, std::set<LeafKey>> reached;  // readings of the environment, and the state that they come to
  std::vector<MadeAgain> made_again;
  std::vector<Untyped> untyped;           // saved as it lies, where that is possible
  std::vector<Reason> on_heap_addresses;  // what hangs on addresses of blocks before the loop: where, and its path
  std::vector<Reason> unnamed;            // state in memory that nothing names: it cannot be saved
};

class SavedLater;

// Whether the nest writes the leaf.
bool IsWritten(const Facts& facts, const LeafKey& key);

// `parameters` are what made the step loop the step loop: they are state even where only printed text shows them.
// `saved_later`: what loops behind this one in the row save.
Facts Classify(infer::Engine& engine, const std::vector<NamedObject>& objects,
               const std::set<infer::ObjectId>& parameters, const SavedLater& saved_later);

}  // namespace detrain::plan

#endif
