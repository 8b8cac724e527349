// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What threads do to memory that they share.
#ifndef DETRAIN_ANALYZER_RACES_THREADS_H
#define DETRAIN_ANALYZER_RACES_THREADS_H

#include <cstdint>
#include <vector>

#include "analyzer/flow/flow.h"
#include "analyzer/races/origin_search.h"

namespace detrain::races {

// Where a barrier of a launch's block may stand: all of its threads come there. Before an event of a scope.
struct BarrierPlace {
  flow::ScopeId scope = flow::kNone;
  std::size_t event = 0;  // in Scope::events
  rir::Location before;   // what the user wrote there: an access, a call, a branch or a loop
  bool operator==(const BarrierPlace&) const = default;
};

// Two accesses to one cell that nothing orders; the first is a write. They may be one access of several threads.
struct Conflict {
  flow::NodeId write = flow::kNone, other = flow::kNone, cell = flow::kNone;
  flow::InstanceId in_loop =
      flow::kNone;  // the call in a loop whose next round the two meet in; kNone: the write is to blame
  flow::ScopeId region = flow::kNone;  // OpenMP's, whose threads they are
  std::vector<BarrierPlace> barriers;  // of a launch: they would part the write from all that it meets; none: unknown
  bool is_read = false;  // no other write meets this one: what is stored is known, what `other` reads is not
};

// A write under a lock, or an atomic one, that several threads may do to the same element.
struct SharedUpdate {
  flow::NodeId write = flow::kNone, cell = flow::kNone;
  OriginSearch::Update update = OriginSearch::Update::None;
  bool varies = false;        // what is written differs between threads
  bool is_of_launch = false;  // threads of a GPU's
};

// Accesses to one cell by work on two streams of a GPU, of which the later one does not wait for the earlier one.
struct StreamConflict {
  struct End {
    flow::NodeId access = flow::kNone;
    rir::Location enqueued;  // where the host gives that work to its stream
    bool writes = false;
  };
  End earlier, later;
  flow::NodeId cell = flow::kNone;
  bool is_with_host = false;  // the later one is an access of the host, to memory that both see
};

// A library's handle that has work on two streams at a time: what it keeps for its work, they share.
struct HandleConflict {
  rir::Location earlier, later;
  std::vector<flow::NodeId> writes;  // of the later work
};

struct Threads {
  std::vector<Conflict> conflicts;
  std::vector<StreamConflict> streams;
  std::vector<HandleConflict> handles;
  std::vector<SharedUpdate> updates;
  // Sums in floating point whose place the number of the thread chooses, in a loop that deals its rounds out as they
  // come.
  std::vector<flow::NodeId> dealt;
  std::vector<flow::NodeId> taken;   // what threads read of a count that they move on under a lock, each another number
  std::vector<flow::NodeId> queued;  // the same out of a container that was filled with them
  std::vector<flow::NodeId> appended;  // what they put at the end of one container, or into one list, under a lock
  std::vector<flow::NodeId> counted;   // where they read an atomic count that others move on meanwhile
  bool is_truncated = false;           // the program has more ways than the limit: of what comes last nothing is said
};

Threads ThreadsOf(const flow::Flow& flow);

}  // namespace detrain::races

#endif
