// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whose turn it is. Threads that the program did not make through the runtime (those of OpenMP, of libraries) are
// strangers: they neither wait for turns nor take any.
#ifndef DETRAIN_RUNTIME_SRC_TURNS_H
#define DETRAIN_RUNTIME_SRC_TURNS_H

#include <pthread.h>

#include <cstdint>
#include <deque>
#include <vector>

#include "thread_locals.h"
#include "threads.h"

namespace detrain::runtime {

struct Thread {
  std::uint64_t number = 0;  // 0: the main thread
  pthread_t real = {};
  pthread_cond_t turn = PTHREAD_COND_INITIALIZER;
  void* (*start)(void*) = nullptr;
  void* argument = nullptr;
  Thread* creator = nullptr;        // waits until this thread ends or waits for the first time
  const void* waits_for = nullptr;  // a condition, a thread; &kAnyRelease: that something is given free; &kAnyChange
  bool is_timed = false, is_out_of_time = false;
  const void* site = nullptr;
  bool joins = false;
  bool has_ended = false, is_nested = false;
  Locals* locals = nullptr;
  bool is_dropped = false;  // ended by a restore: its stack stays
  unsigned yields = 0;      // one after the other
  bool is_looking = false;  // it looks again and again whether something has changed
  std::uint64_t seen = 0;   // what had changed when it looked last
};

class Turns {
 public:
  static Turns& Get();

  // The thread that runs; nullptr: a stranger, or nobody has ever made a thread.
  Thread* Self();
  // Whether a program's thread was ever made. Until then every function is the C library's.
  static bool AreTaken() { return taken; }

  int Create(pthread_t* out, const pthread_attr_t* attributes, void* (*start)(void*), void* argument);
  Thread* Find(pthread_t number);
  void Join(Thread& self, Thread& other);
  void Forget(Thread& gone);

  // Until `what` is signalled. False where it is timed, and nothing but time could end it.
  // `site`: the return address of the call.
  bool WaitFor(Thread& self, const void* what, bool is_timed, const void* site);
  // Until something is given free: a lock, a semaphore.
  void WaitForRelease(Thread& self, const void* site);
  void Signal(const void* what, bool all);
  void Released();
  void Yield(Thread& self);
  // In front of another look at what only another thread can change. `place`: FILE:LINE, a constant of the program.
  void Look(Thread& self, const char* place);
  void HasSeen(Thread& self);
  void Settle();

  // Whether no thread that the program made lives.
  bool IsAlone();

  ThreadPlaces Places();
  void Restore(const ThreadPlaces& places);

 private:
  class Lock;
  class Ending;
  static void* Main(void* thread);
  void Block(Thread& self);
  Thread* TakeWaiting(const ThreadPlaces::Waiting& place);
  void ReleaseCreator(Thread& self);
  void WakeLookers();
  void WakeOne();
  void Pass();
  void AwaitTurn(Thread& self);
  bool AwaitTurnFor(Thread& self, int seconds);
  std::uint64_t NextNumber();
  void End(Thread& self);

  static inline bool taken = false;
  pthread_mutex_t lock_ = PTHREAD_MUTEX_INITIALIZER;
  std::vector<Thread*> threads_;
  std::deque<Thread*> ready_, waiting_;
  Thread* running_ = nullptr;
  Thread main_;
  std::uint64_t made_ = 0, nested_made_ = 0;
  std::uint64_t changes_ = 0;  // turns given away behind something else than another look
  unsigned idle_ = 0;
};

// pthread_cond_wait of a thread that takes turns; `site`: where the program calls it.
int WaitOn(pthread_cond_t* condition, pthread_mutex_t* mutex, bool is_timed, const void* site);

}  // namespace detrain::runtime

#endif
