// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The hooks' prototypes without their macros, for the files that define them.
#ifndef DETRAIN_RUNTIME_SRC_HOOK_DECLARATIONS_H
#define DETRAIN_RUNTIME_SRC_HOOK_DECLARATIONS_H

#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <sys/time.h>
#include <sys/times.h>
#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <ctime>

#include "detrain/detrain.h"

extern "C" {
int detrain_mkstemp(char* name);
FILE* detrain_fopen(const char* path, const char* mode);
FILE* detrain_freopen(const char* path, const char* mode, FILE* stream);
FILE* detrain_fdopen(int fd, const char* mode);
int detrain_fclose(FILE* stream);
FILE* detrain_tmpfile(void);
int detrain_remove(const char* path);
int detrain_rename(const char* from, const char* to);
int detrain_fseek(FILE* stream, long offset, int whence);
int detrain_fseeko(FILE* stream, off_t offset, int whence);
void detrain_rewind(FILE* stream);
int detrain_fsetpos(FILE* stream, const fpos_t* position);
ssize_t detrain_getline(char** block, std::size_t* size, FILE* stream);
ssize_t detrain_getdelim(char** block, std::size_t* size, int end, FILE* stream);
int detrain_open(const char* path, int flags, ...);
int detrain_openat(int folder, const char* path, int flags, ...);
int detrain_creat(const char* path, mode_t mode);
int detrain_close(int fd);
ssize_t detrain_read(int fd, void* bytes, std::size_t size);
off_t detrain_lseek(int fd, off_t offset, int whence);
ssize_t detrain_pwrite(int fd, const void* bytes, std::size_t size, off_t offset);
int detrain_unlink(const char* path);
int detrain_truncate(const char* path, off_t length);
int detrain_ftruncate(int fd, off_t length);
pid_t detrain_getpid(void);
int detrain_access(const char* path, int mode);
time_t detrain_time(time_t* out);
clock_t detrain_clock(void);
int detrain_clock_gettime(clockid_t clock_id, struct timespec* out);
int detrain_timespec_get(struct timespec* out, int base);
int detrain_gettimeofday(struct timeval* out, void* zone);
void* detrain_mmap(void* hint, std::size_t size, int protection, int flags, int fd, off_t offset);
int detrain_munmap(void* address, std::size_t size);
ssize_t detrain_getrandom(void* bytes, std::size_t size, unsigned int flags);
int detrain_getentropy(void* bytes, std::size_t size);
std::uint32_t detrain_arc4random(void);
std::uint32_t detrain_arc4random_uniform(std::uint32_t bound);
void detrain_arc4random_buf(void* bytes, std::size_t size);
pid_t detrain_getppid(void);
clock_t detrain_times(struct tms* out);
int detrain_pthread_create(pthread_t* out, const pthread_attr_t* attributes, void* (*start)(void*), void* argument);
int detrain_pthread_join(pthread_t thread, void** result);
int detrain_pthread_detach(pthread_t thread);
pthread_t detrain_pthread_self(void);
int detrain_pthread_cancel(pthread_t thread);
int detrain_pthread_mutex_lock(pthread_mutex_t* mutex);
int detrain_pthread_mutex_unlock(pthread_mutex_t* mutex);
int detrain_pthread_cond_wait(pthread_cond_t* condition, pthread_mutex_t* mutex);
int detrain_pthread_cond_timedwait(pthread_cond_t* condition, pthread_mutex_t* mutex, const struct timespec* until);
int detrain_pthread_cond_signal(pthread_cond_t* condition);
int detrain_pthread_cond_broadcast(pthread_cond_t* condition);
int detrain_pthread_rwlock_rdlock(pthread_rwlock_t* lock);
int detrain_pthread_rwlock_wrlock(pthread_rwlock_t* lock);
int detrain_pthread_rwlock_unlock(pthread_rwlock_t* lock);
int detrain_pthread_barrier_init(pthread_barrier_t* barrier, const pthread_barrierattr_t* attributes,
                                 unsigned int count);
int detrain_pthread_barrier_wait(pthread_barrier_t* barrier);
int detrain_pthread_cond_clockwait(pthread_cond_t* condition, pthread_mutex_t* mutex, clockid_t clock_id,
                                   const struct timespec* until);
int detrain_pthread_setname_np(pthread_t thread, const char* name);
int detrain_pthread_setaffinity_np(pthread_t thread, std::size_t size, const cpu_set_t* set);
int detrain_sem_wait(sem_t* semaphore);
int detrain_sem_post(sem_t* semaphore);
int detrain_sched_yield(void);
}

#endif
