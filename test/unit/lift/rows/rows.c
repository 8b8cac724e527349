// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One call of every function in the catalog, with arguments that nothing is known of. rows.txt has what lift must make
// of each.
#define _GNU_SOURCE
#include <alloca.h>
#include <arpa/inet.h>
#include <assert.h>
#include <ctype.h>
#include <dirent.h>
#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <glob.h>
#include <libgen.h>
#include <locale.h>
#include <malloc.h>
#include <math.h>
#include <omp.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysinfo.h>
#include <sys/time.h>
#include <sys/times.h>
#include <sys/types.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <syslog.h>
#include <time.h>
#include <unistd.h>

# 1 "/usr/include/cblas.h" 1 3
void cblas_sgemm(int, int, int, int, int, int, float, float*, int, float*, int, float, float*, int);
void cblas_sgemv(int, int, int, int, float, float*, int, float*, int, float, float*, int);
void cblas_sger(int, int, int, float, float*, int, float*, int, float*, int);
void cblas_ssyrk(int, int, int, int, int, float, float*, int, float, float*, int);
void cblas_ssymm(int, int, int, int, int, float, float*, int, float*, int, float, float*, int);
void cblas_strmm(int, int, int, int, int, int, int, float, float*, int, float*, int);
void cblas_strsm(int, int, int, int, int, int, int, float, float*, int, float*, int);
void cblas_saxpy(int, float, float*, int, float*, int);
void cblas_saxpby(int, float, float*, int, float, float*, int);
void cblas_sscal(int, float, float*, int);
void cblas_scopy(int, float*, int, float*, int);
void cblas_sswap(int, float*, int, float*, int);
void cblas_srot(int, float*, int, float*, int, float, float);
float cblas_sdot(int, float*, int, float*, int);
float cblas_snrm2(int, float*, int);
float cblas_sasum(int, float*, int);
int cblas_isamax(int, float*, int);
void cblas_dgemm(int, int, int, int, int, int, double, double*, int, double*, int, double, double*, int);
void cblas_dgemv(int, int, int, int, double, double*, int, double*, int, double, double*, int);
void cblas_dger(int, int, int, double, double*, int, double*, int, double*, int);
void cblas_dsyrk(int, int, int, int, int, double, double*, int, double, double*, int);
void cblas_dsymm(int, int, int, int, int, double, double*, int, double*, int, double, double*, int);
void cblas_dtrmm(int, int, int, int, int, int, int, double, double*, int, double*, int);
void cblas_dtrsm(int, int, int, int, int, int, int, double, double*, int, double*, int);
void cblas_daxpy(int, double, double*, int, double*, int);
void cblas_daxpby(int, double, double*, int, double, double*, int);
void cblas_dscal(int, double, double*, int);
void cblas_dcopy(int, double*, int, double*, int);
void cblas_dswap(int, double*, int, double*, int);
void cblas_drot(int, double*, int, double*, int, double, double);
double cblas_ddot(int, double*, int, double*, int);
double cblas_dnrm2(int, double*, int);
double cblas_dasum(int, double*, int);
int cblas_idamax(int, double*, int);
float cblas_dsdot(int, float*, int, float*, int);
void openblas_set_num_threads(int);
int openblas_get_num_threads(void);
# 60 "rows.c" 2

void call_cblas_sgemm(__typeof__(int) a0, __typeof__(int) a1, __typeof__(int) a2, __typeof__(int) a3,
                      __typeof__(int) a4, __typeof__(int) a5, __typeof__(float) a6, __typeof__(float*) a7,
                      __typeof__(int) a8, __typeof__(float*) a9, __typeof__(int) a10, __typeof__(float) a11,
                      __typeof__(float*) a12, __typeof__(int) a13) {
  cblas_sgemm(a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13);
}
void call_cblas_sgemv(__typeof__(int) a0, __typeof__(int) a1, __typeof__(int) a2, __typeof__(int) a3,
                      __typeof__(float) a4, __typeof__(float*) a5, __typeof__(int) a6, __typeof__(float*) a7,
                      __typeof__(int) a8, __typeof__(float) a9, __typeof__(float*) a10, __typeof__(int) a11) {
  cblas_sgemv(a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11);
}
void call_cblas_sger(__typeof__(int) a0, __typeof__(int) a1, __typeof__(int) a2, __typeof__(float) a3,
                     __typeof__(float*) a4, __typeof__(int) a5, __typeof__(float*) a6, __typeof__(int) a7,
                     __typeof__(float*) a8, __typeof__(int) a9) {
  cblas_sger(a0, a1, a2, a3, a4, a5, a6, a7, a8, a9);
}
void call_cblas_ssyrk(__typeof__(int) a0, __typeof__(int) a1, __typeof__(int) a2, __typeof__(int) a3,
                      __typeof__(int) a4, __typeof__(float) a5, __typeof__(float*) a6, __typeof__(int) a7,
                      __typeof__(float) a8, __typeof__(float*) a9, __typeof__(int) a10) {
  cblas_ssyrk(a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10);
}
void call_cblas_ssymm(__typeof__(int) a0, __typeof__(int) a1, __typeof__(int) a2, __typeof__(int) a3,
                      __typeof__(int) a4, __typeof__(float) a5, __typeof__(float*) a6, __typeof__(int) a7,
                      __typeof__(float*) a8, __typeof__(int) a9, __typeof__(float) a10, __typeof__(float*) a11,
                      __typeof__(int) a12) {
  cblas_ssymm(a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12);
}
void call_cblas_strmm(__typeof__(int) a0, __typeof__(int) a1, __typeof__(int) a2, __typeof__(int) a3,
                      __typeof__(int) a4, __typeof__(int) a5, __typeof__(int) a6, __typeof__(float) a7,
                      __typeof__(float*) a8, __typeof__(int) a9, __typeof__(float*) a10, __typeof__(int) a11) {
  cblas_strmm(a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11);
}
void call_cblas_strsm(__typeof__(int) a0, __typeof__(int) a1, __typeof__(int) a2, __typeof__(int) a3,
                      __typeof__(int) a4, __typeof__(int) a5, __typeof__(int) a6, __typeof__(float) a7,
                      __typeof__(float*) a8, __typeof__(int) a9, __typeof__(float*) a10, __typeof__(int) a11) {
  cblas_strsm(a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11);
}
void call_cblas_saxpy(__typeof__(int) a0, __typeof__(float) a1, __typeof__(float*) a2, __typeof__(int) a3,
                      __typeof__(float*) a4, __typeof__(int) a5) {
  cblas_saxpy(a0, a1, a2, a3, a4, a5);
}
void call_cblas_saxpby(__typeof__(int) a0, __typeof__(float) a1, __typeof__(float*) a2, __typeof__(int) a3,
                       __typeof__(float) a4, __typeof__(float*) a5, __typeof__(int) a6) {
  cblas_saxpby(a0, a1, a2, a3, a4, a5, a6);
}
void call_cblas_sscal(__typeof__(int) a0, __typeof__(float) a1, __typeof__(float*) a2, __typeof__(int) a3) {
  cblas_sscal(a0, a1, a2, a3);
}
void call_cblas_scopy(__typeof__(int) a0, __typeof__(float*) a1, __typeof__(int) a2, __typeof__(float*) a3,
                      __typeof__(int) a4) {
  cblas_scopy(a0, a1, a2, a3, a4);
}
void call_cblas_sswap(__typeof__(int) a0, __typeof__(float*) a1, __typeof__(int) a2, __typeof__(float*) a3,
                      __typeof__(int) a4) {
  cblas_sswap(a0, a1, a2, a3, a4);
}
void call_cblas_srot(__typeof__(int) a0, __typeof__(float*) a1, __typeof__(int) a2, __typeof__(float*) a3,
                     __typeof__(int) a4, __typeof__(float) a5, __typeof__(float) a6) {
  cblas_srot(a0, a1, a2, a3, a4, a5, a6);
}
float call_cblas_sdot(__typeof__(int) a0, __typeof__(float*) a1, __typeof__(int) a2, __typeof__(float*) a3,
                      __typeof__(int) a4) {
  return cblas_sdot(a0, a1, a2, a3, a4);
}
float call_cblas_snrm2(__typeof__(int) a0, __typeof__(float*) a1, __typeof__(int) a2) {
  return cblas_snrm2(a0, a1, a2);
}
float call_cblas_sasum(__typeof__(int) a0, __typeof__(float*) a1, __typeof__(int) a2) {
  return cblas_sasum(a0, a1, a2);
}
int call_cblas_isamax(__typeof__(int) a0, __typeof__(float*) a1, __typeof__(int) a2) {
  return cblas_isamax(a0, a1, a2);
}
void call_cblas_dgemm(__typeof__(int) a0, __typeof__(int) a1, __typeof__(int) a2, __typeof__(int) a3,
                      __typeof__(int) a4, __typeof__(int) a5, __typeof__(double) a6, __typeof__(double*) a7,
                      __typeof__(int) a8, __typeof__(double*) a9, __typeof__(int) a10, __typeof__(double) a11,
                      __typeof__(double*) a12, __typeof__(int) a13) {
  cblas_dgemm(a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13);
}
void call_cblas_dgemv(__typeof__(int) a0, __typeof__(int) a1, __typeof__(int) a2, __typeof__(int) a3,
                      __typeof__(double) a4, __typeof__(double*) a5, __typeof__(int) a6, __typeof__(double*) a7,
                      __typeof__(int) a8, __typeof__(double) a9, __typeof__(double*) a10, __typeof__(int) a11) {
  cblas_dgemv(a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11);
}
void call_cblas_dger(__typeof__(int) a0, __typeof__(int) a1, __typeof__(int) a2, __typeof__(double) a3,
                     __typeof__(double*) a4, __typeof__(int) a5, __typeof__(double*) a6, __typeof__(int) a7,
                     __typeof__(double*) a8, __typeof__(int) a9) {
  cblas_dger(a0, a1, a2, a3, a4, a5, a6, a7, a8, a9);
}
void call_cblas_dsyrk(__typeof__(int) a0, __typeof__(int) a1, __typeof__(int) a2, __typeof__(int) a3,
                      __typeof__(int) a4, __typeof__(double) a5, __typeof__(double*) a6, __typeof__(int) a7,
                      __typeof__(double) a8, __typeof__(double*) a9, __typeof__(int) a10) {
  cblas_dsyrk(a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10);
}
void call_cblas_dsymm(__typeof__(int) a0, __typeof__(int) a1, __typeof__(int) a2, __typeof__(int) a3,
                      __typeof__(int) a4, __typeof__(double) a5, __typeof__(double*) a6, __typeof__(int) a7,
                      __typeof__(double*) a8, __typeof__(int) a9, __typeof__(double) a10, __typeof__(double*) a11,
                      __typeof__(int) a12) {
  cblas_dsymm(a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12);
}
void call_cblas_dtrmm(__typeof__(int) a0, __typeof__(int) a1, __typeof__(int) a2, __typeof__(int) a3,
                      __typeof__(int) a4, __typeof__(int) a5, __typeof__(int) a6, __typeof__(double) a7,
                      __typeof__(double*) a8, __typeof__(int) a9, __typeof__(double*) a10, __typeof__(int) a11) {
  cblas_dtrmm(a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11);
}
void call_cblas_dtrsm(__typeof__(int) a0, __typeof__(int) a1, __typeof__(int) a2, __typeof__(int) a3,
                      __typeof__(int) a4, __typeof__(int) a5, __typeof__(int) a6, __typeof__(double) a7,
                      __typeof__(double*) a8, __typeof__(int) a9, __typeof__(double*) a10, __typeof__(int) a11) {
  cblas_dtrsm(a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11);
}
void call_cblas_daxpy(__typeof__(int) a0, __typeof__(double) a1, __typeof__(double*) a2, __typeof__(int) a3,
                      __typeof__(double*) a4, __typeof__(int) a5) {
  cblas_daxpy(a0, a1, a2, a3, a4, a5);
}
void call_cblas_daxpby(__typeof__(int) a0, __typeof__(double) a1, __typeof__(double*) a2, __typeof__(int) a3,
                       __typeof__(double) a4, __typeof__(double*) a5, __typeof__(int) a6) {
  cblas_daxpby(a0, a1, a2, a3, a4, a5, a6);
}
void call_cblas_dscal(__typeof__(int) a0, __typeof__(double) a1, __typeof__(double*) a2, __typeof__(int) a3) {
  cblas_dscal(a0, a1, a2, a3);
}
void call_cblas_dcopy(__typeof__(int) a0, __typeof__(double*) a1, __typeof__(int) a2, __typeof__(double*) a3,
                      __typeof__(int) a4) {
  cblas_dcopy(a0, a1, a2, a3, a4);
}
void call_cblas_dswap(__typeof__(int) a0, __typeof__(double*) a1, __typeof__(int) a2, __typeof__(double*) a3,
                      __typeof__(int) a4) {
  cblas_dswap(a0, a1, a2, a3, a4);
}
void call_cblas_drot(__typeof__(int) a0, __typeof__(double*) a1, __typeof__(int) a2, __typeof__(double*) a3,
                     __typeof__(int) a4, __typeof__(double) a5, __typeof__(double) a6) {
  cblas_drot(a0, a1, a2, a3, a4, a5, a6);
}
double call_cblas_ddot(__typeof__(int) a0, __typeof__(double*) a1, __typeof__(int) a2, __typeof__(double*) a3,
                       __typeof__(int) a4) {
  return cblas_ddot(a0, a1, a2, a3, a4);
}
double call_cblas_dnrm2(__typeof__(int) a0, __typeof__(double*) a1, __typeof__(int) a2) {
  return cblas_dnrm2(a0, a1, a2);
}
double call_cblas_dasum(__typeof__(int) a0, __typeof__(double*) a1, __typeof__(int) a2) {
  return cblas_dasum(a0, a1, a2);
}
int call_cblas_idamax(__typeof__(int) a0, __typeof__(double*) a1, __typeof__(int) a2) {
  return cblas_idamax(a0, a1, a2);
}
float call_cblas_dsdot(__typeof__(int) a0, __typeof__(float*) a1, __typeof__(int) a2, __typeof__(float*) a3,
                       __typeof__(int) a4) {
  return cblas_dsdot(a0, a1, a2, a3, a4);
}
void call_openblas_set_num_threads(__typeof__(int) a0) {
  openblas_set_num_threads(a0);
}
int call_openblas_get_num_threads(void) {
  return openblas_get_num_threads();
}
void* call_malloc(__typeof__(size_t) a0) {
  return malloc(a0);
}
void* call_calloc(__typeof__(size_t) a0, __typeof__(size_t) a1) {
  return calloc(a0, a1);
}
void* call_realloc(__typeof__(void*) a0, __typeof__(size_t) a1) {
  return realloc(a0, a1);
}
void* call_reallocarray(__typeof__(void*) a0, __typeof__(size_t) a1, __typeof__(size_t) a2) {
  return reallocarray(a0, a1, a2);
}
void* call_aligned_alloc(__typeof__(size_t) a0, __typeof__(size_t) a1) {
  return aligned_alloc(a0, a1);
}
void* call_memalign(__typeof__(size_t) a0, __typeof__(size_t) a1) {
  return memalign(a0, a1);
}
void* call_valloc(__typeof__(size_t) a0) {
  return valloc(a0);
}
int call_posix_memalign(__typeof__(void**) a0, __typeof__(size_t) a1, __typeof__(size_t) a2) {
  return posix_memalign(a0, a1, a2);
}
void* call_alloca(__typeof__(size_t) a0) {
  return alloca(a0);
}
void call_free(__typeof__(void*) a0) {
  free(a0);
}
char* call_strdup(__typeof__(const char*) a0) {
  return strdup(a0);
}
char* call_strndup(__typeof__(const char*) a0, __typeof__(size_t) a1) {
  return strndup(a0, a1);
}
void* call_memcpy(__typeof__(void* restrict) a0, __typeof__(const void* restrict) a1, __typeof__(size_t) a2) {
  return memcpy(a0, a1, a2);
}
void* call_mempcpy(__typeof__(void* restrict) a0, __typeof__(const void* restrict) a1, __typeof__(size_t) a2) {
  return mempcpy(a0, a1, a2);
}
void* call_memmove(__typeof__(void*) a0, __typeof__(const void*) a1, __typeof__(size_t) a2) {
  return memmove(a0, a1, a2);
}
void call_bcopy(__typeof__(const void*) a0, __typeof__(void*) a1, __typeof__(size_t) a2) {
  bcopy(a0, a1, a2);
}
void* call_memset(__typeof__(void*) a0, __typeof__(int) a1, __typeof__(size_t) a2) {
  return memset(a0, a1, a2);
}
void call_explicit_bzero(__typeof__(void*) a0, __typeof__(size_t) a1) {
  explicit_bzero(a0, a1);
}
void call_bzero(__typeof__(void*) a0, __typeof__(size_t) a1) {
  bzero(a0, a1);
}
int call_memcmp(__typeof__(const void*) a0, __typeof__(const void*) a1, __typeof__(size_t) a2) {
  return memcmp(a0, a1, a2);
}
int call_bcmp(__typeof__(const void*) a0, __typeof__(const void*) a1, __typeof__(size_t) a2) {
  return bcmp(a0, a1, a2);
}
void* call_memchr(__typeof__(const void*) a0, __typeof__(int) a1, __typeof__(size_t) a2) {
  return memchr(a0, a1, a2);
}
__size_t call_strlen(__typeof__(const char*) a0) {
  return strlen(a0);
}
size_t call_strnlen(__typeof__(const char*) a0, __typeof__(size_t) a1) {
  return strnlen(a0, a1);
}
int call_strcmp(__typeof__(const char*) a0, __typeof__(const char*) a1) {
  return strcmp(a0, a1);
}
int call_strncmp(__typeof__(const char*) a0, __typeof__(const char*) a1, __typeof__(size_t) a2) {
  return strncmp(a0, a1, a2);
}
int call_strcasecmp(__typeof__(const char*) a0, __typeof__(const char*) a1) {
  return strcasecmp(a0, a1);
}
int call_strncasecmp(__typeof__(const char*) a0, __typeof__(const char*) a1, __typeof__(size_t) a2) {
  return strncasecmp(a0, a1, a2);
}
int call_strcoll(__typeof__(const char*) a0, __typeof__(const char*) a1) {
  return strcoll(a0, a1);
}
char* call_strchr(__typeof__(const char*) a0, __typeof__(int) a1) {
  return strchr(a0, a1);
}
char* call_strrchr(__typeof__(const char*) a0, __typeof__(int) a1) {
  return strrchr(a0, a1);
}
char* call_strchrnul(__typeof__(const char*) a0, __typeof__(int) a1) {
  return strchrnul(a0, a1);
}
char* call_strstr(__typeof__(const char*) a0, __typeof__(const char*) a1) {
  return strstr(a0, a1);
}
char* call_strcasestr(__typeof__(const char*) a0, __typeof__(const char*) a1) {
  return strcasestr(a0, a1);
}
char* call_strpbrk(__typeof__(const char*) a0, __typeof__(const char*) a1) {
  return strpbrk(a0, a1);
}
__size_t call_strspn(__typeof__(const char*) a0, __typeof__(const char*) a1) {
  return strspn(a0, a1);
}
__size_t call_strcspn(__typeof__(const char*) a0, __typeof__(const char*) a1) {
  return strcspn(a0, a1);
}
char* call_strcpy(__typeof__(char* restrict) a0, __typeof__(const char* restrict) a1) {
  return strcpy(a0, a1);
}
char* call_stpcpy(__typeof__(char* restrict) a0, __typeof__(const char* restrict) a1) {
  return stpcpy(a0, a1);
}
char* call_strncpy(__typeof__(char* restrict) a0, __typeof__(const char* restrict) a1, __typeof__(size_t) a2) {
  return strncpy(a0, a1, a2);
}
char* call_strcat(__typeof__(char* restrict) a0, __typeof__(const char* restrict) a1) {
  return strcat(a0, a1);
}
char* call_strncat(__typeof__(char* restrict) a0, __typeof__(const char* restrict) a1, __typeof__(size_t) a2) {
  return strncat(a0, a1, a2);
}
char* call_strtok(__typeof__(char* restrict) a0, __typeof__(const char* restrict) a1) {
  return strtok(a0, a1);
}
char* call_strtok_r(__typeof__(char* restrict) a0, __typeof__(const char* restrict) a1,
                    __typeof__(char** restrict) a2) {
  return strtok_r(a0, a1, a2);
}
char* call_strsep(__typeof__(char** restrict) a0, __typeof__(const char* restrict) a1) {
  return strsep(a0, a1);
}
char* call_strerror(__typeof__(int) a0) {
  return strerror(a0);
}
void call_qsort(__typeof__(void*) a0, __typeof__(size_t) a1, __typeof__(size_t) a2, __typeof__(__compar_fn_t) a3) {
  qsort(a0, a1, a2, a3);
}
void* call_bsearch(__typeof__(const void*) a0, __typeof__(const void*) a1, __typeof__(size_t) a2, __typeof__(size_t) a3,
                   __typeof__(__compar_fn_t) a4) {
  return bsearch(a0, a1, a2, a3, a4);
}
int call_rand(void) {
  return rand();
}
long call_random(void) {
  return random();
}
void call_srand(__typeof__(unsigned int) a0) {
  srand(a0);
}
void call_srandom(__typeof__(unsigned int) a0) {
  srandom(a0);
}
int call_rand_r(__typeof__(unsigned int*) a0) {
  return rand_r(a0);
}
double call_drand48(void) {
  return drand48();
}
long call_lrand48(void) {
  return lrand48();
}
long call_mrand48(void) {
  return mrand48();
}
void call_srand48(__typeof__(long) a0) {
  srand48(a0);
}
double call_erand48(__typeof__(unsigned short*) a0) {
  return erand48(a0);
}
long call_nrand48(__typeof__(unsigned short*) a0) {
  return nrand48(a0);
}
long call_jrand48(__typeof__(unsigned short*) a0) {
  return jrand48(a0);
}
__uint32_t call_arc4random(void) {
  return arc4random();
}
ssize_t call_getrandom(__typeof__(void*) a0, __typeof__(size_t) a1, __typeof__(unsigned int) a2) {
  return getrandom(a0, a1, a2);
}
int call_getentropy(__typeof__(void*) a0, __typeof__(size_t) a1) {
  return getentropy(a0, a1);
}
void call_exit(__typeof__(int) a0) {
  exit(a0);
}
void call__exit(__typeof__(int) a0) {
  _exit(a0);
}
void call__Exit(__typeof__(int) a0) {
  _Exit(a0);
}
void call_quick_exit(__typeof__(int) a0) {
  quick_exit(a0);
}
void call_abort(void) {
  abort();
}
void call___assert_fail(__typeof__(const char*) a0, __typeof__(const char*) a1, __typeof__(unsigned int) a2,
                        __typeof__(const char*) a3) {
  __assert_fail(a0, a1, a2, a3);
}
int call_atexit(__typeof__(void (*)(void)) a0) {
  return atexit(a0);
}
int call_system(__typeof__(const char*) a0) {
  return system(a0);
}
char* call_getenv(__typeof__(const char*) a0) {
  return getenv(a0);
}
int call_setenv(__typeof__(const char*) a0, __typeof__(const char*) a1, __typeof__(int) a2) {
  return setenv(a0, a1, a2);
}
int call_atoi(__typeof__(const char*) a0) {
  return atoi(a0);
}
long call_atol(__typeof__(const char*) a0) {
  return atol(a0);
}
long long call_atoll(__typeof__(const char*) a0) {
  return atoll(a0);
}
double call_atof(__typeof__(const char*) a0) {
  return atof(a0);
}
long call_strtol(__typeof__(const char* restrict) a0, __typeof__(char** restrict) a1, __typeof__(int) a2) {
  return strtol(a0, a1, a2);
}
long long call_strtoll(__typeof__(const char* restrict) a0, __typeof__(char** restrict) a1, __typeof__(int) a2) {
  return strtoll(a0, a1, a2);
}
unsigned long call_strtoul(__typeof__(const char* restrict) a0, __typeof__(char** restrict) a1, __typeof__(int) a2) {
  return strtoul(a0, a1, a2);
}
unsigned long long call_strtoull(__typeof__(const char* restrict) a0, __typeof__(char** restrict) a1,
                                 __typeof__(int) a2) {
  return strtoull(a0, a1, a2);
}
float call_strtof(__typeof__(const char* restrict) a0, __typeof__(char** restrict) a1) {
  return strtof(a0, a1);
}
double call_strtod(__typeof__(const char* restrict) a0, __typeof__(char** restrict) a1) {
  return strtod(a0, a1);
}
long double call_strtold(__typeof__(const char* restrict) a0, __typeof__(char** restrict) a1) {
  return strtold(a0, a1);
}
int call_abs(__typeof__(int) a0) {
  return abs(a0);
}
long call_labs(__typeof__(long) a0) {
  return labs(a0);
}
long long call_llabs(__typeof__(long long) a0) {
  return llabs(a0);
}
int* call___errno_location(void) {
  return __errno_location();
}
const unsigned short** call___ctype_b_loc(void) {
  return __ctype_b_loc();
}
const __int32_t** call___ctype_tolower_loc(void) {
  return __ctype_tolower_loc();
}
const __int32_t** call___ctype_toupper_loc(void) {
  return __ctype_toupper_loc();
}
int call_isalnum(__typeof__(int) a0) {
  return isalnum(a0);
}
int call_isalpha(__typeof__(int) a0) {
  return isalpha(a0);
}
int call_isblank(__typeof__(int) a0) {
  return isblank(a0);
}
int call_iscntrl(__typeof__(int) a0) {
  return iscntrl(a0);
}
int call_isdigit(__typeof__(int) a0) {
  return isdigit(a0);
}
int call_isgraph(__typeof__(int) a0) {
  return isgraph(a0);
}
int call_islower(__typeof__(int) a0) {
  return islower(a0);
}
int call_isprint(__typeof__(int) a0) {
  return isprint(a0);
}
int call_ispunct(__typeof__(int) a0) {
  return ispunct(a0);
}
int call_isspace(__typeof__(int) a0) {
  return isspace(a0);
}
int call_isupper(__typeof__(int) a0) {
  return isupper(a0);
}
int call_isxdigit(__typeof__(int) a0) {
  return isxdigit(a0);
}
int call_tolower(__typeof__(int) a0) {
  return tolower(a0);
}
int call_toupper(__typeof__(int) a0) {
  return toupper(a0);
}
char* call_setlocale(__typeof__(int) a0, __typeof__(const char*) a1) {
  return setlocale(a0, a1);
}
__sighandler_t call_signal(__typeof__(int) a0, __typeof__(__sighandler_t) a1) {
  return signal(a0, a1);
}
int call_raise(__typeof__(int) a0) {
  return raise(a0);
}
char* call_initstate(__typeof__(unsigned int) a0, __typeof__(char*) a1, __typeof__(size_t) a2) {
  return initstate(a0, a1, a2);
}
char* call_setstate(__typeof__(char*) a0) {
  return setstate(a0);
}
unsigned short* call_seed48(__typeof__(unsigned short*) a0) {
  return seed48(a0);
}
void call_lcong48(__typeof__(unsigned short*) a0) {
  lcong48(a0);
}
div_t call_div(__typeof__(int) a0, __typeof__(int) a1) {
  return div(a0, a1);
}
ldiv_t call_ldiv(__typeof__(long) a0, __typeof__(long) a1) {
  return ldiv(a0, a1);
}
lldiv_t call_lldiv(__typeof__(long long) a0, __typeof__(long long) a1) {
  return lldiv(a0, a1);
}
int call_mkstemp(__typeof__(char*) a0) {
  return mkstemp(a0);
}
void call_errx(__typeof__(int) a0, __typeof__(const char*) a1, int rest) {
  errx(a0, a1, rest);
}
void call_err(__typeof__(int) a0, __typeof__(const char*) a1, int rest) {
  err(a0, a1, rest);
}
void call_warnx(__typeof__(const char*) a0, int rest) {
  warnx(a0, rest);
}
void call_warn(__typeof__(const char*) a0, int rest) {
  warn(a0, rest);
}
int call_sigaction(__typeof__(int) a0, __typeof__(const struct sigaction* restrict) a1,
                   __typeof__(struct sigaction* restrict) a2) {
  return sigaction(a0, a1, a2);
}
int call_sigemptyset(__typeof__(sigset_t*) a0) {
  return sigemptyset(a0);
}
int call_sigfillset(__typeof__(sigset_t*) a0) {
  return sigfillset(a0);
}
int call_sigaddset(__typeof__(sigset_t*) a0, __typeof__(int) a1) {
  return sigaddset(a0, a1);
}
int call_sigprocmask(__typeof__(int) a0, __typeof__(const sigset_t* restrict) a1, __typeof__(sigset_t* restrict) a2) {
  return sigprocmask(a0, a1, a2);
}
unsigned int call_alarm(__typeof__(unsigned int) a0) {
  return alarm(a0);
}
FILE* call_fopen(__typeof__(const char* restrict) a0, __typeof__(const char* restrict) a1) {
  return fopen(a0, a1);
}
FILE* call_fopen64(__typeof__(const char* restrict) a0, __typeof__(const char* restrict) a1) {
  return fopen64(a0, a1);
}
FILE* call_freopen(__typeof__(const char* restrict) a0, __typeof__(const char* restrict) a1,
                   __typeof__(FILE* restrict) a2) {
  return freopen(a0, a1, a2);
}
FILE* call_fdopen(__typeof__(int) a0, __typeof__(const char*) a1) {
  return fdopen(a0, a1);
}
FILE* call_tmpfile(void) {
  return tmpfile();
}
int call_fclose(__typeof__(FILE*) a0) {
  return fclose(a0);
}
int call_fflush(__typeof__(FILE*) a0) {
  return fflush(a0);
}
int call_setvbuf(__typeof__(FILE* restrict) a0, __typeof__(char* restrict) a1, __typeof__(int) a2,
                 __typeof__(size_t) a3) {
  return setvbuf(a0, a1, a2, a3);
}
void call_setbuf(__typeof__(FILE* restrict) a0, __typeof__(char* restrict) a1) {
  setbuf(a0, a1);
}
void call_setlinebuf(__typeof__(FILE*) a0) {
  setlinebuf(a0);
}
int call_fileno(__typeof__(FILE*) a0) {
  return fileno(a0);
}
__size_t call_fread(__typeof__(void* restrict) a0, __typeof__(size_t) a1, __typeof__(size_t) a2,
                    __typeof__(FILE* restrict) a3) {
  return fread(a0, a1, a2, a3);
}
size_t call_fread_unlocked(__typeof__(void* restrict) a0, __typeof__(size_t) a1, __typeof__(size_t) a2,
                           __typeof__(FILE* restrict) a3) {
  return fread_unlocked(a0, a1, a2, a3);
}
char* call_fgets(__typeof__(char* restrict) a0, __typeof__(int) a1, __typeof__(FILE* restrict) a2) {
  return fgets(a0, a1, a2);
}
int call_fgetc(__typeof__(FILE*) a0) {
  return fgetc(a0);
}
int call_getc(__typeof__(FILE*) a0) {
  return getc(a0);
}
int call_getc_unlocked(__typeof__(FILE*) a0) {
  return getc_unlocked(a0);
}
int call_getchar(void) {
  return getchar();
}
int call_ungetc(__typeof__(int) a0, __typeof__(FILE*) a1) {
  return ungetc(a0, a1);
}
int call_feof(__typeof__(FILE*) a0) {
  return feof(a0);
}
int call_ferror(__typeof__(FILE*) a0) {
  return ferror(a0);
}
void call_clearerr(__typeof__(FILE*) a0) {
  clearerr(a0);
}
long call_ftell(__typeof__(FILE*) a0) {
  return ftell(a0);
}
__off_t call_ftello(__typeof__(FILE*) a0) {
  return ftello(a0);
}
__off64_t call_ftello64(__typeof__(FILE*) a0) {
  return ftello64(a0);
}
int call_fgetpos(__typeof__(FILE* restrict) a0, __typeof__(fpos_t* restrict) a1) {
  return fgetpos(a0, a1);
}
int call_fseek(__typeof__(FILE*) a0, __typeof__(long) a1, __typeof__(int) a2) {
  return fseek(a0, a1, a2);
}
int call_fseeko(__typeof__(FILE*) a0, __typeof__(__off_t) a1, __typeof__(int) a2) {
  return fseeko(a0, a1, a2);
}
int call_fseeko64(__typeof__(FILE*) a0, __typeof__(__off64_t) a1, __typeof__(int) a2) {
  return fseeko64(a0, a1, a2);
}
int call_fsetpos(__typeof__(FILE*) a0, __typeof__(const fpos_t*) a1) {
  return fsetpos(a0, a1);
}
void call_rewind(__typeof__(FILE*) a0) {
  rewind(a0);
}
int call_fscanf(__typeof__(FILE* restrict _Nonnull _Nonnull) a0, __typeof__(const char* restrict _Nonnull _Nonnull) a1,
                int* rest, char* text) {
  return fscanf(a0, a1, rest, text);
}
int call_scanf(__typeof__(const char* restrict _Nonnull _Nonnull) a0, int* rest, char* text) {
  return scanf(a0, rest, text);
}
int call_sscanf(__typeof__(const char* restrict _Nonnull _Nonnull) a0,
                __typeof__(const char* restrict _Nonnull _Nonnull) a1, int* rest, char* text) {
  return sscanf(a0, a1, rest, text);
}
__ssize_t call_getline(__typeof__(char** restrict) a0, __typeof__(size_t* restrict) a1, __typeof__(FILE* restrict) a2) {
  return getline(a0, a1, a2);
}
__ssize_t call___getdelim(__typeof__(char** restrict) a0, __typeof__(size_t* restrict) a1, __typeof__(int) a2,
                          __typeof__(FILE* restrict) a3) {
  return __getdelim(a0, a1, a2, a3);
}
__ssize_t call_getdelim(__typeof__(char** restrict) a0, __typeof__(size_t* restrict) a1, __typeof__(int) a2,
                        __typeof__(FILE* restrict) a3) {
  return getdelim(a0, a1, a2, a3);
}
int call_printf(__typeof__(const char* restrict _Nonnull _Nonnull) a0, int rest) {
  return printf(a0, rest);
}
int call_vprintf(__typeof__(const char* restrict _Nonnull _Nonnull) a0, __typeof__(__builtin_va_list) a1) {
  return vprintf(a0, a1);
}
int call_fprintf(__typeof__(FILE* restrict _Nonnull _Nonnull) a0, __typeof__(const char* restrict _Nonnull _Nonnull) a1,
                 int rest) {
  return fprintf(a0, a1, rest);
}
int call_vfprintf(__typeof__(FILE* restrict _Nonnull _Nonnull) a0,
                  __typeof__(const char* restrict _Nonnull _Nonnull) a1, __typeof__(__builtin_va_list) a2) {
  return vfprintf(a0, a1, a2);
}
int call_dprintf(__typeof__(int) a0, __typeof__(const char* restrict) a1, int rest) {
  return dprintf(a0, a1, rest);
}
int call_sprintf(__typeof__(char* restrict _Nonnull _Nonnull) a0, __typeof__(const char* restrict _Nonnull _Nonnull) a1,
                 int rest) {
  return sprintf(a0, a1, rest);
}
int call_snprintf(__typeof__(char* restrict) a0, __typeof__(size_t) a1,
                  __typeof__(const char* restrict _Nonnull _Nonnull) a2, int rest) {
  return snprintf(a0, a1, a2, rest);
}
int call_vsprintf(__typeof__(char* restrict _Nonnull _Nonnull) a0,
                  __typeof__(const char* restrict _Nonnull _Nonnull) a1, __typeof__(__builtin_va_list) a2) {
  return vsprintf(a0, a1, a2);
}
int call_vsnprintf(__typeof__(char* restrict) a0, __typeof__(size_t) a1,
                   __typeof__(const char* restrict _Nonnull _Nonnull) a2, __typeof__(__builtin_va_list) a3) {
  return vsnprintf(a0, a1, a2, a3);
}
int call_asprintf(__typeof__(char** restrict) a0, __typeof__(const char* restrict) a1, int rest) {
  return asprintf(a0, a1, rest);
}
int call_fputs(__typeof__(const char* restrict) a0, __typeof__(FILE* restrict) a1) {
  return fputs(a0, a1);
}
int call_puts(__typeof__(const char*) a0) {
  return puts(a0);
}
int call_fputc(__typeof__(int) a0, __typeof__(FILE*) a1) {
  return fputc(a0, a1);
}
int call_putc(__typeof__(int) a0, __typeof__(FILE*) a1) {
  return putc(a0, a1);
}
int call_putchar(__typeof__(int) a0) {
  return putchar(a0);
}
__size_t call_fwrite(__typeof__(const void* restrict) a0, __typeof__(size_t) a1, __typeof__(size_t) a2,
                     __typeof__(FILE* restrict) a3) {
  return fwrite(a0, a1, a2, a3);
}
size_t call_fwrite_unlocked(__typeof__(const void* restrict) a0, __typeof__(size_t) a1, __typeof__(size_t) a2,
                            __typeof__(FILE* restrict) a3) {
  return fwrite_unlocked(a0, a1, a2, a3);
}
void call_perror(__typeof__(const char*) a0) {
  perror(a0);
}
int call_remove(__typeof__(const char*) a0) {
  return remove(a0);
}
int call_rename(__typeof__(const char*) a0, __typeof__(const char*) a1) {
  return rename(a0, a1);
}
FILE* call_popen(__typeof__(const char*) a0, __typeof__(const char*) a1) {
  return popen(a0, a1);
}
int call_pclose(__typeof__(FILE*) a0) {
  return pclose(a0);
}
int call_fputs_unlocked(__typeof__(const char* restrict) a0, __typeof__(FILE* restrict) a1) {
  return fputs_unlocked(a0, a1);
}
int call_fputc_unlocked(__typeof__(int) a0, __typeof__(FILE*) a1) {
  return fputc_unlocked(a0, a1);
}
int call_putc_unlocked(__typeof__(int) a0, __typeof__(FILE*) a1) {
  return putc_unlocked(a0, a1);
}
int call_putchar_unlocked(__typeof__(int) a0) {
  return putchar_unlocked(a0);
}
char* call_tmpnam(__typeof__(char*) a0) {
  return tmpnam(a0);
}
void call_flockfile(__typeof__(FILE*) a0) {
  flockfile(a0);
}
void call_funlockfile(__typeof__(FILE*) a0) {
  funlockfile(a0);
}
double call_acos(__typeof__(double) a0) {
  return acos(a0);
}
float call_acosf(__typeof__(float) a0) {
  return acosf(a0);
}
long double call_acosl(__typeof__(long double) a0) {
  return acosl(a0);
}
double call_acosh(__typeof__(double) a0) {
  return acosh(a0);
}
float call_acoshf(__typeof__(float) a0) {
  return acoshf(a0);
}
long double call_acoshl(__typeof__(long double) a0) {
  return acoshl(a0);
}
double call_asin(__typeof__(double) a0) {
  return asin(a0);
}
float call_asinf(__typeof__(float) a0) {
  return asinf(a0);
}
long double call_asinl(__typeof__(long double) a0) {
  return asinl(a0);
}
double call_asinh(__typeof__(double) a0) {
  return asinh(a0);
}
float call_asinhf(__typeof__(float) a0) {
  return asinhf(a0);
}
long double call_asinhl(__typeof__(long double) a0) {
  return asinhl(a0);
}
double call_atan(__typeof__(double) a0) {
  return atan(a0);
}
float call_atanf(__typeof__(float) a0) {
  return atanf(a0);
}
long double call_atanl(__typeof__(long double) a0) {
  return atanl(a0);
}
double call_atanh(__typeof__(double) a0) {
  return atanh(a0);
}
float call_atanhf(__typeof__(float) a0) {
  return atanhf(a0);
}
long double call_atanhl(__typeof__(long double) a0) {
  return atanhl(a0);
}
double call_cbrt(__typeof__(double) a0) {
  return cbrt(a0);
}
float call_cbrtf(__typeof__(float) a0) {
  return cbrtf(a0);
}
long double call_cbrtl(__typeof__(long double) a0) {
  return cbrtl(a0);
}
double call_ceil(__typeof__(double) a0) {
  return ceil(a0);
}
float call_ceilf(__typeof__(float) a0) {
  return ceilf(a0);
}
long double call_ceill(__typeof__(long double) a0) {
  return ceill(a0);
}
double call_cos(__typeof__(double) a0) {
  return cos(a0);
}
float call_cosf(__typeof__(float) a0) {
  return cosf(a0);
}
long double call_cosl(__typeof__(long double) a0) {
  return cosl(a0);
}
double call_cosh(__typeof__(double) a0) {
  return cosh(a0);
}
float call_coshf(__typeof__(float) a0) {
  return coshf(a0);
}
long double call_coshl(__typeof__(long double) a0) {
  return coshl(a0);
}
double call_erf(__typeof__(double) a0) {
  return erf(a0);
}
float call_erff(__typeof__(float) a0) {
  return erff(a0);
}
long double call_erfl(__typeof__(long double) a0) {
  return erfl(a0);
}
double call_erfc(__typeof__(double) a0) {
  return erfc(a0);
}
float call_erfcf(__typeof__(float) a0) {
  return erfcf(a0);
}
long double call_erfcl(__typeof__(long double) a0) {
  return erfcl(a0);
}
double call_exp(__typeof__(double) a0) {
  return exp(a0);
}
float call_expf(__typeof__(float) a0) {
  return expf(a0);
}
long double call_expl(__typeof__(long double) a0) {
  return expl(a0);
}
double call_exp2(__typeof__(double) a0) {
  return exp2(a0);
}
float call_exp2f(__typeof__(float) a0) {
  return exp2f(a0);
}
long double call_exp2l(__typeof__(long double) a0) {
  return exp2l(a0);
}
double call_expm1(__typeof__(double) a0) {
  return expm1(a0);
}
float call_expm1f(__typeof__(float) a0) {
  return expm1f(a0);
}
long double call_expm1l(__typeof__(long double) a0) {
  return expm1l(a0);
}
double call_exp10(__typeof__(double) a0) {
  return exp10(a0);
}
float call_exp10f(__typeof__(float) a0) {
  return exp10f(a0);
}
long double call_exp10l(__typeof__(long double) a0) {
  return exp10l(a0);
}
double call_fabs(__typeof__(double) a0) {
  return fabs(a0);
}
float call_fabsf(__typeof__(float) a0) {
  return fabsf(a0);
}
long double call_fabsl(__typeof__(long double) a0) {
  return fabsl(a0);
}
double call_floor(__typeof__(double) a0) {
  return floor(a0);
}
float call_floorf(__typeof__(float) a0) {
  return floorf(a0);
}
long double call_floorl(__typeof__(long double) a0) {
  return floorl(a0);
}
double call_lgamma(__typeof__(double) a0) {
  return lgamma(a0);
}
float call_lgammaf(__typeof__(float) a0) {
  return lgammaf(a0);
}
long double call_lgammal(__typeof__(long double) a0) {
  return lgammal(a0);
}
double call_log(__typeof__(double) a0) {
  return log(a0);
}
float call_logf(__typeof__(float) a0) {
  return logf(a0);
}
long double call_logl(__typeof__(long double) a0) {
  return logl(a0);
}
double call_log10(__typeof__(double) a0) {
  return log10(a0);
}
float call_log10f(__typeof__(float) a0) {
  return log10f(a0);
}
long double call_log10l(__typeof__(long double) a0) {
  return log10l(a0);
}
double call_log1p(__typeof__(double) a0) {
  return log1p(a0);
}
float call_log1pf(__typeof__(float) a0) {
  return log1pf(a0);
}
long double call_log1pl(__typeof__(long double) a0) {
  return log1pl(a0);
}
double call_log2(__typeof__(double) a0) {
  return log2(a0);
}
float call_log2f(__typeof__(float) a0) {
  return log2f(a0);
}
long double call_log2l(__typeof__(long double) a0) {
  return log2l(a0);
}
double call_logb(__typeof__(double) a0) {
  return logb(a0);
}
float call_logbf(__typeof__(float) a0) {
  return logbf(a0);
}
long double call_logbl(__typeof__(long double) a0) {
  return logbl(a0);
}
double call_nearbyint(__typeof__(double) a0) {
  return nearbyint(a0);
}
float call_nearbyintf(__typeof__(float) a0) {
  return nearbyintf(a0);
}
long double call_nearbyintl(__typeof__(long double) a0) {
  return nearbyintl(a0);
}
double call_rint(__typeof__(double) a0) {
  return rint(a0);
}
float call_rintf(__typeof__(float) a0) {
  return rintf(a0);
}
long double call_rintl(__typeof__(long double) a0) {
  return rintl(a0);
}
double call_round(__typeof__(double) a0) {
  return round(a0);
}
float call_roundf(__typeof__(float) a0) {
  return roundf(a0);
}
long double call_roundl(__typeof__(long double) a0) {
  return roundl(a0);
}
double call_roundeven(__typeof__(double) a0) {
  return roundeven(a0);
}
float call_roundevenf(__typeof__(float) a0) {
  return roundevenf(a0);
}
long double call_roundevenl(__typeof__(long double) a0) {
  return roundevenl(a0);
}
double call_sin(__typeof__(double) a0) {
  return sin(a0);
}
float call_sinf(__typeof__(float) a0) {
  return sinf(a0);
}
long double call_sinl(__typeof__(long double) a0) {
  return sinl(a0);
}
double call_sinh(__typeof__(double) a0) {
  return sinh(a0);
}
float call_sinhf(__typeof__(float) a0) {
  return sinhf(a0);
}
long double call_sinhl(__typeof__(long double) a0) {
  return sinhl(a0);
}
double call_sqrt(__typeof__(double) a0) {
  return sqrt(a0);
}
float call_sqrtf(__typeof__(float) a0) {
  return sqrtf(a0);
}
long double call_sqrtl(__typeof__(long double) a0) {
  return sqrtl(a0);
}
double call_tan(__typeof__(double) a0) {
  return tan(a0);
}
float call_tanf(__typeof__(float) a0) {
  return tanf(a0);
}
long double call_tanl(__typeof__(long double) a0) {
  return tanl(a0);
}
double call_tanh(__typeof__(double) a0) {
  return tanh(a0);
}
float call_tanhf(__typeof__(float) a0) {
  return tanhf(a0);
}
long double call_tanhl(__typeof__(long double) a0) {
  return tanhl(a0);
}
double call_tgamma(__typeof__(double) a0) {
  return tgamma(a0);
}
float call_tgammaf(__typeof__(float) a0) {
  return tgammaf(a0);
}
long double call_tgammal(__typeof__(long double) a0) {
  return tgammal(a0);
}
double call_trunc(__typeof__(double) a0) {
  return trunc(a0);
}
float call_truncf(__typeof__(float) a0) {
  return truncf(a0);
}
long double call_truncl(__typeof__(long double) a0) {
  return truncl(a0);
}
double call_j0(__typeof__(double) a0) {
  return j0(a0);
}
float call_j0f(__typeof__(float) a0) {
  return j0f(a0);
}
long double call_j0l(__typeof__(long double) a0) {
  return j0l(a0);
}
double call_j1(__typeof__(double) a0) {
  return j1(a0);
}
float call_j1f(__typeof__(float) a0) {
  return j1f(a0);
}
long double call_j1l(__typeof__(long double) a0) {
  return j1l(a0);
}
double call_y0(__typeof__(double) a0) {
  return y0(a0);
}
float call_y0f(__typeof__(float) a0) {
  return y0f(a0);
}
long double call_y0l(__typeof__(long double) a0) {
  return y0l(a0);
}
double call_y1(__typeof__(double) a0) {
  return y1(a0);
}
float call_y1f(__typeof__(float) a0) {
  return y1f(a0);
}
long double call_y1l(__typeof__(long double) a0) {
  return y1l(a0);
}
double call_significand(__typeof__(double) a0) {
  return significand(a0);
}
float call_significandf(__typeof__(float) a0) {
  return significandf(a0);
}
long double call_significandl(__typeof__(long double) a0) {
  return significandl(a0);
}
double call_atan2(__typeof__(double) a0, __typeof__(double) a1) {
  return atan2(a0, a1);
}
float call_atan2f(__typeof__(float) a0, __typeof__(float) a1) {
  return atan2f(a0, a1);
}
long double call_atan2l(__typeof__(long double) a0, __typeof__(long double) a1) {
  return atan2l(a0, a1);
}
double call_copysign(__typeof__(double) a0, __typeof__(double) a1) {
  return copysign(a0, a1);
}
float call_copysignf(__typeof__(float) a0, __typeof__(float) a1) {
  return copysignf(a0, a1);
}
long double call_copysignl(__typeof__(long double) a0, __typeof__(long double) a1) {
  return copysignl(a0, a1);
}
double call_fdim(__typeof__(double) a0, __typeof__(double) a1) {
  return fdim(a0, a1);
}
float call_fdimf(__typeof__(float) a0, __typeof__(float) a1) {
  return fdimf(a0, a1);
}
long double call_fdiml(__typeof__(long double) a0, __typeof__(long double) a1) {
  return fdiml(a0, a1);
}
double call_fmax(__typeof__(double) a0, __typeof__(double) a1) {
  return fmax(a0, a1);
}
float call_fmaxf(__typeof__(float) a0, __typeof__(float) a1) {
  return fmaxf(a0, a1);
}
long double call_fmaxl(__typeof__(long double) a0, __typeof__(long double) a1) {
  return fmaxl(a0, a1);
}
double call_fmin(__typeof__(double) a0, __typeof__(double) a1) {
  return fmin(a0, a1);
}
float call_fminf(__typeof__(float) a0, __typeof__(float) a1) {
  return fminf(a0, a1);
}
long double call_fminl(__typeof__(long double) a0, __typeof__(long double) a1) {
  return fminl(a0, a1);
}
double call_fmod(__typeof__(double) a0, __typeof__(double) a1) {
  return fmod(a0, a1);
}
float call_fmodf(__typeof__(float) a0, __typeof__(float) a1) {
  return fmodf(a0, a1);
}
long double call_fmodl(__typeof__(long double) a0, __typeof__(long double) a1) {
  return fmodl(a0, a1);
}
double call_hypot(__typeof__(double) a0, __typeof__(double) a1) {
  return hypot(a0, a1);
}
float call_hypotf(__typeof__(float) a0, __typeof__(float) a1) {
  return hypotf(a0, a1);
}
long double call_hypotl(__typeof__(long double) a0, __typeof__(long double) a1) {
  return hypotl(a0, a1);
}
double call_pow(__typeof__(double) a0, __typeof__(double) a1) {
  return pow(a0, a1);
}
float call_powf(__typeof__(float) a0, __typeof__(float) a1) {
  return powf(a0, a1);
}
long double call_powl(__typeof__(long double) a0, __typeof__(long double) a1) {
  return powl(a0, a1);
}
double call_remainder(__typeof__(double) a0, __typeof__(double) a1) {
  return remainder(a0, a1);
}
float call_remainderf(__typeof__(float) a0, __typeof__(float) a1) {
  return remainderf(a0, a1);
}
long double call_remainderl(__typeof__(long double) a0, __typeof__(long double) a1) {
  return remainderl(a0, a1);
}
double call_nextafter(__typeof__(double) a0, __typeof__(double) a1) {
  return nextafter(a0, a1);
}
float call_nextafterf(__typeof__(float) a0, __typeof__(float) a1) {
  return nextafterf(a0, a1);
}
long double call_nextafterl(__typeof__(long double) a0, __typeof__(long double) a1) {
  return nextafterl(a0, a1);
}
double call_drem(__typeof__(double) a0, __typeof__(double) a1) {
  return drem(a0, a1);
}
float call_dremf(__typeof__(float) a0, __typeof__(float) a1) {
  return dremf(a0, a1);
}
long double call_dreml(__typeof__(long double) a0, __typeof__(long double) a1) {
  return dreml(a0, a1);
}
double call_fma(__typeof__(double) a0, __typeof__(double) a1, __typeof__(double) a2) {
  return fma(a0, a1, a2);
}
double call_ldexp(__typeof__(double) a0, __typeof__(int) a1) {
  return ldexp(a0, a1);
}
double call_scalbn(__typeof__(double) a0, __typeof__(int) a1) {
  return scalbn(a0, a1);
}
double call_scalbln(__typeof__(double) a0, __typeof__(long) a1) {
  return scalbln(a0, a1);
}
int call_ilogb(__typeof__(double) a0) {
  return ilogb(a0);
}
long call_lrint(__typeof__(double) a0) {
  return lrint(a0);
}
long long call_llrint(__typeof__(double) a0) {
  return llrint(a0);
}
long call_lround(__typeof__(double) a0) {
  return lround(a0);
}
long long call_llround(__typeof__(double) a0) {
  return llround(a0);
}
double call_nan(__typeof__(const char*) a0) {
  return nan(a0);
}
double call_frexp(__typeof__(double) a0, __typeof__(int*) a1) {
  return frexp(a0, a1);
}
double call_modf(__typeof__(double) a0, __typeof__(double*) a1) {
  return modf(a0, a1);
}
double call_remquo(__typeof__(double) a0, __typeof__(double) a1, __typeof__(int*) a2) {
  return remquo(a0, a1, a2);
}
void call_sincos(__typeof__(double) a0, __typeof__(double*) a1, __typeof__(double*) a2) {
  sincos(a0, a1, a2);
}
float call_fmaf(__typeof__(float) a0, __typeof__(float) a1, __typeof__(float) a2) {
  return fmaf(a0, a1, a2);
}
float call_ldexpf(__typeof__(float) a0, __typeof__(int) a1) {
  return ldexpf(a0, a1);
}
float call_scalbnf(__typeof__(float) a0, __typeof__(int) a1) {
  return scalbnf(a0, a1);
}
float call_scalblnf(__typeof__(float) a0, __typeof__(long) a1) {
  return scalblnf(a0, a1);
}
int call_ilogbf(__typeof__(float) a0) {
  return ilogbf(a0);
}
long call_lrintf(__typeof__(float) a0) {
  return lrintf(a0);
}
long long call_llrintf(__typeof__(float) a0) {
  return llrintf(a0);
}
long call_lroundf(__typeof__(float) a0) {
  return lroundf(a0);
}
long long call_llroundf(__typeof__(float) a0) {
  return llroundf(a0);
}
float call_nanf(__typeof__(const char*) a0) {
  return nanf(a0);
}
float call_frexpf(__typeof__(float) a0, __typeof__(int*) a1) {
  return frexpf(a0, a1);
}
float call_modff(__typeof__(float) a0, __typeof__(float*) a1) {
  return modff(a0, a1);
}
float call_remquof(__typeof__(float) a0, __typeof__(float) a1, __typeof__(int*) a2) {
  return remquof(a0, a1, a2);
}
void call_sincosf(__typeof__(float) a0, __typeof__(float*) a1, __typeof__(float*) a2) {
  sincosf(a0, a1, a2);
}
long double call_fmal(__typeof__(long double) a0, __typeof__(long double) a1, __typeof__(long double) a2) {
  return fmal(a0, a1, a2);
}
long double call_ldexpl(__typeof__(long double) a0, __typeof__(int) a1) {
  return ldexpl(a0, a1);
}
long double call_scalbnl(__typeof__(long double) a0, __typeof__(int) a1) {
  return scalbnl(a0, a1);
}
long double call_scalblnl(__typeof__(long double) a0, __typeof__(long) a1) {
  return scalblnl(a0, a1);
}
int call_ilogbl(__typeof__(long double) a0) {
  return ilogbl(a0);
}
long call_lrintl(__typeof__(long double) a0) {
  return lrintl(a0);
}
long long call_llrintl(__typeof__(long double) a0) {
  return llrintl(a0);
}
long call_lroundl(__typeof__(long double) a0) {
  return lroundl(a0);
}
long long call_llroundl(__typeof__(long double) a0) {
  return llroundl(a0);
}
long double call_nanl(__typeof__(const char*) a0) {
  return nanl(a0);
}
long double call_frexpl(__typeof__(long double) a0, __typeof__(int*) a1) {
  return frexpl(a0, a1);
}
long double call_modfl(__typeof__(long double) a0, __typeof__(long double*) a1) {
  return modfl(a0, a1);
}
long double call_remquol(__typeof__(long double) a0, __typeof__(long double) a1, __typeof__(int*) a2) {
  return remquol(a0, a1, a2);
}
void call_sincosl(__typeof__(long double) a0, __typeof__(long double*) a1, __typeof__(long double*) a2) {
  sincosl(a0, a1, a2);
}
int call___isnan(__typeof__(double) a0) {
  return __isnan(a0);
}
int call___isnanf(__typeof__(float) a0) {
  return __isnanf(a0);
}
int call___isinf(__typeof__(double) a0) {
  return __isinf(a0);
}
int call___isinff(__typeof__(float) a0) {
  return __isinff(a0);
}
int call___finite(__typeof__(double) a0) {
  return __finite(a0);
}
int call___finitef(__typeof__(float) a0) {
  return __finitef(a0);
}
int call___fpclassify(__typeof__(double) a0) {
  return __fpclassify(a0);
}
int call___fpclassifyf(__typeof__(float) a0) {
  return __fpclassifyf(a0);
}
int call___signbit(__typeof__(double) a0) {
  return __signbit(a0);
}
int call___signbitf(__typeof__(float) a0) {
  return __signbitf(a0);
}
int call_isnan(__typeof__(double) a0) {
  return isnan(a0);
}
int call_isinf(__typeof__(double) a0) {
  return isinf(a0);
}
int call_finite(__typeof__(double) a0) {
  return finite(a0);
}
int call_isnanf(__typeof__(float) a0) {
  return isnanf(a0);
}
int call_isinff(__typeof__(float) a0) {
  return isinff(a0);
}
int call_finitef(__typeof__(float) a0) {
  return finitef(a0);
}
int call_omp_get_thread_num(void) {
  return omp_get_thread_num();
}
int call_omp_get_num_threads(void) {
  return omp_get_num_threads();
}
int call_omp_get_max_threads(void) {
  return omp_get_max_threads();
}
int call_omp_get_num_procs(void) {
  return omp_get_num_procs();
}
int call_omp_in_parallel(void) {
  return omp_in_parallel();
}
double call_omp_get_wtime(void) {
  return omp_get_wtime();
}
double call_omp_get_wtick(void) {
  return omp_get_wtick();
}
void call_omp_set_num_threads(__typeof__(int) a0) {
  omp_set_num_threads(a0);
}
void call_omp_set_dynamic(__typeof__(int) a0) {
  omp_set_dynamic(a0);
}
void call_omp_set_nested(__typeof__(int) a0) {
  omp_set_nested(a0);
}
void call_omp_set_schedule(__typeof__(omp_sched_t) a0, __typeof__(int) a1) {
  omp_set_schedule(a0, a1);
}
void call_omp_init_lock(__typeof__(omp_lock_t*) a0) {
  omp_init_lock(a0);
}
void call_omp_destroy_lock(__typeof__(omp_lock_t*) a0) {
  omp_destroy_lock(a0);
}
void call_omp_set_lock(__typeof__(omp_lock_t*) a0) {
  omp_set_lock(a0);
}
void call_omp_unset_lock(__typeof__(omp_lock_t*) a0) {
  omp_unset_lock(a0);
}
time_t call_time(__typeof__(time_t*) a0) {
  return time(a0);
}
clock_t call_clock(void) {
  return clock();
}
int call_clock_gettime(__typeof__(clockid_t) a0, __typeof__(struct timespec*) a1) {
  return clock_gettime(a0, a1);
}
int call_clock_getres(__typeof__(clockid_t) a0, __typeof__(struct timespec*) a1) {
  return clock_getres(a0, a1);
}
int call_timespec_get(__typeof__(struct timespec*) a0, __typeof__(int) a1) {
  return timespec_get(a0, a1);
}
int call_gettimeofday(__typeof__(struct timeval* restrict) a0, __typeof__(void* restrict) a1) {
  return gettimeofday(a0, a1);
}
clock_t call_times(__typeof__(struct tms*) a0) {
  return times(a0);
}
int call_getrusage(__typeof__(__rusage_who_t) a0, __typeof__(struct rusage*) a1) {
  return getrusage(a0, a1);
}
double call_difftime(__typeof__(time_t) a0, __typeof__(time_t) a1) {
  return difftime(a0, a1);
}
time_t call_mktime(__typeof__(struct tm*) a0) {
  return mktime(a0);
}
struct tm* call_localtime(__typeof__(const time_t*) a0) {
  return localtime(a0);
}
struct tm* call_gmtime(__typeof__(const time_t*) a0) {
  return gmtime(a0);
}
struct tm* call_localtime_r(__typeof__(const time_t* restrict) a0, __typeof__(struct tm* restrict) a1) {
  return localtime_r(a0, a1);
}
struct tm* call_gmtime_r(__typeof__(const time_t* restrict) a0, __typeof__(struct tm* restrict) a1) {
  return gmtime_r(a0, a1);
}
char* call_ctime(__typeof__(const time_t*) a0) {
  return ctime(a0);
}
char* call_asctime(__typeof__(const struct tm*) a0) {
  return asctime(a0);
}
size_t call_strftime(__typeof__(char* restrict) a0, __typeof__(size_t) a1, __typeof__(const char* restrict) a2,
                     __typeof__(const struct tm* restrict) a3) {
  return strftime(a0, a1, a2, a3);
}
unsigned int call_sleep(__typeof__(unsigned int) a0) {
  return sleep(a0);
}
int call_usleep(__typeof__(__useconds_t) a0) {
  return usleep(a0);
}
int call_nanosleep(__typeof__(const struct timespec*) a0, __typeof__(struct timespec*) a1) {
  return nanosleep(a0, a1);
}
int call_sched_yield(void) {
  return sched_yield();
}
__pid_t call_getpid(void) {
  return getpid();
}
__pid_t call_getppid(void) {
  return getppid();
}
__pid_t call_gettid(void) {
  return gettid();
}
__uid_t call_getuid(void) {
  return getuid();
}
int call_gethostname(__typeof__(char*) a0, __typeof__(size_t) a1) {
  return gethostname(a0, a1);
}
long call_sysconf(__typeof__(int) a0) {
  return sysconf(a0);
}
int call_get_nprocs(void) {
  return get_nprocs();
}
int call_isatty(__typeof__(int) a0) {
  return isatty(a0);
}
int call_open(__typeof__(const char*) a0, __typeof__(int) a1, int rest) {
  return open(a0, a1, rest);
}
int call_open64(__typeof__(const char*) a0, __typeof__(int) a1, int rest) {
  return open64(a0, a1, rest);
}
int call_creat(__typeof__(const char*) a0, __typeof__(mode_t) a1) {
  return creat(a0, a1);
}
int call_close(__typeof__(int) a0) {
  return close(a0);
}
ssize_t call_read(__typeof__(int) a0, __typeof__(void*) a1, __typeof__(size_t) a2) {
  return read(a0, a1, a2);
}
ssize_t call_pread(__typeof__(int) a0, __typeof__(void*) a1, __typeof__(size_t) a2, __typeof__(__off_t) a3) {
  return pread(a0, a1, a2, a3);
}
ssize_t call_write(__typeof__(int) a0, __typeof__(const void*) a1, __typeof__(size_t) a2) {
  return write(a0, a1, a2);
}
ssize_t call_pwrite(__typeof__(int) a0, __typeof__(const void*) a1, __typeof__(size_t) a2, __typeof__(__off_t) a3) {
  return pwrite(a0, a1, a2, a3);
}
__off_t call_lseek(__typeof__(int) a0, __typeof__(__off_t) a1, __typeof__(int) a2) {
  return lseek(a0, a1, a2);
}
int call_fsync(__typeof__(int) a0) {
  return fsync(a0);
}
int call_fdatasync(__typeof__(int) a0) {
  return fdatasync(a0);
}
int call_ftruncate(__typeof__(int) a0, __typeof__(__off_t) a1) {
  return ftruncate(a0, a1);
}
void* call_mmap(__typeof__(void*) a0, __typeof__(size_t) a1, __typeof__(int) a2, __typeof__(int) a3, __typeof__(int) a4,
                __typeof__(__off_t) a5) {
  return mmap(a0, a1, a2, a3, a4, a5);
}
int call_munmap(__typeof__(void*) a0, __typeof__(size_t) a1) {
  return munmap(a0, a1);
}
int call_msync(__typeof__(void*) a0, __typeof__(size_t) a1, __typeof__(int) a2) {
  return msync(a0, a1, a2);
}
int call_madvise(__typeof__(void*) a0, __typeof__(size_t) a1, __typeof__(int) a2) {
  return madvise(a0, a1, a2);
}
int call_access(__typeof__(const char*) a0, __typeof__(int) a1) {
  return access(a0, a1);
}
int call_stat(__typeof__(const char* restrict) a0, __typeof__(struct stat* restrict) a1) {
  return stat(a0, a1);
}
int call_lstat(__typeof__(const char* restrict) a0, __typeof__(struct stat* restrict) a1) {
  return lstat(a0, a1);
}
int call_fstat(__typeof__(int) a0, __typeof__(struct stat*) a1) {
  return fstat(a0, a1);
}
int call_mkdir(__typeof__(const char*) a0, __typeof__(__mode_t) a1) {
  return mkdir(a0, a1);
}
int call_rmdir(__typeof__(const char*) a0) {
  return rmdir(a0);
}
int call_unlink(__typeof__(const char*) a0) {
  return unlink(a0);
}
int call_chdir(__typeof__(const char*) a0) {
  return chdir(a0);
}
char* call_getcwd(__typeof__(char*) a0, __typeof__(size_t) a1) {
  return getcwd(a0, a1);
}
DIR* call_opendir(__typeof__(const char*) a0) {
  return opendir(a0);
}
struct dirent* call_readdir(__typeof__(DIR*) a0) {
  return readdir(a0);
}
int call_closedir(__typeof__(DIR*) a0) {
  return closedir(a0);
}
void call_rewinddir(__typeof__(DIR*) a0) {
  rewinddir(a0);
}
int call_glob(__typeof__(const char* restrict) a0, __typeof__(int) a1, __typeof__(int (*)(const char*, int)) a2,
              __typeof__(glob_t* restrict) a3) {
  return glob(a0, a1, a2, a3);
}
void call_globfree(__typeof__(glob_t*) a0) {
  globfree(a0);
}
int call_getopt(__typeof__(int) a0, __typeof__(char* const*) a1, __typeof__(const char*) a2) {
  return getopt(a0, a1, a2);
}
uint32_t call_htonl(__typeof__(uint32_t) a0) {
  return htonl(a0);
}
uint16_t call_htons(__typeof__(uint16_t) a0) {
  return htons(a0);
}
uint32_t call_ntohl(__typeof__(uint32_t) a0) {
  return ntohl(a0);
}
uint16_t call_ntohs(__typeof__(uint16_t) a0) {
  return ntohs(a0);
}
__pid_t call_fork(void) {
  return fork();
}
int call_kill(__typeof__(__pid_t) a0, __typeof__(int) a1) {
  return kill(a0, a1);
}
void call_syslog(__typeof__(int) a0, __typeof__(const char*) a1, int rest) {
  syslog(a0, a1, rest);
}
int call_uname(__typeof__(struct utsname*) a0) {
  return uname(a0);
}
int call_sysinfo(__typeof__(struct sysinfo*) a0) {
  return sysinfo(a0);
}
int call_getloadavg(__typeof__(double*) a0, __typeof__(int) a1) {
  return getloadavg(a0, a1);
}
int call_getrlimit(__typeof__(__rlimit_resource_t) a0, __typeof__(struct rlimit*) a1) {
  return getrlimit(a0, a1);
}
int call_setrlimit(__typeof__(__rlimit_resource_t) a0, __typeof__(const struct rlimit*) a1) {
  return setrlimit(a0, a1);
}
int call_sched_setaffinity(__typeof__(__pid_t) a0, __typeof__(size_t) a1, __typeof__(const cpu_set_t*) a2) {
  return sched_setaffinity(a0, a1, a2);
}
int call_sched_getaffinity(__typeof__(__pid_t) a0, __typeof__(size_t) a1, __typeof__(cpu_set_t*) a2) {
  return sched_getaffinity(a0, a1, a2);
}
int call_sched_getcpu(void) {
  return sched_getcpu();
}
int call_mlock(__typeof__(const void*) a0, __typeof__(size_t) a1) {
  return mlock(a0, a1);
}
int call_munlock(__typeof__(const void*) a0, __typeof__(size_t) a1) {
  return munlock(a0, a1);
}
int call_ioctl(__typeof__(int) a0, __typeof__(unsigned long) a1, int rest) {
  return ioctl(a0, a1, rest);
}
int call_fcntl(__typeof__(int) a0, __typeof__(int) a1, int rest) {
  return fcntl(a0, a1, rest);
}
int call_dup(__typeof__(int) a0) {
  return dup(a0);
}
int call_dup2(__typeof__(int) a0, __typeof__(int) a1) {
  return dup2(a0, a1);
}
int call_pipe(__typeof__(int*) a0) {
  return pipe(a0);
}
int call_socket(__typeof__(int) a0, __typeof__(int) a1, __typeof__(int) a2) {
  return socket(a0, a1, a2);
}
int call_connect(__typeof__(int) a0, __typeof__(__CONST_SOCKADDR_ARG) a1, __typeof__(socklen_t) a2) {
  return connect(a0, a1, a2);
}
ssize_t call_send(__typeof__(int) a0, __typeof__(const void*) a1, __typeof__(size_t) a2, __typeof__(int) a3) {
  return send(a0, a1, a2, a3);
}
ssize_t call_recv(__typeof__(int) a0, __typeof__(void*) a1, __typeof__(size_t) a2, __typeof__(int) a3) {
  return recv(a0, a1, a2, a3);
}
int call_execvp(__typeof__(const char*) a0, __typeof__(char* const*) a1) {
  return execvp(a0, a1);
}
int call_execl(__typeof__(const char*) a0, __typeof__(const char*) a1, int rest) {
  return execl(a0, a1, rest);
}
__pid_t call_waitpid(__typeof__(__pid_t) a0, __typeof__(int*) a1, __typeof__(int) a2) {
  return waitpid(a0, a1, a2);
}
int call_poll(__typeof__(struct pollfd*) a0, __typeof__(nfds_t) a1, __typeof__(int) a2) {
  return poll(a0, a1, a2);
}
char* call_realpath(__typeof__(const char* restrict) a0, __typeof__(char* restrict) a1) {
  return realpath(a0, a1);
}
char* call_basename(__typeof__(const char*) a0) {
  return basename(a0);
}
char* call___xpg_basename(__typeof__(char*) a0) {
  return __xpg_basename(a0);
}
char* call_dirname(__typeof__(char*) a0) {
  return dirname(a0);
}
int call_clock_nanosleep(__typeof__(clockid_t) a0, __typeof__(int) a1, __typeof__(const struct timespec*) a2,
                         __typeof__(struct timespec*) a3) {
  return clock_nanosleep(a0, a1, a2, a3);
}
int call_getopt_long(__typeof__(int) a0, __typeof__(char* const*) a1, __typeof__(const char*) a2,
                     __typeof__(const struct option*) a3, __typeof__(int*) a4) {
  return getopt_long(a0, a1, a2, a3, a4);
}
char* call_strptime(__typeof__(const char* restrict) a0, __typeof__(const char* restrict) a1,
                    __typeof__(struct tm*) a2) {
  return strptime(a0, a1, a2);
}
int call_truncate(__typeof__(const char*) a0, __typeof__(__off_t) a1) {
  return truncate(a0, a1);
}
int call_symlink(__typeof__(const char*) a0, __typeof__(const char*) a1) {
  return symlink(a0, a1);
}
int call_link(__typeof__(const char*) a0, __typeof__(const char*) a1) {
  return link(a0, a1);
}
int call_chmod(__typeof__(const char*) a0, __typeof__(__mode_t) a1) {
  return chmod(a0, a1);
}
__mode_t call_umask(__typeof__(__mode_t) a0) {
  return umask(a0);
}
int call_pthread_create(__typeof__(pthread_t* restrict) a0, __typeof__(const pthread_attr_t* restrict) a1,
                        __typeof__(void* (*)(void*)) a2, __typeof__(void* restrict) a3) {
  return pthread_create(a0, a1, a2, a3);
}
int call_pthread_join(__typeof__(pthread_t) a0, __typeof__(void**) a1) {
  return pthread_join(a0, a1);
}
int call_pthread_detach(__typeof__(pthread_t) a0) {
  return pthread_detach(a0);
}
void call_pthread_exit(__typeof__(void*) a0) {
  pthread_exit(a0);
}
pthread_t call_pthread_self(void) {
  return pthread_self();
}
int call_pthread_attr_init(__typeof__(pthread_attr_t*) a0) {
  return pthread_attr_init(a0);
}
int call_pthread_attr_destroy(__typeof__(pthread_attr_t*) a0) {
  return pthread_attr_destroy(a0);
}
int call_pthread_mutex_init(__typeof__(pthread_mutex_t*) a0, __typeof__(const pthread_mutexattr_t*) a1) {
  return pthread_mutex_init(a0, a1);
}
int call_pthread_mutex_destroy(__typeof__(pthread_mutex_t*) a0) {
  return pthread_mutex_destroy(a0);
}
int call_pthread_mutex_lock(__typeof__(pthread_mutex_t*) a0) {
  return pthread_mutex_lock(a0);
}
int call_pthread_mutex_unlock(__typeof__(pthread_mutex_t*) a0) {
  return pthread_mutex_unlock(a0);
}
int call_pthread_mutex_trylock(__typeof__(pthread_mutex_t*) a0) {
  return pthread_mutex_trylock(a0);
}
int call_pthread_rwlock_init(__typeof__(pthread_rwlock_t* restrict) a0,
                             __typeof__(const pthread_rwlockattr_t* restrict) a1) {
  return pthread_rwlock_init(a0, a1);
}
int call_pthread_rwlock_destroy(__typeof__(pthread_rwlock_t*) a0) {
  return pthread_rwlock_destroy(a0);
}
int call_pthread_rwlock_rdlock(__typeof__(pthread_rwlock_t*) a0) {
  return pthread_rwlock_rdlock(a0);
}
int call_pthread_rwlock_wrlock(__typeof__(pthread_rwlock_t*) a0) {
  return pthread_rwlock_wrlock(a0);
}
int call_pthread_rwlock_unlock(__typeof__(pthread_rwlock_t*) a0) {
  return pthread_rwlock_unlock(a0);
}
int call_pthread_cond_init(__typeof__(pthread_cond_t* restrict) a0, __typeof__(const pthread_condattr_t* restrict) a1) {
  return pthread_cond_init(a0, a1);
}
int call_pthread_cond_destroy(__typeof__(pthread_cond_t*) a0) {
  return pthread_cond_destroy(a0);
}
int call_pthread_cond_wait(__typeof__(pthread_cond_t* restrict) a0, __typeof__(pthread_mutex_t* restrict) a1) {
  return pthread_cond_wait(a0, a1);
}
int call_pthread_cond_signal(__typeof__(pthread_cond_t*) a0) {
  return pthread_cond_signal(a0);
}
int call_pthread_cond_broadcast(__typeof__(pthread_cond_t*) a0) {
  return pthread_cond_broadcast(a0);
}
int call_pthread_barrier_init(__typeof__(pthread_barrier_t* restrict) a0,
                              __typeof__(const pthread_barrierattr_t* restrict) a1, __typeof__(unsigned int) a2) {
  return pthread_barrier_init(a0, a1, a2);
}
int call_pthread_barrier_destroy(__typeof__(pthread_barrier_t*) a0) {
  return pthread_barrier_destroy(a0);
}
int call_pthread_barrier_wait(__typeof__(pthread_barrier_t*) a0) {
  return pthread_barrier_wait(a0);
}
int call_sem_init(__typeof__(sem_t*) a0, __typeof__(int) a1, __typeof__(unsigned int) a2) {
  return sem_init(a0, a1, a2);
}
int call_sem_destroy(__typeof__(sem_t*) a0) {
  return sem_destroy(a0);
}
int call_sem_wait(__typeof__(sem_t*) a0) {
  return sem_wait(a0);
}
int call_sem_post(__typeof__(sem_t*) a0) {
  return sem_post(a0);
}
void* call___builtin_alloca(unsigned long n) {
  return __builtin_alloca(n);
}
void* call___builtin_alloca_with_align(unsigned long n) {
  return __builtin_alloca_with_align(n, 64);
}
void call___builtin_trap(void) {
  __builtin_trap();
}
void call___builtin_unreachable(void) {
  __builtin_unreachable();
}
long call___builtin_expect(long x) {
  return __builtin_expect(x, 1);
}
void call___builtin_prefetch(void* p) {
  __builtin_prefetch(p);
}
void* call___builtin_assume_aligned(void* p) {
  return __builtin_assume_aligned(p, 64);
}
void call___builtin_va_start(int n, ...) {
  __builtin_va_list a, b;
  __builtin_va_start(a, n);
  __builtin_va_copy(b, a);
  __builtin_va_end(b);
}
