// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/races/stream_order.h"

#include <algorithm>

namespace detrain::races {

void StreamOrder::Join(Clock& clock, const Clock& other) {
  for (const auto& [stream, number] : other) {
    std::uint64_t& known = clock[stream];
    known = std::max(known, number);
  }
}

void StreamOrder::JoinAll(std::map<flow::ObjectId, Clock>& clocks, const std::map<flow::ObjectId, Clock>& others) {
  for (const auto& [object, clock] : others)
    Join(clocks[object], clock);
}

// The default stream begins when all streams that block are done, and they begin when it is.
const StreamOrder::Clock& StreamOrder::Reach(flow::ObjectId stream) {
  Clock& clock = streams_[stream];
  Join(clock, host_);
  if (stream == kDefaultStream) {
    for (const auto& [other, done] : streams_)
      if (other != stream && Blocks(other))
        Join(clock, done);
  } else if (Blocks(stream)) {
    Join(clock, streams_[kDefaultStream]);
  }
  return clock;
}

void StreamOrder::Enqueue(flow::ObjectId stream, std::uint64_t number) {
  Reach(stream);
  streams_[stream][stream] = number;
}

bool StreamOrder::IsBefore(flow::ObjectId stream, std::uint64_t number, flow::ObjectId later) const {
  const auto clock = streams_.find(later);
  if (stream == later || clock == streams_.end())
    return true;
  const auto done = clock->second.find(stream);
  return done != clock->second.end() && done->second >= number;
}

bool StreamOrder::IsDone(flow::ObjectId stream, std::uint64_t number) const {
  const auto done = host_.find(stream);
  return done != host_.end() && done->second >= number;
}

StreamOrder::Clock StreamOrder::All() const {
  Clock all = host_;
  for (const auto& [stream, clock] : streams_)
    Join(all, clock);
  return all;
}

// Of an array of events, and of one that is recorded again, all that it ever stood for counts.
void StreamOrder::Record(const std::set<flow::ObjectId>& events, Stream stream) {
  const Clock done = stream ? Reach(*stream) : All();
  for (const flow::ObjectId event : events)
    Join(events_[event], done);
}

StreamOrder::Clock StreamOrder::Recorded(const std::set<flow::ObjectId>& events) const {
  if (events.empty())
    return All();
  Clock recorded;
  for (const flow::ObjectId event : events)
    if (const auto known = events_.find(event); known != events_.end())
      Join(recorded, known->second);
  return recorded;
}

void StreamOrder::AwaitByHost(const std::set<flow::ObjectId>& events) {
  Join(host_, Recorded(events));
}

void StreamOrder::Await(const std::set<flow::ObjectId>& events, Stream stream) {
  const Clock recorded = Recorded(events);
  if (stream) {
    Reach(*stream);
    return Join(streams_[*stream], recorded);
  }
  Join(host_, recorded);  // and with it whatever stream is given work from now on
}

void StreamOrder::Synchronize(Stream stream) {
  Join(host_, stream ? Reach(*stream) : All());
}

void StreamOrder::SynchronizeAll() {
  Join(host_, All());
}

void StreamOrder::Bind(const std::set<flow::ObjectId>& handles, Stream stream) {
  for (const flow::ObjectId handle : handles)
    bound_[handle] = handles.size() == 1 ? stream : std::nullopt;
}

StreamOrder::Stream StreamOrder::BoundTo(const std::set<flow::ObjectId>& handles) const {
  if (handles.size() != 1)
    return std::nullopt;
  const auto bound = bound_.find(*handles.begin());
  return bound == bound_.end() ? Stream(kDefaultStream) : bound->second;
}

void StreamOrder::Join(const StreamOrder& other) {
  Join(host_, other.host_);
  JoinAll(streams_, other.streams_);
  JoinAll(events_, other.events_);
  non_blocking_.insert(other.non_blocking_.begin(), other.non_blocking_.end());
  for (const auto& [handle, stream] : other.bound_)
    if (const auto [known, is_new] = bound_.try_emplace(handle, stream); !is_new && known->second != stream)
      known->second = std::nullopt;
}

}  // namespace detrain::races
