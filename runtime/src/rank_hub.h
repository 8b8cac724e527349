// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The process that a launcher starts, in a program with ranks: it has some of the ranks as children, carries their
// messages, and ends them all when one fails.
#ifndef DETRAIN_RUNTIME_SRC_RANK_HUB_H
#define DETRAIN_RUNTIME_SRC_RANK_HUB_H

#include <sys/types.h>

#include <deque>
#include <vector>

#include "detrain/rank_program.h"
#include "rank_wire.h"

namespace detrain::runtime {

class Hub {
 public:
  struct Member {
    int rank = 0;
    pid_t process = 0;
    int socket = -1;
  };

  // `ranks`: of the whole job. `launcher`: nullptr where this hub is the only one, and no launcher has started it.
  Hub(unsigned ranks, int hubs, const detrain_launcher* launcher, const std::vector<Member>& members);

  // Until all ranks have ended; ends the process as they did.
  [[noreturn]] void Run();

 private:
  struct Message {
    Frame frame;
    std::vector<char> bytes;
    std::size_t done = 0;  // of frame and bytes
  };
  struct Rank {
    Member member;
    Message in;
    std::deque<Message> out;
    bool is_done = false;
    bool has_ended = false;
  };
  struct Sending {
    Message message;
    void* handle = nullptr;
  };

  bool Wait();
  bool Read(Rank& rank);
  bool Write(Rank& rank);
  bool TakeRemote();
  void Reap();
  void Route(Message message);
  void AnswerForDone(const Message& asked);
  void PassSignalsOn();
  void Judge(const Rank& rank, int status);
  [[noreturn]] void EndAll(int code, int signal);
  void WaitForOthers();
  [[nodiscard]] bool HaveAllEnded() const;
  [[nodiscard]] int HubOf(int rank) const;

  unsigned ranks_;
  int hubs_;
  const detrain_launcher* launcher_;
  std::vector<Rank> mine_;
  std::deque<Sending> sendings_;
  unsigned idle_ = 0;
};

}  // namespace detrain::runtime

#endif
