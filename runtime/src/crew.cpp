// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "crew.h"

#include <sched.h>
#ifdef __SSE2__
#include <immintrin.h>
#endif

#include <algorithm>
#include <csignal>
#include <cstring>
#include <mutex>
#include <utility>

#include "inside.h"

namespace detrain::runtime {

int StartThread(pthread_t& thread, void* (*main)(void*), void* argument) {
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  const int error = pthread_create(&thread, nullptr, main, argument);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return error;
}

void* Crew::Main(void* crew) {
  const Inside inside;
  static_cast<Crew*>(crew)->Work();
  return nullptr;
}

void Crew::Work() {
  mutex_.lock();
  for (;;) {
    while (waiting_.empty())
      changed_.Wait(mutex_);
    const std::function<void()> work = std::move(waiting_.front());
    waiting_.pop_front();
    mutex_.unlock();
    work();
    mutex_.lock();
    if (--undone_ == 0)
      changed_.Wake();
  }
}

bool Crew::IsStarted() {
  if (!is_tried_) {
    is_tried_ = true;
    pthread_t thread;
    while (running_ < size_ && StartThread(thread, Main, this) == 0) {
      pthread_detach(thread);
      ++running_;
    }
  }
  return running_ > 0;
}

void Crew::Do(std::function<void()> work) {
  const std::lock_guard<Mutex> holding(mutex_);
  if (!IsStarted())
    return work();
  waiting_.push_back(std::move(work));
  ++undone_;
  changed_.Wake();
}

void Crew::Wait() {
  const std::lock_guard<Mutex> holding(mutex_);
  while (undone_ > 0)
    changed_.Wait(mutex_);
}

namespace {

// A copy of it takes some ten times as long as handing it over.
constexpr std::size_t kPiece = 256 << 10;

unsigned Processors() {
  cpu_set_t set;
  CPU_ZERO(&set);
  return sched_getaffinity(0, sizeof set, &set) == 0 ? static_cast<unsigned>(CPU_COUNT(&set)) : 1;
}

Crew& Copiers() {
  // One core does not fill a memory bus, four or so do.
  static auto* crew = new Crew(std::min(4U, Processors()) - 1);
  return *crew;
}

// `to` is aligned for any scalar. What is not read again soon goes past the caches: without a store's reading of the
// line first, a third of the traffic is saved, and the program finds its own lines still there.
void CopyPiece(char* to, const char* from, std::size_t size) {
  std::size_t at = 0;
#ifdef __SSE2__
  constexpr std::size_t kLine = 64;
  for (; at + kLine <= size; at += kLine) {
    __m128i line[4];
    std::memcpy(line, from + at, kLine);
    for (std::size_t i = 0; i < 4; ++i)
      _mm_stream_si128(reinterpret_cast<__m128i*>(to + at) + i, line[i]);
  }
  _mm_sfence();
#endif
  std::memcpy(to + at, from + at, size - at);
}

}  // namespace

void CopyFast(char* to, const char* from, std::size_t size) {
  if (size < 2 * kPiece) {
    std::memcpy(to, from, size);
    return;
  }
  // Every fourth piece is the caller's own.
  for (std::size_t at = 0, number = 0; at < size; at += kPiece, ++number) {
    const std::size_t part = std::min(kPiece, size - at);
    if (number % 4 == 3)
      CopyPiece(to + at, from + at, part);
    else
      Copiers().Do([=] { CopyPiece(to + at, from + at, part); });
  }
}

void FinishCopies() {
  Copiers().Wait();
}

}  // namespace detrain::runtime
