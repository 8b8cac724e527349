// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ranks that are threads of one process. A message is a pointer that the other side copies from.
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

struct Job {
  int size = 0;
  Mutex mutex;
  Condition changed;
  std::vector<Message> messages;  // by sender and receiver
  void (*main)(const detrain_transport*, void*) = nullptr;
  void* argument = nullptr;
};

struct Rank {
  Job* job = nullptr;
  int number = 0;
};

Message& Slot(Job& job, int from, int to) {
  return job
      .messages[static_cast<std::size_t>(from) * static_cast<std::size_t>(job.size) + static_cast<std::size_t>(to)];
}

void Await(Job& job, const Message& message, bool is_there) {
  while (message.is_there != is_there)
    job.changed.Wait(job.mutex);
}

int Exchange(void* context, int to, const void* out, std::size_t out_bytes, int from, void* in, std::size_t in_bytes) {
  const Rank& self = *static_cast<Rank*>(context);
  Job& job = *self.job;
  const std::lock_guard<Mutex> holding(job.mutex);
  Message& sent = Slot(job, self.number, to);
  Message& received = Slot(job, from, self.number);
  sent = {out, out_bytes, true};
  job.changed.Wake();
  Await(job, received, true);
  if (received.size != in_bytes)
    detrain::runtime::Fail("rank " + std::to_string(self.number) + " expects " + std::to_string(in_bytes) +
                           " bytes of rank " + std::to_string(from) + ", which sends " + std::to_string(received.size));
  if (in_bytes != 0)
    std::memcpy(in, received.bytes, in_bytes);
  received.is_there = false;
  job.changed.Wake();
  Await(job, sent, false);
  return 0;
}

void* Main(void* rank) {
  Rank& self = *static_cast<Rank*>(rank);
  const detrain_transport ranks = {&self, self.number, self.job->size, Exchange};
  self.job->main(&ranks, self.job->argument);
  return nullptr;
}

}  // namespace

extern "C" void detrain_run_virtual(int size, void (*main)(const detrain_transport* ranks, void* argument),
                                    void* argument) {
  if (size < 1)
    detrain::runtime::Refuse("a job of " + std::to_string(size) + " ranks; it needs one");
  Job job;
  job.size = size;
  job.messages.resize(static_cast<std::size_t>(size) * static_cast<std::size_t>(size));
  job.main = main;
  job.argument = argument;
  std::vector<Rank> ranks(static_cast<std::size_t>(size));
  std::vector<pthread_t> threads(static_cast<std::size_t>(size));
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    ranks[i] = {&job, static_cast<int>(i)};
    if (const int error = detrain::runtime::StartThread(threads[i], Main, &ranks[i]))
      detrain::runtime::Fail("no thread for virtual rank " + std::to_string(i) + ": " + std::strerror(error));
  }
  for (const pthread_t thread : threads)
    pthread_join(thread, nullptr);
}
