// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// hooks.h: maps the C library's names to the runtime's. A rewritten file includes first the system headers that declare
// these functions, then defines the groups that it uses, then includes this header; everything after that, the
// program's own headers too, calls the runtime.
//
// A group touches only names of the system header behind it:
// clang-format off
//   DETRAIN_HOOK_HEAP       <stdlib.h>      malloc calloc realloc reallocarray free aligned_alloc posix_memalign
//   DETRAIN_HOOK_MKSTEMP    <stdlib.h>      mkstemp
//   DETRAIN_HOOK_ARC4RANDOM <stdlib.h>      arc4random arc4random_uniform arc4random_buf
//   DETRAIN_HOOK_STRING     <string.h>      strdup strndup
//   DETRAIN_HOOK_STDIO      <stdio.h>       fopen freopen fdopen fclose tmpfile remove rename fseek fseeko rewind fsetpos
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
// clang-format on
// The hooked functions keep the contracts of the C library's.
#ifndef DETRAIN_HOOKS_H
#define DETRAIN_HOOKS_H

#include <detrain/detrain.h>

#ifdef DETRAIN_HOOK_STDIO
#include <stdio.h>
#include <sys/types.h>
#endif
#if defined(DETRAIN_HOOK_FD) || defined(DETRAIN_HOOK_UNISTD) || defined(DETRAIN_HOOK_RANDOM) || \
    defined(DETRAIN_HOOK_PID) || defined(DETRAIN_HOOK_PPID)
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

#ifdef __cplusplus
extern "C" {
#endif

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
int detrain_clock_gettime(clockid_t clock_id, struct timespec* out);
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

#ifdef __cplusplus
}
#endif
#endif
