// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// hooks.h: maps the C library's names to the runtime's. A rewritten C file includes first the system headers that
// declare these functions, then defines the groups that it uses, then includes this header; a C++ file includes this
// header before all others. Everything after that, the program's own headers too, calls the runtime.
//
// A group touches only names of the system header behind it:
// clang-format off
//   DETRAIN_HOOK_HEAP       <stdlib.h>      malloc calloc realloc reallocarray free aligned_alloc posix_memalign
//   DETRAIN_HOOK_MKSTEMP    <stdlib.h>      mkstemp
//   DETRAIN_HOOK_ARC4RANDOM <stdlib.h>      arc4random arc4random_uniform arc4random_buf
//   DETRAIN_HOOK_STRING     <string.h>      strdup strndup
//   DETRAIN_HOOK_STDIO      <stdio.h>       fopen freopen fdopen fclose tmpfile remove rename fseek fseeko rewind fsetpos
//   DETRAIN_HOOK_LINES      <stdio.h>       getline getdelim
//   DETRAIN_HOOK_FD         <fcntl.h>       open openat creat
//   DETRAIN_HOOK_UNISTD     <unistd.h>      close read lseek pwrite unlink truncate ftruncate
//   DETRAIN_HOOK_PID        <unistd.h>      getpid
//   DETRAIN_HOOK_PPID       <unistd.h>      getppid
//   DETRAIN_HOOK_ACCESS     <unistd.h>      access
//   DETRAIN_HOOK_ENTROPY    <unistd.h>      getentropy
//   DETRAIN_HOOK_TIME       <time.h>        time clock clock_gettime timespec_get
//   DETRAIN_HOOK_SYSTIME    <sys/time.h>    gettimeofday
//   DETRAIN_HOOK_TIMES      <sys/times.h>   times
//   DETRAIN_HOOK_RANDOM     <sys/random.h>  getrandom
//   DETRAIN_HOOK_THREADS    <pthread.h>     pthread_create _join _detach _self _cancel, what locks, waits and signals
//   DETRAIN_HOOK_SEMAPHORE  <semaphore.h>   sem_wait sem_post
//   DETRAIN_HOOK_SCHED      <sched.h>       sched_yield
//   DETRAIN_HOOK_MAP        <sys/mman.h>    mmap munmap
// clang-format on
// The hooked functions keep the contracts of the C library's.
#ifndef DETRAIN_HOOKS_H
#define DETRAIN_HOOKS_H

#ifdef __cplusplus
// A name like `open` or `time` is that of members too, which a macro would change: in C++ the functions get other names
// for the assembler instead. Those must come with the first declaration, so before the system headers. Inline functions
// that check sizes would call the plain names; where files have 64-bit offsets anyway, nothing needs to be redirected.
#undef _FORTIFY_SOURCE
#ifdef __LP64__
#undef _FILE_OFFSET_BITS
#endif
#include <bits/types/FILE.h>
#include <bits/types/__fpos_t.h>
#include <detrain/detrain.h>
#include <sys/types.h>
struct timeval;
struct timespec;
struct tms;
#define DETRAIN_LABEL(name) __asm__("detrain_" #name)
#if defined(DETRAIN_HOOK_SCHED) || defined(DETRAIN_HOOK_THREADS)
extern "C" int sched_yield(void) __THROW DETRAIN_LABEL(sched_yield);
#include <sched.h>
#endif
#ifdef DETRAIN_HOOK_SEMAPHORE  // the type has no tag, so that its header must come first
#include <semaphore.h>
#endif
#else
#include <detrain/detrain.h>
#if defined(DETRAIN_HOOK_STDIO) || defined(DETRAIN_HOOK_LINES)
#include <stdio.h>
#endif
#if defined(DETRAIN_HOOK_STDIO) || defined(DETRAIN_HOOK_LINES) || defined(DETRAIN_HOOK_FD) ||    \
    defined(DETRAIN_HOOK_UNISTD) || defined(DETRAIN_HOOK_RANDOM) || defined(DETRAIN_HOOK_PID) || \
    defined(DETRAIN_HOOK_PPID) || defined(DETRAIN_HOOK_MAP)
#include <sys/types.h>
#endif
#ifdef DETRAIN_HOOK_TIME
#include <time.h>
#endif
#ifdef DETRAIN_HOOK_SYSTIME
#include <sys/time.h>
#endif
#ifdef DETRAIN_HOOK_TIMES
#include <sys/times.h>
#endif
#ifdef DETRAIN_HOOK_THREADS
#include <pthread.h>
#endif
#ifdef DETRAIN_HOOK_SEMAPHORE
#include <semaphore.h>
#endif
#ifdef DETRAIN_HOOK_SCHED
#include <sched.h>
#endif
#endif

#ifdef __cplusplus
extern "C" {

#ifdef DETRAIN_HOOK_HEAP
void* malloc(size_t size) __THROW DETRAIN_LABEL(malloc);
void* calloc(size_t count, size_t size) __THROW DETRAIN_LABEL(calloc);
void* realloc(void* block, size_t size) __THROW DETRAIN_LABEL(realloc);
void* reallocarray(void* block, size_t count, size_t size) __THROW DETRAIN_LABEL(reallocarray);
void free(void* block) __THROW DETRAIN_LABEL(free);
void* aligned_alloc(size_t alignment, size_t size) __THROW DETRAIN_LABEL(aligned_alloc);
int posix_memalign(void** out, size_t alignment, size_t size) __THROW DETRAIN_LABEL(posix_memalign);
#endif

#ifdef DETRAIN_HOOK_MKSTEMP
int mkstemp(char* name) DETRAIN_LABEL(mkstemp);
#endif

#ifdef DETRAIN_HOOK_STRING
char* strdup(const char* text) __THROW DETRAIN_LABEL(strdup);
char* strndup(const char* text, size_t size) __THROW DETRAIN_LABEL(strndup);
#endif

#ifdef DETRAIN_HOOK_STDIO
FILE* fopen(const char* path, const char* mode) DETRAIN_LABEL(fopen);
FILE* freopen(const char* path, const char* mode, FILE* stream) DETRAIN_LABEL(freopen);
FILE* fdopen(int fd, const char* mode) __THROW DETRAIN_LABEL(fdopen);
int fclose(FILE* stream) DETRAIN_LABEL(fclose);
FILE* tmpfile(void) DETRAIN_LABEL(tmpfile);
int remove(const char* path) __THROW DETRAIN_LABEL(remove);
int rename(const char* from, const char* to) __THROW DETRAIN_LABEL(rename);
int fseek(FILE* stream, long offset, int whence) DETRAIN_LABEL(fseek);
int fseeko(FILE* stream, off_t offset, int whence) DETRAIN_LABEL(fseeko);
void rewind(FILE* stream) DETRAIN_LABEL(rewind);
int fsetpos(FILE* stream, const __fpos_t* position) DETRAIN_LABEL(fsetpos);
#endif

#ifdef DETRAIN_HOOK_LINES  // getline is __getdelim where the header writes it out
ssize_t getline(char** line, size_t* size, FILE* stream) DETRAIN_LABEL(getline);
ssize_t getdelim(char** line, size_t* size, int end, FILE* stream) DETRAIN_LABEL(getdelim);
ssize_t __getdelim(char** line, size_t* size, int end, FILE* stream) DETRAIN_LABEL(getdelim);
#endif

#ifdef DETRAIN_HOOK_FD
int open(const char* path, int flags, ...) DETRAIN_LABEL(open);
int openat(int folder, const char* path, int flags, ...) DETRAIN_LABEL(openat);
int creat(const char* path, mode_t mode) DETRAIN_LABEL(creat);
#endif

#ifdef DETRAIN_HOOK_UNISTD
int close(int fd) DETRAIN_LABEL(close);
ssize_t read(int fd, void* bytes, size_t size) DETRAIN_LABEL(read);
off_t lseek(int fd, off_t offset, int whence) __THROW DETRAIN_LABEL(lseek);
ssize_t pwrite(int fd, const void* bytes, size_t size, off_t offset) DETRAIN_LABEL(pwrite);
int unlink(const char* path) __THROW DETRAIN_LABEL(unlink);
int truncate(const char* path, off_t length) __THROW DETRAIN_LABEL(truncate);
int ftruncate(int fd, off_t length) __THROW DETRAIN_LABEL(ftruncate);
#endif

#ifdef DETRAIN_HOOK_PID
pid_t getpid(void) __THROW DETRAIN_LABEL(getpid);
#endif

#ifdef DETRAIN_HOOK_PPID
pid_t getppid(void) __THROW DETRAIN_LABEL(getppid);
#endif

#ifdef DETRAIN_HOOK_ACCESS
int access(const char* path, int mode) __THROW DETRAIN_LABEL(access);
#endif

#ifdef DETRAIN_HOOK_ENTROPY
int getentropy(void* bytes, size_t size) DETRAIN_LABEL(getentropy);
#endif

#ifdef DETRAIN_HOOK_ARC4RANDOM
uint32_t arc4random(void) __THROW DETRAIN_LABEL(arc4random);
uint32_t arc4random_uniform(uint32_t bound) __THROW DETRAIN_LABEL(arc4random_uniform);
void arc4random_buf(void* bytes, size_t size) __THROW DETRAIN_LABEL(arc4random_buf);
#endif

#ifdef DETRAIN_HOOK_TIME
time_t time(time_t* out) __THROW DETRAIN_LABEL(time);
clock_t clock(void) __THROW DETRAIN_LABEL(clock);
int clock_gettime(clockid_t clock_id, struct timespec* out) __THROW DETRAIN_LABEL(clock_gettime);
int timespec_get(struct timespec* out, int base) __THROW DETRAIN_LABEL(timespec_get);
#endif

#ifdef DETRAIN_HOOK_SYSTIME
int gettimeofday(struct timeval* out, void* zone) __THROW DETRAIN_LABEL(gettimeofday);
#endif

#ifdef DETRAIN_HOOK_TIMES
clock_t times(struct tms* out) __THROW DETRAIN_LABEL(times);
#endif

#ifdef DETRAIN_HOOK_RANDOM
ssize_t getrandom(void* bytes, size_t size, unsigned flags) DETRAIN_LABEL(getrandom);
#endif

#ifdef DETRAIN_HOOK_THREADS
int pthread_create(pthread_t* out, const pthread_attr_t* attributes, void* (*start)(void*), void* argument) __THROW
    DETRAIN_LABEL(pthread_create);
int pthread_join(pthread_t thread, void** result) DETRAIN_LABEL(pthread_join);
int pthread_detach(pthread_t thread) __THROW DETRAIN_LABEL(pthread_detach);
pthread_t pthread_self(void) __THROW DETRAIN_LABEL(pthread_self);
int pthread_cancel(pthread_t thread) DETRAIN_LABEL(pthread_cancel);
int pthread_mutex_lock(pthread_mutex_t* mutex) __THROW DETRAIN_LABEL(pthread_mutex_lock);
int pthread_mutex_unlock(pthread_mutex_t* mutex) __THROW DETRAIN_LABEL(pthread_mutex_unlock);
int pthread_cond_wait(pthread_cond_t* condition, pthread_mutex_t* mutex) DETRAIN_LABEL(pthread_cond_wait);
int pthread_cond_timedwait(pthread_cond_t* condition, pthread_mutex_t* mutex, const struct timespec* until)
    DETRAIN_LABEL(pthread_cond_timedwait);
int pthread_cond_signal(pthread_cond_t* condition) __THROW DETRAIN_LABEL(pthread_cond_signal);
int pthread_cond_broadcast(pthread_cond_t* condition) __THROW DETRAIN_LABEL(pthread_cond_broadcast);
int pthread_rwlock_rdlock(pthread_rwlock_t* lock) __THROW DETRAIN_LABEL(pthread_rwlock_rdlock);
int pthread_rwlock_wrlock(pthread_rwlock_t* lock) __THROW DETRAIN_LABEL(pthread_rwlock_wrlock);
int pthread_rwlock_unlock(pthread_rwlock_t* lock) __THROW DETRAIN_LABEL(pthread_rwlock_unlock);
int pthread_barrier_init(pthread_barrier_t* barrier, const pthread_barrierattr_t* attributes,
                         unsigned int count) __THROW DETRAIN_LABEL(pthread_barrier_init);
int pthread_barrier_wait(pthread_barrier_t* barrier) __THROW DETRAIN_LABEL(pthread_barrier_wait);
#ifdef __USE_GNU
int pthread_cond_clockwait(pthread_cond_t* condition, pthread_mutex_t* mutex, clockid_t clock_id,
                           const struct timespec* until) DETRAIN_LABEL(pthread_cond_clockwait);
int pthread_setname_np(pthread_t thread, const char* name) __THROW DETRAIN_LABEL(pthread_setname_np);
int pthread_setaffinity_np(pthread_t thread, size_t size, const cpu_set_t* set) __THROW
    DETRAIN_LABEL(pthread_setaffinity_np);
#endif
#endif

#ifdef DETRAIN_HOOK_MAP
void* mmap(void* hint, size_t size, int protection, int flags, int fd, off_t offset) __THROW DETRAIN_LABEL(mmap);
int munmap(void* address, size_t size) __THROW DETRAIN_LABEL(munmap);
#endif

#else

#ifdef DETRAIN_HOOK_HEAP
#define malloc detrain_malloc
#define calloc detrain_calloc
#define realloc detrain_realloc
#define reallocarray detrain_reallocarray
#define free detrain_free
#define aligned_alloc detrain_aligned_alloc
#define posix_memalign detrain_posix_memalign
#endif

#ifdef DETRAIN_HOOK_MKSTEMP
int detrain_mkstemp(char* name);
#define mkstemp detrain_mkstemp
#endif

#ifdef DETRAIN_HOOK_STRING
#define strdup detrain_strdup
#define strndup detrain_strndup
#endif

#ifdef DETRAIN_HOOK_STDIO
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
#define fopen detrain_fopen
#define freopen detrain_freopen
#define fdopen detrain_fdopen
#define fclose detrain_fclose
#define tmpfile detrain_tmpfile
#define remove detrain_remove
#define rename detrain_rename
#define fseek detrain_fseek
#define fseeko detrain_fseeko
#define rewind detrain_rewind
#define fsetpos detrain_fsetpos
#endif

#ifdef DETRAIN_HOOK_LINES
ssize_t detrain_getline(char** line, size_t* size, FILE* stream);
ssize_t detrain_getdelim(char** line, size_t* size, int end, FILE* stream);
#define getline detrain_getline
#define getdelim detrain_getdelim
#endif

#ifdef DETRAIN_HOOK_FD
int detrain_open(const char* path, int flags, ...);
int detrain_openat(int folder, const char* path, int flags, ...);
int detrain_creat(const char* path, mode_t mode);
#define open detrain_open
#define openat detrain_openat
#define creat detrain_creat
#endif

#ifdef DETRAIN_HOOK_UNISTD
int detrain_close(int fd);
ssize_t detrain_read(int fd, void* bytes, size_t size);
off_t detrain_lseek(int fd, off_t offset, int whence);
ssize_t detrain_pwrite(int fd, const void* bytes, size_t size, off_t offset);
int detrain_unlink(const char* path);
int detrain_truncate(const char* path, off_t length);
int detrain_ftruncate(int fd, off_t length);
#define close detrain_close
#define read detrain_read
#define lseek detrain_lseek
#define pwrite detrain_pwrite
#define unlink detrain_unlink
#define truncate detrain_truncate
#define ftruncate detrain_ftruncate
#endif

#ifdef DETRAIN_HOOK_PID
pid_t detrain_getpid(void);
#define getpid detrain_getpid
#endif

#ifdef DETRAIN_HOOK_ACCESS
int detrain_access(const char* path, int mode);
#define access detrain_access
#endif

#ifdef DETRAIN_HOOK_TIME
time_t detrain_time(time_t* out);
clock_t detrain_clock(void);
struct timespec;
int detrain_clock_gettime(__clockid_t clock_id, struct timespec* out);  // ISO C has no clockid_t
int detrain_timespec_get(struct timespec* out, int base);
#define time detrain_time
#define clock detrain_clock
#define clock_gettime detrain_clock_gettime
#define timespec_get detrain_timespec_get
#endif

#ifdef DETRAIN_HOOK_SYSTIME
int detrain_gettimeofday(struct timeval* out, void* zone);
#define gettimeofday detrain_gettimeofday
#endif

#ifdef DETRAIN_HOOK_RANDOM
ssize_t detrain_getrandom(void* bytes, size_t size, unsigned int flags);
#define getrandom detrain_getrandom
#endif

#ifdef DETRAIN_HOOK_MAP
void* detrain_mmap(void* hint, size_t size, int protection, int flags, int fd, off_t offset);
int detrain_munmap(void* address, size_t size);
#define mmap detrain_mmap
#define munmap detrain_munmap
#endif

#ifdef DETRAIN_HOOK_ARC4RANDOM
uint32_t detrain_arc4random(void);
uint32_t detrain_arc4random_uniform(uint32_t bound);
void detrain_arc4random_buf(void* bytes, size_t size);
#define arc4random detrain_arc4random
#define arc4random_uniform detrain_arc4random_uniform
#define arc4random_buf detrain_arc4random_buf
#endif

#ifdef DETRAIN_HOOK_PPID
pid_t detrain_getppid(void);
#define getppid detrain_getppid
#endif

#ifdef DETRAIN_HOOK_TIMES
clock_t detrain_times(struct tms* out);
#define times detrain_times
#endif

#ifdef DETRAIN_HOOK_ENTROPY
int detrain_getentropy(void* bytes, size_t size);
#define getentropy detrain_getentropy
#endif

#ifdef DETRAIN_HOOK_THREADS
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
#define pthread_create detrain_pthread_create
#define pthread_join detrain_pthread_join
#define pthread_detach detrain_pthread_detach
#define pthread_self detrain_pthread_self
#define pthread_cancel detrain_pthread_cancel
#define pthread_mutex_lock detrain_pthread_mutex_lock
#define pthread_mutex_unlock detrain_pthread_mutex_unlock
#define pthread_cond_wait detrain_pthread_cond_wait
#define pthread_cond_timedwait detrain_pthread_cond_timedwait
#define pthread_cond_signal detrain_pthread_cond_signal
#define pthread_cond_broadcast detrain_pthread_cond_broadcast
// A strict standard (-std=c99) hides these, and their types, unless the program asks for them.
#if defined __USE_UNIX98 || defined __USE_XOPEN2K
int detrain_pthread_rwlock_rdlock(pthread_rwlock_t* lock);
int detrain_pthread_rwlock_wrlock(pthread_rwlock_t* lock);
int detrain_pthread_rwlock_unlock(pthread_rwlock_t* lock);
#define pthread_rwlock_rdlock detrain_pthread_rwlock_rdlock
#define pthread_rwlock_wrlock detrain_pthread_rwlock_wrlock
#define pthread_rwlock_unlock detrain_pthread_rwlock_unlock
#endif
#ifdef __USE_XOPEN2K
int detrain_pthread_barrier_init(pthread_barrier_t* barrier, const pthread_barrierattr_t* attributes,
                                 unsigned int count);
int detrain_pthread_barrier_wait(pthread_barrier_t* barrier);
#define pthread_barrier_init detrain_pthread_barrier_init
#define pthread_barrier_wait detrain_pthread_barrier_wait
#endif
#ifdef __USE_GNU
int detrain_pthread_cond_clockwait(pthread_cond_t* condition, pthread_mutex_t* mutex, clockid_t clock_id,
                                   const struct timespec* until);
int detrain_pthread_setname_np(pthread_t thread, const char* name);
int detrain_pthread_setaffinity_np(pthread_t thread, size_t size, const cpu_set_t* set);
#define pthread_cond_clockwait detrain_pthread_cond_clockwait
#define pthread_setname_np detrain_pthread_setname_np
#define pthread_setaffinity_np detrain_pthread_setaffinity_np
#endif
#endif

#ifdef DETRAIN_HOOK_SCHED
int detrain_sched_yield(void);
#define sched_yield detrain_sched_yield
#endif

#endif

#ifdef DETRAIN_HOOK_SEMAPHORE
int detrain_sem_wait(sem_t* semaphore);
int detrain_sem_post(sem_t* semaphore);
#define sem_wait detrain_sem_wait
#define sem_post detrain_sem_post
#endif

#ifdef __cplusplus
}
#endif
#endif
