// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which work on a GPU's streams is done before other work begins, by vector clocks (Mattern 1989; FastTrack, Flanagan
// and Freund 2009): what the host gives to a stream is numbered, and a clock holds of each stream up to which number it
// is done.
#ifndef DETRAIN_ANALYZER_RACES_STREAM_ORDER_H
#define DETRAIN_ANALYZER_RACES_STREAM_ORDER_H

#include <cstdint>
#include <map>
#include <optional>
#include <set>

#include "analyzer/races/stream_values.h"

namespace detrain::races {

class StreamOrder {
 public:
  using Clock = std::map<flow::ObjectId, std::uint64_t>;
  using Stream = std::optional<flow::ObjectId>;  // nothing: one of several, which may be any

  // Gives work to a stream. `number`: above those of all work before.
  void Enqueue(flow::ObjectId stream, std::uint64_t number);
  // Whether that work is done before what the stream was given last.
  [[nodiscard]] bool IsBefore(flow::ObjectId stream, std::uint64_t number, flow::ObjectId later) const;

  // Whether the host has waited for that work.
  [[nodiscard]] bool IsDone(flow::ObjectId stream, std::uint64_t number) const;

  void Record(const std::set<flow::ObjectId>& events, Stream stream);
  void AwaitByHost(const std::set<flow::ObjectId>& events);
  void Await(const std::set<flow::ObjectId>& events, Stream stream);
  void Synchronize(Stream stream);
  void SynchronizeAll();
  void SetNonBlocking(flow::ObjectId stream) { non_blocking_.insert(stream); }
  void Bind(const std::set<flow::ObjectId>& handles, Stream stream);
  [[nodiscard]] Stream BoundTo(const std::set<flow::ObjectId>& handles) const;

  // Takes what either way has ordered: a wait in a branch is meant for the work that the branch is about.
  void Join(const StreamOrder& other);

 private:
  static void Join(Clock& clock, const Clock& other);
  static void JoinAll(std::map<flow::ObjectId, Clock>& clocks, const std::map<flow::ObjectId, Clock>& others);
  [[nodiscard]] bool Blocks(flow::ObjectId stream) const { return !non_blocking_.contains(stream); }
  // Waits for what the default stream has it wait for, and gives what it has done so far.
  const Clock& Reach(flow::ObjectId stream);
  [[nodiscard]] Clock Recorded(const std::set<flow::ObjectId>& events) const;
  [[nodiscard]] Clock All() const;

  Clock host_;
  std::map<flow::ObjectId, Clock> streams_, events_;
  std::set<flow::ObjectId> non_blocking_;
  std::map<flow::ObjectId, Stream> bound_;
};

}  // namespace detrain::races

#endif
