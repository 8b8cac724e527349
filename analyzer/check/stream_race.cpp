// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// detrain-data-race: work on two of a GPU's streams that nothing orders, and memory that the host uses meanwhile.
#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/check/rules.h"

namespace detrain::check {

namespace {

// Two places that give work to streams, and all that this work does to one memory with nothing that orders it.
struct Meeting {
  std::string name;
  Location earlier, later;
  bool earlier_writes = false, later_writes = false, is_with_host = false;
  std::vector<flow::NodeId> open;  // the accesses of which the order has a say
};

using Places = std::pair<Location, Location>;

// What each of the two does comes before the other in some round of a loop: the first time counts.
std::map<Places, Meeting> MeetingsOf(const Context& context, const races::Threads& threads) {
  std::map<Places, Meeting> meetings;
  for (const races::StreamConflict& conflict : threads.streams) {
    const Location earlier = context.reacher.LocationOf(conflict.earlier.enqueued);
    const Location later = context.reacher.LocationOf(conflict.later.enqueued);
    const auto [place, is_new] = meetings.try_emplace(std::minmax(earlier, later));
    Meeting& meeting = place->second;
    if (is_new)
      meeting = {context.flow.NameOf(conflict.cell),
                 earlier,
                 later,
                 conflict.earlier.writes,
                 conflict.later.writes,
                 conflict.is_with_host,
                 {}};
    // What one of them writes, whenever that is, is known; what the other one reads is not.
    if (conflict.earlier.writes == conflict.later.writes || !conflict.earlier.writes)
      meeting.open.push_back(conflict.earlier.access);
    if (conflict.earlier.writes == conflict.later.writes || !conflict.later.writes)
      meeting.open.push_back(conflict.later.access);
  }
  return meetings;
}

std::string PlaceText(const Location& place, const Location& seen_from) {
  const std::string line = std::to_string(place.line);
  return place.file == seen_from.file ? "line " + line : place.file + ":" + line;
}

std::string Does(bool writes) {
  return writes ? "writes" : "reads";
}

diag::Diagnostic FindingOf(const Context& context, const Meeting& meeting, const Reached& reached) {
  const std::string name = meeting.name.empty() ? "memory" : meeting.name;
  const std::string clause = context.reacher.Clause(reached);
  if (meeting.is_with_host)
    return diag::Find<diag::Finding::HostRace>(meeting.later, reached.reach, reached.certainty,
                                               PlaceText(meeting.earlier, meeting.later), Does(meeting.later_writes),
                                               name, Does(meeting.earlier_writes), clause);
  return diag::Find<diag::Finding::StreamRace>(meeting.earlier, reached.reach, reached.certainty,
                                               PlaceText(meeting.later, meeting.earlier), Does(meeting.earlier_writes),
                                               name, Does(meeting.later_writes), clause);
}

}  // namespace

void SharedHandle(const Context& context, const races::Threads& threads, Findings& out) {
  for (const races::HandleConflict& conflict : threads.handles) {
    const Location earlier = context.reacher.LocationOf(conflict.earlier);
    const Location later = context.reacher.LocationOf(conflict.later);
    const Reached reached = context.reacher.From(conflict.writes, Reacher::Spared::None);
    if (conflict.writes.empty() || !later.IsKnown())
      continue;
    Keep(context,
         diag::Find<diag::Finding::SharedHandle>(later, reached.reach, reached.certainty, PlaceText(earlier, later),
                                                 context.reacher.Clause(reached)),
         reached, "the library computes", conflict.writes.front(), out);
  }
}

void StreamRace(const Context& context, const races::Threads& threads, Findings& out) {
  for (const auto& [places, meeting] : MeetingsOf(context, threads)) {
    const Reached reached = context.reacher.From(meeting.open, Reacher::Spared::Counts);
    const bool is_with_host = meeting.is_with_host;
    Keep(context, FindingOf(context, meeting, reached), reached,
         is_with_host ? "the host and the GPU meet" : "work on two streams meets", meeting.open.front(), out);
    out.back().trace.push_back(
        is_with_host ? diag::TraceStep{meeting.earlier, "the work on the GPU"}
                     : diag::TraceStep{meeting.later, "work on another stream " + Does(meeting.later_writes) + " it"});
  }
}

}  // namespace detrain::check
