/* Linked into a program with ranks by -Wl,--wrap=..: one process is killed at one call of one rank, and once only.
   STRIKE=CALL:RANK:N:WHOM: rank RANK's Nth send (half of it has gone out), fsync or read; the rank, its hub (the
   process that carries its messages), or the launcher of that is killed. */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

int detrain_rank(void);
int detrain_rank_count(void); /* 1 in a hub */

static pid_t parent_of(pid_t process) {
  char path[64], text[512] = {0};
  int parent = 0;
  snprintf(path, sizeof path, "/proc/%d/stat", (int)process);
  FILE* file = fopen(path, "r");
  if (file != NULL && fread(text, 1, sizeof text - 1, file) > 0)
    sscanf(strrchr(text, ')') + 4, "%d", &parent);
  return parent;
}

static int is_due(const char* call, char* whom) {
  static int calls;
  char name[16];
  int rank, at;
  const char* plan = getenv("STRIKE");
  if (plan == NULL || sscanf(plan, "%15[^:]:%d:%d:%15s", name, &rank, &at, whom) != 4)
    return 0;
  return strcmp(name, call) == 0 && detrain_rank_count() > 1 && detrain_rank() == rank &&
         __sync_add_and_fetch(&calls, 1) == at && open("struck", O_CREAT | O_EXCL | O_WRONLY, 0666) >= 0;
}

static void strike(const char* whom) {
  const pid_t hub = getppid();
  kill(strcmp(whom, "rank") == 0 ? getpid() : strcmp(whom, "hub") == 0 ? hub : parent_of(hub), SIGKILL);
  pause();
}

ssize_t __real_send(int socket, const void* bytes, size_t size, int flags);
ssize_t __wrap_send(int socket, const void* bytes, size_t size, int flags) {
  char whom[16];
  if (is_due("send", whom)) {
    __real_send(socket, bytes, size / 2, flags);
    strike(whom);
  }
  return __real_send(socket, bytes, size, flags);
}

int __real_fsync(int file);
int __wrap_fsync(int file) {
  char whom[16];
  if (is_due("fsync", whom))
    strike(whom);
  return __real_fsync(file);
}

ssize_t __real_pread(int file, void* bytes, size_t size, off_t offset);
ssize_t __wrap_pread(int file, void* bytes, size_t size, off_t offset) {
  char whom[16];
  if (is_due("read", whom))
    strike(whom);
  return __real_pread(file, bytes, size, offset);
}
