// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ranks that are threads of one process. A message is a pointer that the other side copies from. Losses are counted:
// what is under way belongs to one count, and a rank that has not rejoined since the last loss exchanges nothing.
#include <detrain/ranks.h>

#include <cstring>
#include <mutex>
#include <string>
#include <vector>

#include "crew.h"
#include "fail.h"

namespace {

using detrain::runtime::Condition;
using detrain::runtime::Mutex;

struct Message {
  const void* bytes = nullptr;
  std::size_t size = 0;
  bool is_there = false;
};

using MainOfRank = int (*)(const detrain_transport* ranks, void* argument);

struct Job {
  int size = 0;
  Mutex mutex;
  Condition changed;
  std::vector<Message> messages;  // by sender and receiver
  MainOfRank main = nullptr;
  void* argument = nullptr;
  bool replaces = false;
  unsigned losses = 0, most_losses = 0;
  int done = 0;  // ranks, since the last loss
};

struct Rank {
  Job* job = nullptr;
  int number = 0;
  unsigned losses = 0;  // of the job, when this rank joined
};

Message& Slot(Job& job, int from, int to) {
  return job
      .messages[static_cast<std::size_t>(from) * static_cast<std::size_t>(job.size) + static_cast<std::size_t>(to)];
}

// False: a rank was lost.
bool Await(const Rank& self, const Message& message, bool is_there) {
  Job& job = *self.job;
  while (job.losses == self.losses && message.is_there != is_there)
    job.changed.Wait(job.mutex);
  return job.losses == self.losses;
}

int Exchange(void* context, int to, const void* out, std::size_t out_bytes, int from, void* in, std::size_t in_bytes) {
  const Rank& self = *static_cast<Rank*>(context);
  Job& job = *self.job;
  const std::lock_guard<Mutex> holding(job.mutex);
  if (job.losses != self.losses)
    return DETRAIN_RANK_LOST;
  Message& sent = Slot(job, self.number, to);
  Message& received = Slot(job, from, self.number);
  sent = {out, out_bytes, true};
  job.changed.Wake();
  if (!Await(self, received, true))
    return DETRAIN_RANK_LOST;
  if (received.size != in_bytes)
    detrain::runtime::Fail("rank " + std::to_string(self.number) + " expects " + std::to_string(in_bytes) +
                           " bytes of rank " + std::to_string(from) + ", which sends " + std::to_string(received.size));
  if (in_bytes != 0)
    std::memcpy(in, received.bytes, in_bytes);
  received.is_there = false;
  job.changed.Wake();
  return Await(self, sent, false) ? 0 : DETRAIN_RANK_LOST;
}

int Rejoin(void* context) {
  Rank& self = *static_cast<Rank*>(context);
  const std::lock_guard<Mutex> holding(self.job->mutex);
  self.losses = self.job->losses;
  return 0;
}

// Messages of before are gone: their bytes lay with ranks that no longer wait.
void Lose(Job& job, int number) {
  const std::lock_guard<Mutex> holding(job.mutex);
  if (++job.losses > job.most_losses)
    detrain::runtime::Fail("rank " + std::to_string(number) + " is lost, after " + std::to_string(job.most_losses) +
                           " that were replaced");
  job.done = 0;
  for (Message& message : job.messages)
    message = Message();
  job.changed.Wake();
}

// Until all are done; false where a rank is lost meanwhile.
bool WaitForAll(const Rank& self) {
  Job& job = *self.job;
  const std::lock_guard<Mutex> holding(job.mutex);
  if (job.losses != self.losses)
    return false;
  ++job.done;
  job.changed.Wake();
  while (job.done < job.size && job.losses == self.losses)
    job.changed.Wait(job.mutex);
  return job.losses == self.losses;
}

void* Main(void* rank) {
  Rank& self = *static_cast<Rank*>(rank);
  Job& job = *self.job;
  const detrain_transport ranks = {&self, self.number, job.size, Exchange, job.replaces ? Rejoin : nullptr};
  for (bool is_done = false; !is_done;) {
    Rejoin(&self);
    if (job.main(&ranks, job.argument) == 0)
      is_done = WaitForAll(self);
    else
      Lose(job, self.number);
  }
  return nullptr;
}

void RunAll(Job& job, int size) {
  if (size < 1)
    detrain::runtime::Refuse("a job of " + std::to_string(size) + " ranks; it needs one");
  job.size = size;
  job.messages.resize(static_cast<std::size_t>(size) * static_cast<std::size_t>(size));
  std::vector<Rank> ranks(static_cast<std::size_t>(size));
  std::vector<pthread_t> threads(static_cast<std::size_t>(size));
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    ranks[i] = {&job, static_cast<int>(i), 0};
    if (const int error = detrain::runtime::StartThread(threads[i], Main, &ranks[i]))
      detrain::runtime::Fail("no thread for virtual rank " + std::to_string(i) + ": " + std::strerror(error));
  }
  for (const pthread_t thread : threads)
    pthread_join(thread, nullptr);
}

struct Lasting {
  void (*main)(const detrain_transport*, void*);
  void* argument;
};

int RunLasting(const detrain_transport* ranks, void* lasting) {
  const auto& self = *static_cast<Lasting*>(lasting);
  self.main(ranks, self.argument);
  return 0;
}

}  // namespace

extern "C" {

void detrain_run_virtual(int size, void (*main)(const detrain_transport* ranks, void* argument), void* argument) {
  Lasting lasting = {main, argument};
  Job job;
  job.main = RunLasting;
  job.argument = &lasting;
  RunAll(job, size);
}

void detrain_run_virtual_replaced(int size, unsigned most, int (*main)(const detrain_transport* ranks, void* argument),
                                  void* argument) {
  Job job;
  job.main = main;
  job.argument = argument;
  job.replaces = true;
  job.most_losses = most;
  RunAll(job, size);
}

}  // extern "C"
