// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A rank's messages. Any thread of it may send; one that waits for a message takes in those of the others too.
#ifndef DETRAIN_RUNTIME_SRC_RANK_CHANNEL_H
#define DETRAIN_RUNTIME_SRC_RANK_CHANNEL_H

#include <cstddef>
#include <cstdint>
#include <list>
#include <string>
#include <vector>

#include "crew.h"
#include "rank_wire.h"

namespace detrain::runtime {

// Contexts of the runtime's own; the program's begin at kFirstOfGroups, two for each group.
constexpr std::uint32_t kOfStart = 0, kOfBoundary = 1, kOfSaver = 2, kFirstOfGroups = 16;

class RankChannel {
 public:
  struct Message {
    Frame frame;
    std::vector<char> bytes;
  };

  static RankChannel& Get();

  void Send(int to, std::uint32_t context, int tag, const void* bytes, std::size_t size);
  // Waits; tag -1: any.
  Message Receive(int from, std::uint32_t context, int tag);
  // Nothing more will be sent.
  void Done();

  // The program's messages, so far: what was sent less what was received. Over all ranks it is 0 where none is on its
  // way.
  [[nodiscard]] std::int64_t Balance();

 private:
  bool Find(int from, std::uint32_t context, int tag, Message& found);
  static Message Read();

  Mutex sending_;
  Mutex mutex_;
  Condition changed_;
  std::list<Message> inbox_;
  bool is_reading_ = false;  // a thread is, for all
  std::int64_t balance_ = 0;
};

// Talks among all ranks, in one context: each rank's text at rank 0, and rank 0's text at each.
std::vector<std::string> AtRankZero(std::uint32_t context, const std::string& mine);
std::string FromRankZero(std::uint32_t context, const std::string& text);

}  // namespace detrain::runtime

#endif
