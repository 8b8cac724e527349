// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "turns.h"

#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <ctime>
#include <iterator>

#include "fail.h"
#include "image.h"
#include "inside.h"
#include "restore.h"
#include "run.h"
#include "settings.h"

namespace detrain::runtime {
namespace {

constexpr int kPatience = 300;           // seconds that a boundary waits for another thread
constexpr unsigned kIdleLimit = 60'000;  // milliseconds in which nothing is given free
constexpr unsigned kYieldLimit = 100;
const char kAnyRelease = 0, kAnyChange = 0;

thread_local Thread* t_self = nullptr;

std::int64_t SiteOf(const void* address) {
  Image program;
  const auto at = static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(address));
  return FindImage("", program) ? at - static_cast<std::int64_t>(program.base) : at;
}

// Whether only a stranger can let it go on, who tells nobody.
bool AwaitsStranger(const Thread& thread) {
  return thread.waits_for == &kAnyRelease || thread.waits_for == &kAnyChange;
}

std::string StandsAt(const Thread& thread) {
  const std::string name = thread.number == 0 ? "main" : "thread " + std::to_string(thread.number);
  if (thread.waits_for == &kAnyChange)
    return name + " in the loop at " + static_cast<const char*>(thread.site);
  return name + (thread.joins                       ? " for another one's end"
                 : thread.waits_for == &kAnyRelease ? " for a lock or a semaphore"
                                                    : " for a signal");
}

[[noreturn]] void FailWaiting(const std::deque<Thread*>& waiting) {
  std::string places;
  for (const Thread* thread : waiting)
    places += (places.empty() ? ": " : ", ") + StandsAt(*thread);
  Fail("every thread of the program waits for another one" + places);
}

}  // namespace

class Turns::Lock {
 public:
  explicit Lock(Turns& turns) : turns_(turns) { pthread_mutex_lock(&turns_.lock_); }
  ~Lock() { pthread_mutex_unlock(&turns_.lock_); }
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;

 private:
  Inside inside_;
  Turns& turns_;
};

// A thread ends by returning or by pthread_exit, which unwinds the stack.
class Turns::Ending {
 public:
  explicit Ending(Thread& self) : self_(self) {}
  ~Ending() { Turns::Get().End(self_); }
  Ending(const Ending&) = delete;
  Ending& operator=(const Ending&) = delete;

 private:
  Thread& self_;
};

// Never destroyed: threads may outlive our destructors.
Turns& Turns::Get() {
  static auto* turns = [] {
    const Inside inside;
    return new Turns;
  }();
  return *turns;
}

Thread* Turns::Self() {
  if (!taken)
    return nullptr;
  if (t_self == nullptr && syscall(SYS_gettid) == getpid())
    t_self = &main_;
  return t_self;
}

std::uint64_t Turns::NextNumber() {
  const Run& run = TheRun();
  if (run.resuming && run.sealed && g_active && nested_made_ < Chosen().threads.nested.size())
    return Chosen().threads.nested[nested_made_++];
  return ++made_;
}

int Turns::Create(pthread_t* out, const pthread_attr_t* attributes, void* (*start)(void*), void* argument) {
  const bool is_main = t_self == &main_ || syscall(SYS_gettid) == getpid();
  if (!is_main && t_self == nullptr)
    return pthread_create(out, attributes, start, argument);  // a stranger's
  const Lock lock(*this);
  if (!taken)
    running_ = &main_;
  taken = true;
  Thread& self = is_main ? main_ : *t_self;
  auto* thread = new Thread;
  thread->start = start;
  thread->argument = argument;
  thread->creator = &self;
  thread->is_nested = TheRun().sealed;
  const int error = pthread_create(&thread->real, attributes, Main, thread);
  if (error != 0) {
    delete thread;
    return error;
  }
  thread->number = NextNumber();
  *out = static_cast<pthread_t>(thread->number);
  threads_.push_back(thread);
  ++changes_;
  ready_.push_front(thread);
  Pass();
  AwaitTurn(self);
  return 0;
}

void* Turns::Main(void* thread) {
  Thread& self = *static_cast<Thread*>(thread);
  t_self = &self;
  {
    const Lock lock(Get());
    Get().AwaitTurn(self);
  }
  self.locals = BeginLocals();
  const Ending ending(self);
  return self.start(self.argument);
}

void Turns::End(Thread& self) {
  const Lock lock(*this);
  self.has_ended = true;
  ++changes_;
  EndLocals(self.locals);
  ReleaseCreator(self);
  for (auto it = waiting_.begin(); it != waiting_.end();) {
    if ((*it)->waits_for == &self) {
      ready_.push_back(*it);
      it = waiting_.erase(it);
    } else {
      ++it;
    }
  }
  Pass();
}

Thread* Turns::Find(pthread_t number) {
  const Lock lock(*this);
  const auto found =
      std::find_if(threads_.begin(), threads_.end(), [&](const Thread* t) { return t->number == number; });
  return found == threads_.end() ? nullptr : *found;
}

void Turns::Join(Thread& self, Thread& other) {
  const Lock lock(*this);
  while (!other.has_ended) {
    self.waits_for = &other;
    self.joins = true;
    waiting_.push_back(&self);
    Block(self);
    self.joins = false;
  }
}

void Turns::Forget(Thread& gone) {
  const Lock lock(*this);
  threads_.erase(std::remove(threads_.begin(), threads_.end(), &gone), threads_.end());
  delete &gone;
}

bool Turns::WaitFor(Thread& self, const void* what, bool is_timed, const void* site) {
  const Lock lock(*this);
  self.site = site;
  self.is_looking = false;
  self.waits_for = what;
  self.is_timed = is_timed;
  self.is_out_of_time = false;
  waiting_.push_back(&self);
  Block(self);
  return !self.is_out_of_time;
}

void Turns::WaitForRelease(Thread& self, const void* site) {
  WaitFor(self, &kAnyRelease, false, site);
}

void Turns::Signal(const void* what, bool all) {
  const Lock lock(*this);
  for (auto it = waiting_.begin(); it != waiting_.end();) {
    if ((*it)->waits_for != what) {
      ++it;
      continue;
    }
    ready_.push_back(*it);
    it = waiting_.erase(it);
    if (!all)
      return;
  }
}

void Turns::Released() {
  idle_ = 0;
  Signal(&kAnyRelease, true);
}

// One that only looks again and again lets the others run; in the end its creator too, for whom it may be waiting.
void Turns::Yield(Thread& self) {
  const Lock lock(*this);
  if (self.is_looking)
    return;  // the body of a waiting loop, which has given its turn away in front of it
  if (++self.yields > kYieldLimit)
    ReleaseCreator(self);
  ++changes_;
  WakeLookers();
  if (ready_.empty())
    return;
  ready_.push_back(&self);
  Pass();
  AwaitTurn(self);
}

// Between two looks of a thread that sees no change it does nothing, and so changes nothing. The first look of a loop
// comes behind other work, and is made twice.
void Turns::Look(Thread& self, const char* place) {
  const Lock lock(*this);
  self.site = place;
  self.waits_for = &kAnyChange;
  self.seen = changes_;
  if (!self.is_looking)
    ++changes_;
  self.is_looking = true;
  waiting_.push_back(&self);
  Block(self);
}

void Turns::HasSeen(Thread& self) {
  if (!self.is_looking)
    return;
  const Lock lock(*this);
  self.is_looking = false;
  idle_ = 0;
}

// Those that have not looked since something may have changed, in the order in which they came.
void Turns::WakeLookers() {
  const auto may_see = [&](const Thread* t) { return t->waits_for == &kAnyChange && t->seen != changes_; };
  std::copy_if(waiting_.begin(), waiting_.end(), std::back_inserter(ready_), may_see);
  waiting_.erase(std::remove_if(waiting_.begin(), waiting_.end(), may_see), waiting_.end());
}

void Turns::Block(Thread& self) {
  if (!self.is_looking)
    ++changes_;
  self.yields = 0;
  ReleaseCreator(self);
  Pass();
  AwaitTurn(self);
}

void Turns::ReleaseCreator(Thread& self) {
  if (self.creator != nullptr)
    ready_.push_front(self.creator);
  self.creator = nullptr;
}

// Where nobody can go on, time passes: the first that waits for a time only is woken. A lock may also be held by a
// stranger, who will give it free, and a stranger may change what a thread looks at.
void Turns::WakeOne() {
  const auto first = [&](auto is_meant) { return std::find_if(waiting_.begin(), waiting_.end(), is_meant); };
  auto next = first([](const Thread* t) { return t->is_timed; });
  if (next != waiting_.end()) {
    (*next)->is_out_of_time = true;
  } else {
    next = first([](const Thread* t) { return AwaitsStranger(*t); });
    if (next == waiting_.end() || ++idle_ > kIdleLimit)
      FailWaiting(waiting_);
    const timespec pause = {0, 1'000'000};
    nanosleep(&pause, nullptr);
  }
  ready_.push_back(*next);
  waiting_.erase(next);
}

// Gives the turn to the next one.
void Turns::Pass() {
  if (ready_.empty())
    WakeLookers();
  if (ready_.empty() && waiting_.empty())
    return;  // the last thread ends
  if (ready_.empty())
    WakeOne();
  running_ = ready_.front();
  ready_.pop_front();
  pthread_cond_signal(&running_->turn);
}

void Turns::AwaitTurn(Thread& self) {
  while (running_ != &self)
    pthread_cond_wait(&self.turn, &lock_);
  self.is_timed = false;
}

bool Turns::AwaitTurnFor(Thread& self, int seconds) {
  timespec until = {};
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_sec += seconds;
  while (running_ != &self)
    if (pthread_cond_timedwait(&self.turn, &lock_, &until) == ETIMEDOUT && running_ != &self)
      return false;
  return true;
}

void Turns::Settle() {
  Thread* self = Self();
  if (self == nullptr)
    return;
  const Lock lock(*this);
  ++changes_;
  for (unsigned rounds = 0;; ++rounds) {
    WakeLookers();
    if (ready_.empty())
      return;
    ready_.push_back(self);
    Pass();
    if (!AwaitTurnFor(*self, kPatience) || rounds > kIdleLimit)
      Fail("a step boundary: another thread of the program neither waits nor ends");
  }
}

bool Turns::IsAlone() {
  const Lock lock(*this);
  return std::all_of(threads_.begin(), threads_.end(),
                     [](const Thread* thread) { return thread->has_ended || thread->is_dropped; });
}

ThreadPlaces Turns::Places() {
  const Lock lock(*this);
  ThreadPlaces out;
  out.made = made_;
  for (const Thread* thread : threads_)
    if (thread->is_nested && !thread->has_ended)
      out.nested.push_back(thread->number);
  for (const Thread* thread : waiting_)
    if (!thread->joins)
      out.waiting.push_back({thread->number, SiteOf(thread->site)});
  return out;
}

Thread* Turns::TakeWaiting(const ThreadPlaces::Waiting& place) {
  const auto found = std::find_if(waiting_.begin(), waiting_.end(), [&](const Thread* t) {
    return t->number == place.number && !t->joins && SiteOf(t->site) == place.site;
  });
  if (found == waiting_.end())
    Refuse("entry threads: thread " + std::to_string(place.number) + " stands elsewhere than in the checkpoint's run");
  Thread* thread = *found;
  waiting_.erase(found);
  return thread;
}

void Turns::Restore(const ThreadPlaces& places) {
  const Lock lock(*this);
  ++changes_;  // the memory that they look at
  made_ = places.made;
  std::deque<Thread*> ordered;
  for (const ThreadPlaces::Waiting& place : places.waiting)
    ordered.push_back(TakeWaiting(place));
  for (Thread* thread : waiting_) {
    if (thread->joins) {
      ordered.push_back(thread);
    } else if (thread->number == 0) {
      Refuse("entry threads: the main thread waits here, and did not in the checkpoint's run");
    } else {
      thread->has_ended = thread->is_dropped = true;
      EndLocals(thread->locals);
    }
  }
  waiting_ = std::move(ordered);
}

ThreadPlaces PlacesOfThreads() {
  return Turns::Get().Places();
}

// Their numbers go on, too, where this process has made none yet.
void RestoreThreads(const ThreadPlaces& places) {
  if (Turns::AreTaken() || places.made != 0)
    Turns::Get().Restore(places);
}

void SettleThreads() {
  if (Turns::AreTaken())
    Turns::Get().Settle();
}

}  // namespace detrain::runtime
