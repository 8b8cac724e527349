// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A few threads of the runtime's own. They are none of the program's: they take no turns, and no signal reaches them.
#ifndef DETRAIN_RUNTIME_SRC_CREW_H
#define DETRAIN_RUNTIME_SRC_CREW_H

#include <pthread.h>

#include <cstddef>
#include <deque>
#include <functional>

namespace detrain::runtime {

// Starts a thread that runs `main(argument)` with all signals blocked. Returns 0 or an errno.
int StartThread(pthread_t& thread, void* (*main)(void*), void* argument);

class Mutex {
 public:
  void lock() { pthread_mutex_lock(&mutex_); }
  void unlock() { pthread_mutex_unlock(&mutex_); }
  pthread_mutex_t* get() { return &mutex_; }

 private:
  pthread_mutex_t mutex_ = PTHREAD_MUTEX_INITIALIZER;
};

// std::condition_variable is the program's: it takes turns (cxx_threads.cpp).
class Condition {
 public:
  void Wait(Mutex& mutex) { pthread_cond_wait(&condition_, mutex.get()); }
  void Wake() { pthread_cond_broadcast(&condition_); }

 private:
  pthread_cond_t condition_ = PTHREAD_COND_INITIALIZER;
};

// Threads that take what is handed to them. Where none can be started, the caller works.
class Crew {
 public:
  explicit Crew(unsigned size) : size_(size) {}
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;

  void Do(std::function<void()> work);
  void Wait();  // until all of it is done

 private:
  static void* Main(void* crew);
  void Work();
  bool IsStarted();

  unsigned size_;
  unsigned running_ = 0;  // threads
  bool is_tried_ = false;
  Mutex mutex_;
  Condition changed_;
  std::deque<std::function<void()>> waiting_;
  std::size_t undone_ = 0;
};

// Copies `size` bytes to memory that is aligned as a block of malloc is, with the help of a crew where that pays.
void CopyFast(char* to, const char* from, std::size_t size);
void FinishCopies();

}  // namespace detrain::runtime

#endif
