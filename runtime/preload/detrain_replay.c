// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// libdetrain_replay.so: gives an unmodified program the clocks, process numbers and random bytes that a run of its
// rewritten twin recorded. `detrain verify` loads it with LD_PRELOAD. DETRAIN_REPLAY_LIST names a file with one
// recorded input a line, in order:
//
//     CALL NUMBER,NUMBER,.. HEXBYTES     ("-" where there are none)
//
// Only calls from the program itself are answered: the rewritten twin recorded no other, and libraries must not use
// them up. When the recorded ones of a call are used up, the call goes to the system.
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/times.h>
#include <time.h>
#include <unistd.h>

enum { MaxNumbers = 5, DeviceBytes = 1 << 20 };

struct Input {
  char call[24];
  int64_t numbers[MaxNumbers];
  unsigned char* bytes;
  size_t byte_count;
  bool used;
};

static struct Input* inputs;
static size_t input_count;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static uintptr_t program_begin, program_end;

static int NoteProgram(struct dl_phdr_info* info, size_t size, void* unused) {
  (void)size;
  (void)unused;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const uintptr_t begin = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
    const uintptr_t end = begin + info->dlpi_phdr[i].p_memsz;
    if (info->dlpi_phdr[i].p_type != PT_LOAD)
      continue;
    if (program_begin == 0 || begin < program_begin)
      program_begin = begin;
    if (end > program_end)
      program_end = end;
  }
  return 1;  // the program itself comes first
}

static bool IsProgram(const void* caller) {
  return (uintptr_t)caller >= program_begin && (uintptr_t)caller < program_end;
}

static void TakeNumbers(struct Input* input, char* text) {
  char* rest = NULL;
  int count = 0;
  for (char* word = strtok_r(text, ",", &rest); word && count < MaxNumbers; word = strtok_r(NULL, ",", &rest))
    input->numbers[count++] = strtoll(word, NULL, 10);
}

static void TakeBytes(struct Input* input, const char* hex) {
  if (*hex == '-')
    return;
  input->byte_count = strlen(hex) / 2;
  input->bytes = malloc(input->byte_count + 1);
  for (size_t i = 0; input->bytes && i < input->byte_count; ++i) {
    const char digits[3] = {hex[2 * i], hex[2 * i + 1], 0};
    input->bytes[i] = (unsigned char)strtoul(digits, NULL, 16);
  }
}

static void AddLine(char* line) {
  char* rest = NULL;
  const char* call = strtok_r(line, " \n", &rest);
  char* numbers = strtok_r(NULL, " \n", &rest);
  const char* hex = strtok_r(NULL, " \n", &rest);
  if (!call || !numbers || !hex || strlen(call) >= sizeof inputs->call)
    return;
  struct Input* grown = realloc(inputs, (input_count + 1) * sizeof *inputs);
  if (!grown)
    return;
  inputs = grown;
  struct Input* input = &inputs[input_count++];
  memset(input, 0, sizeof *input);
  memcpy(input->call, call, strlen(call));
  TakeNumbers(input, numbers);
  TakeBytes(input, hex);
}

typedef FILE* (*FopenFunction)(const char*, const char*);

static FopenFunction NextFopen(const char* name) {
  // POSIX wants this conversion; ISO C has none for it.
  FopenFunction function = NULL;
  void* symbol = dlsym(RTLD_NEXT, name);
  memcpy((void*)&function, (const void*)&symbol, sizeof function);
  return function;
}

__attribute__((constructor)) static void ReadList(void) {
  const char* path = getenv("DETRAIN_REPLAY_LIST");
  dl_iterate_phdr(NoteProgram, NULL);
  FILE* file = path ? NextFopen("fopen")(path, "r") : NULL;
  char* line = NULL;
  size_t size = 0;
  while (file && getline(&line, &size, file) > 0)
    AddLine(line);
  free(line);
  if (file)
    fclose(file);
}

// The next recorded input of this call, or NULL.
static const struct Input* NextInput(const char* call, const void* caller) {
  if (!IsProgram(caller))
    return NULL;
  const struct Input* found = NULL;
  pthread_mutex_lock(&mutex);
  for (size_t i = 0; i < input_count && !found; ++i)
    if (!inputs[i].used && strcmp(inputs[i].call, call) == 0) {
      inputs[i].used = true;
      found = &inputs[i];
    }
  pthread_mutex_unlock(&mutex);
  return found;
}

// The names of the C library are not ours to choose.
// NOLINTBEGIN(readability-identifier-naming)

#define CALLER __builtin_extract_return_addr(__builtin_return_address(0))

time_t time(time_t* out) {
  const struct Input* input = NextInput("time", CALLER);
  struct timespec now = {0, 0};
  if (!input)
    syscall(SYS_clock_gettime, CLOCK_REALTIME, &now);
  const time_t seconds = input ? (time_t)input->numbers[0] : now.tv_sec;
  if (out)
    *out = seconds;
  return seconds;
}

clock_t clock(void) {
  const struct Input* input = NextInput("clock", CALLER);
  struct timespec now = {0, 0};
  if (input)
    return (clock_t)input->numbers[0];
  syscall(SYS_clock_gettime, CLOCK_PROCESS_CPUTIME_ID, &now);
  return (clock_t)(now.tv_sec * CLOCKS_PER_SEC + now.tv_nsec / (1000000000 / CLOCKS_PER_SEC));
}

int clock_gettime(clockid_t clock_id, struct timespec* out) {
  const struct Input* input = NextInput("clock_gettime", CALLER);
  if (!input)
    return (int)syscall(SYS_clock_gettime, clock_id, out);
  out->tv_sec = (time_t)input->numbers[1];
  out->tv_nsec = (long)input->numbers[2];
  return (int)input->numbers[0];
}

int timespec_get(struct timespec* out, int base) {
  const struct Input* input = NextInput("timespec_get", CALLER);
  if (!input)
    return base == TIME_UTC && syscall(SYS_clock_gettime, CLOCK_REALTIME, out) == 0 ? base : 0;
  out->tv_sec = (time_t)input->numbers[1];
  out->tv_nsec = (long)input->numbers[2];
  return (int)input->numbers[0];
}

int gettimeofday(struct timeval* restrict out, void* restrict zone) {
  const struct Input* input = NextInput("gettimeofday", CALLER);
  if (!input)
    return (int)syscall(SYS_gettimeofday, out, zone);
  out->tv_sec = (time_t)input->numbers[1];
  out->tv_usec = (suseconds_t)input->numbers[2];
  return (int)input->numbers[0];
}

pid_t getpid(void) {
  const struct Input* input = NextInput("getpid", CALLER);
  return input ? (pid_t)input->numbers[0] : (pid_t)syscall(SYS_getpid);
}

static void GiveBytes(const struct Input* input, void* bytes, size_t size) {
  if (input->bytes)
    memcpy(bytes, input->bytes, size < input->byte_count ? size : input->byte_count);
  if (input->numbers[0] < 0)
    errno = (int)input->numbers[1];
}

ssize_t getrandom(void* bytes, size_t size, unsigned int flags) {
  const struct Input* input = NextInput("getrandom", CALLER);
  if (!input)
    return syscall(SYS_getrandom, bytes, size, flags);
  GiveBytes(input, bytes, size);
  return (ssize_t)input->numbers[0];
}

pid_t getppid(void) {
  const struct Input* input = NextInput("getppid", CALLER);
  return input ? (pid_t)input->numbers[0] : (pid_t)syscall(SYS_getppid);
}

clock_t times(struct tms* out) {
  const struct Input* input = NextInput("times", CALLER);
  if (!input)
    return (clock_t)syscall(SYS_times, out);
  if (out)
    *out = (struct tms){input->numbers[1], input->numbers[2], input->numbers[3], input->numbers[4]};
  return (clock_t)input->numbers[0];
}

static void Entropy(void* bytes, size_t size, const void* caller) {
  const struct Input* input = NextInput("arc4random_buf", caller);
  if (input)
    return GiveBytes(input, bytes, size);
  for (size_t done = 0; done < size;) {
    const long got = syscall(SYS_getrandom, (char*)bytes + done, size - done, 0);
    done += got > 0 ? (size_t)got : 0;
  }
}

void arc4random_buf(void* bytes, size_t size) {
  Entropy(bytes, size, CALLER);
}

uint32_t arc4random(void) {
  uint32_t word = 0;
  Entropy(&word, sizeof word, CALLER);
  return word;
}

uint32_t arc4random_uniform(uint32_t bound) {
  const struct Input* input = NextInput("arc4random_uniform", CALLER);
  if (input)
    return (uint32_t)input->numbers[0];
  uint32_t word = 0;
  do {  // the numbers that would make the low ones likelier are drawn again
    syscall(SYS_getrandom, &word, sizeof word, 0);
  } while (bound > 1 && word < -bound % bound);
  return bound > 1 ? word % bound : 0;
}

int getentropy(void* bytes, size_t size) {
  const struct Input* input = NextInput("getentropy", CALLER);
  if (!input)
    return size <= 256 && syscall(SYS_getrandom, bytes, size, 0) == (long)size ? 0 : -1;
  GiveBytes(input, bytes, size);
  return input->numbers[0] < 0 ? -1 : 0;
}

// What the C++ library would ask for on the program's behalf: nanoseconds, and random bits.

static int64_t Nanoseconds(clockid_t clock_id, const void* caller) {
  const struct Input* input = NextInput("clock_gettime", caller);
  struct timespec now = {0, 0};
  if (input)
    now = (struct timespec){(time_t)input->numbers[1], (long)input->numbers[2]};
  else
    syscall(SYS_clock_gettime, clock_id, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

// OpenMP's libraries read the clock themselves, as seconds.
double omp_get_wtime(void) {
  const int64_t now = Nanoseconds(CLOCK_MONOTONIC, CALLER);
  const int64_t seconds = now / 1000000000;
  return (double)seconds + (double)(now % 1000000000) / 1e9;
}

int64_t system_clock_now(void) __asm__("_ZNSt6chrono3_V212system_clock3nowEv");
int64_t system_clock_now(void) {
  return Nanoseconds(CLOCK_REALTIME, CALLER);
}

int64_t steady_clock_now(void) __asm__("_ZNSt6chrono3_V212steady_clock3nowEv");
int64_t steady_clock_now(void) {
  return Nanoseconds(CLOCK_MONOTONIC, CALLER);
}

unsigned random_device_value(void* device) __asm__("_ZNSt13random_device9_M_getvalEv");
unsigned random_device_value(void* device) {
  const struct Input* input = NextInput("getentropy", CALLER);
  unsigned word = 0;
  unsigned (*next)(void*) = NULL;
  void* symbol = input ? NULL : dlsym(RTLD_NEXT, "_ZNSt13random_device9_M_getvalEv");
  memcpy((void*)&next, (const void*)&symbol, sizeof next);
  if (next)
    return next(device);
  if (input)
    GiveBytes(input, &word, sizeof word);
  return word;
}

// --- /dev/urandom: Philox4x32-10 (Salmon et al., SC 2011) of the recorded seed, as the runtime serves it
// ------------------------------

static void Philox(const uint32_t counter[4], const uint32_t key[2], uint32_t out[4]) {
  uint32_t c[4] = {counter[0], counter[1], counter[2], counter[3]};
  uint32_t k[2] = {key[0], key[1]};
  for (int round = 0; round < 10; ++round) {
    const uint64_t a = (uint64_t)c[0] * 0xD2511F53U;
    const uint64_t b = (uint64_t)c[2] * 0xCD9E8D57U;
    const uint32_t next[4] = {(uint32_t)(b >> 32) ^ c[1] ^ k[0], (uint32_t)b, (uint32_t)(a >> 32) ^ c[3] ^ k[1],
                              (uint32_t)a};
    memcpy(c, next, sizeof c);
    k[0] += 0x9E3779B9U;
    k[1] += 0xBB67AE85U;
  }
  memcpy(out, c, sizeof c);
}

// A file that holds the first bytes of the stream: more than any program seeds itself with.
static int DeviceFile(const struct Input* input) {
  const uint64_t seed[2] = {(uint64_t)input->numbers[0], (uint64_t)input->numbers[1]};
  const uint32_t key[2] = {(uint32_t)seed[0], (uint32_t)(seed[0] >> 32)};
  const int file = memfd_create("detrain_random", MFD_CLOEXEC);
  unsigned char* block = file < 0 ? NULL : malloc(DeviceBytes);
  for (uint32_t at = 0; block && at < DeviceBytes / 16; ++at) {
    const uint32_t counter[4] = {at, 0, (uint32_t)seed[1], (uint32_t)(seed[1] >> 32)};
    uint32_t words[4];
    Philox(counter, key, words);
    memcpy(block + (size_t)at * 16, words, sizeof words);
  }
  if (block && write(file, block, DeviceBytes) == DeviceBytes)
    lseek(file, 0, SEEK_SET);
  free(block);
  return file;
}

static bool IsDevice(const char* path) {
  return strcmp(path, "/dev/urandom") == 0 || strcmp(path, "/dev/random") == 0;
}

static FILE* OpenStream(const char* name, const char* path, const char* mode, const void* caller) {
  const struct Input* input = IsDevice(path) ? NextInput("random-device", caller) : NULL;
  return input ? fdopen(DeviceFile(input), "r") : NextFopen(name)(path, mode);
}

FILE* fopen(const char* restrict path, const char* restrict mode) {
  return OpenStream("fopen", path, mode, CALLER);
}

FILE* fopen64(const char* restrict path, const char* restrict mode) {
  return OpenStream("fopen64", path, mode, CALLER);
}

static int OpenDescriptor(const char* path, int flags, mode_t mode, const void* caller) {
  const struct Input* input = IsDevice(path) ? NextInput("random-device", caller) : NULL;
  return input ? DeviceFile(input) : (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}

static mode_t ModeOf(int flags, va_list arguments) {
  return (flags & (O_CREAT | __O_TMPFILE)) != 0 ? va_arg(arguments, mode_t) : 0;
}

int open(const char* path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = ModeOf(flags, arguments);
  va_end(arguments);
  return OpenDescriptor(path, flags, mode, CALLER);
}

int open64(const char* path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = ModeOf(flags, arguments);
  va_end(arguments);
  return OpenDescriptor(path, flags | O_LARGEFILE, mode, CALLER);
}

// NOLINTEND(readability-identifier-naming)
