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
#include "rank_stall.h"
#include "rank_wire.h"

namespace detrain::runtime {

class RankChannel {
 public:
  struct Message {
    Frame frame;
    std::vector<char> bytes;
  };

  static RankChannel& Get();

  void Send(int to, std::uint32_t context, int tag, const void* bytes, std::size_t size);
  // Waits; tag -1: any. Ends the job with one line and exit code 4 where it would wait for ever.
  Message Receive(int from, std::uint32_t context, int tag);
  // Nothing more will be sent.
  void Done();

  // The program's messages, so far: what was sent less what was received. Over all ranks it is 0 where none is on its
  // way.
  [[nodiscard]] std::int64_t Balance();

 private:
  struct Wanted {
    int from = 0;
    std::uint32_t context = 0;
    int tag = 0;
  };
  using Inbox = std::list<Message>;

  RankChannel();
  Inbox::iterator Find(const Wanted& wanted);
  Message Take(Inbox::iterator at);
  Message Read();
  void ReceiveAll(void* bytes, std::size_t size);
  void WaitForMore();
  // These with mutex_ held, which they give up for as long as they send.
  // Each kStallSeconds of a wait, whatever comes meanwhile: where others ask all the time, this rank asks as well.
  void AskWhenDue();
  void Follow(const RankStall::Next& next);
  void Answer(const Message& note);

  Mutex sending_;
  Mutex mutex_;
  Condition changed_;
  Inbox inbox_;
  RankStall stall_;
  Wanted wanted_;            // what stall_ speaks of, while it does
  std::uint64_t asked_ = 0;  // when the wait began, or this rank asked last; nanoseconds of the monotonic clock
  bool is_reading_ = false;  // a thread is, for all
  std::int64_t balance_ = 0;
};

// Talks among all ranks, in one context: each rank's text at rank 0, and rank 0's text at each.
std::vector<std::string> AtRankZero(std::uint32_t context, const std::string& mine);
std::string FromRankZero(std::uint32_t context, const std::string& text);

}  // namespace detrain::runtime

#endif
