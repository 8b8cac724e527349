// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the program calls of <pthread.h>, <semaphore.h> and <sched.h>: its threads take turns. Locks and semaphores are
// the C library's own and only tried here; conditions and barriers are the runtime's, known by their address.
#include <cerrno>
#include <map>

#include "fail.h"
#include "hook_declarations.h"
#include "turns.h"

namespace {

using detrain::runtime::Inside;
using detrain::runtime::Thread;
using detrain::runtime::Turns;

// Numbers are small, the C library's handles are addresses.
constexpr pthread_t kFirstHandle = 1U << 31U;

bool IsNumber(pthread_t thread) {
  return thread < kFirstHandle;
}

// The C library's handle of a thread; its own where it is none of ours.
template <typename Use>
int WithHandle(pthread_t thread, Use use) {
  if (!IsNumber(thread))
    return use(thread);
  Thread* known = Turns::Get().Find(thread);
  return known == nullptr || known->has_ended ? ESRCH : use(known->real);
}

template <typename Try>
int Acquire(Try attempt, const void* site) {
  Turns& turns = Turns::Get();
  Thread* self = turns.Self();
  for (;;) {
    const int error = attempt();
    if (error != EBUSY || self == nullptr)
      return error;
    turns.WaitForRelease(*self, site);
  }
}

int Release(int error) {
  if (error == 0 && Turns::AreTaken())
    Turns::Get().Released();
  return error;
}

struct Barrier {
  unsigned count = 1, arrived = 0;
};

std::map<const void*, Barrier>& Barriers() {
  static auto* barriers = new std::map<const void*, Barrier>;
  return *barriers;
}

Barrier& KnownBarrier(const void* barrier) {
  const Inside inside;
  return Barriers()[barrier];
}

}  // namespace

int detrain::runtime::WaitOn(pthread_cond_t* condition, pthread_mutex_t* mutex, bool is_timed, const void* site) {
  Thread& self = *Turns::Get().Self();
  if (const int error = Release(pthread_mutex_unlock(mutex)); error != 0)
    return error;
  const bool is_woken = Turns::Get().WaitFor(self, condition, is_timed, site);
  const int error = Acquire([&] { return pthread_mutex_trylock(mutex); }, site);
  return error != 0 ? error : is_woken ? 0 : ETIMEDOUT;
}

extern "C" {

int detrain_pthread_create(pthread_t* out, const pthread_attr_t* attributes, void* (*start)(void*), void* argument) {
  return Turns::Get().Create(out, attributes, start, argument);
}

int detrain_pthread_join(pthread_t thread, void** result) {
  if (!IsNumber(thread))
    return pthread_join(thread, result);
  Turns& turns = Turns::Get();
  Thread* other = turns.Find(thread);
  Thread* self = turns.Self();
  if (other == self && self != nullptr)
    return EDEADLK;
  if (self != nullptr && other != nullptr)
    turns.Join(*self, *other);
  // One that had ended before the checkpoint was made is not there: what it gave back is not kept.
  if (other == nullptr || other->is_dropped) {
    if (result != nullptr)
      detrain::runtime::Fail("the result of a thread that had ended before the checkpoint is not known");
    return 0;
  }
  const int error = pthread_join(other->real, result);
  turns.Forget(*other);
  return error;
}

int detrain_pthread_detach(pthread_t thread) {
  return WithHandle(thread, [](pthread_t handle) { return pthread_detach(handle); });
}

pthread_t detrain_pthread_self(void) {
  const Thread* self = Turns::Get().Self();
  return self == nullptr || self->number == 0 ? pthread_self() : static_cast<pthread_t>(self->number);
}

int detrain_pthread_cancel(pthread_t thread) {
  return WithHandle(thread, [](pthread_t) -> int {
    detrain::runtime::Fail("pthread_cancel: where a thread ends then is not known; end it by a flag");
  });
}

int detrain_pthread_setname_np(pthread_t thread, const char* name) {
  return WithHandle(thread, [&](pthread_t handle) { return pthread_setname_np(handle, name); });
}

int detrain_pthread_setaffinity_np(pthread_t thread, std::size_t size, const cpu_set_t* set) {
  return WithHandle(thread, [&](pthread_t handle) { return pthread_setaffinity_np(handle, size, set); });
}

int detrain_pthread_mutex_lock(pthread_mutex_t* mutex) {
  if (Turns::Get().Self() == nullptr)
    return pthread_mutex_lock(mutex);
  return Acquire([&] { return pthread_mutex_trylock(mutex); }, __builtin_return_address(0));
}

int detrain_pthread_mutex_unlock(pthread_mutex_t* mutex) {
  return Release(pthread_mutex_unlock(mutex));
}

int detrain_pthread_cond_wait(pthread_cond_t* condition, pthread_mutex_t* mutex) {
  if (Turns::Get().Self() == nullptr)
    return pthread_cond_wait(condition, mutex);
  return detrain::runtime::WaitOn(condition, mutex, false, __builtin_return_address(0));
}

int detrain_pthread_cond_timedwait(pthread_cond_t* condition, pthread_mutex_t* mutex, const struct timespec* until) {
  if (Turns::Get().Self() == nullptr)
    return pthread_cond_timedwait(condition, mutex, until);
  return detrain::runtime::WaitOn(condition, mutex, true, __builtin_return_address(0));
}

int detrain_pthread_cond_clockwait(pthread_cond_t* condition, pthread_mutex_t* mutex, clockid_t clock,
                                   const struct timespec* until) {
  if (Turns::Get().Self() == nullptr)
    return pthread_cond_clockwait(condition, mutex, clock, until);
  return detrain::runtime::WaitOn(condition, mutex, true, __builtin_return_address(0));
}

int detrain_pthread_cond_signal(pthread_cond_t* condition) {
  if (Turns::AreTaken())
    Turns::Get().Signal(condition, false);
  return pthread_cond_signal(condition);
}

int detrain_pthread_cond_broadcast(pthread_cond_t* condition) {
  if (Turns::AreTaken())
    Turns::Get().Signal(condition, true);
  return pthread_cond_broadcast(condition);
}

int detrain_pthread_rwlock_rdlock(pthread_rwlock_t* lock) {
  if (Turns::Get().Self() == nullptr)
    return pthread_rwlock_rdlock(lock);
  return Acquire([&] { return pthread_rwlock_tryrdlock(lock); }, __builtin_return_address(0));
}

int detrain_pthread_rwlock_wrlock(pthread_rwlock_t* lock) {
  if (Turns::Get().Self() == nullptr)
    return pthread_rwlock_wrlock(lock);
  return Acquire([&] { return pthread_rwlock_trywrlock(lock); }, __builtin_return_address(0));
}

int detrain_pthread_rwlock_unlock(pthread_rwlock_t* lock) {
  return Release(pthread_rwlock_unlock(lock));
}

int detrain_pthread_barrier_init(pthread_barrier_t* barrier, const pthread_barrierattr_t* attributes, unsigned count) {
  const Inside inside;
  Barriers()[barrier] = {count, 0};
  return pthread_barrier_init(barrier, attributes, count);
}

int detrain_pthread_barrier_wait(pthread_barrier_t* barrier) {
  Thread* self = Turns::Get().Self();
  if (self == nullptr)
    return pthread_barrier_wait(barrier);
  Barrier& known = KnownBarrier(barrier);
  if (++known.arrived < known.count) {
    Turns::Get().WaitFor(*self, barrier, false, __builtin_return_address(0));
    return 0;
  }
  known.arrived = 0;
  Turns::Get().Signal(barrier, true);
  return PTHREAD_BARRIER_SERIAL_THREAD;
}

int detrain_sem_wait(sem_t* semaphore) {
  if (Turns::Get().Self() == nullptr)
    return sem_wait(semaphore);
  const auto attempt = [&] { return sem_trywait(semaphore) == 0 ? 0 : errno == EAGAIN ? EBUSY : errno; };
  const int error = Acquire(attempt, __builtin_return_address(0));
  errno = error != 0 ? error : errno;
  return error == 0 ? 0 : -1;
}

int detrain_sem_post(sem_t* semaphore) {
  return Release(sem_post(semaphore));
}

int detrain_sched_yield(void) {
  Thread* self = Turns::Get().Self();
  if (self == nullptr)
    return sched_yield();
  Turns::Get().Yield(*self);
  return 0;
}

int detrain_waits(int goes_on, const char* place) {
  Thread* self = Turns::Get().Self();
  if (self == nullptr)
    return goes_on;
  if (goes_on != 0)
    Turns::Get().Look(*self, place);
  else
    Turns::Get().HasSeen(*self);
  return goes_on;
}

}  // extern "C"
