// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/rewrite/hooks.h"

#include <algorithm>
#include <set>
#include <span>
#include <string_view>

namespace detrain::rewrite {

namespace {

struct Group {
  const char* header;
  const char* name;
  const char* functions;  // each with a space behind it
};

// As in runtime/include/detrain/hooks.h.
constexpr Group groups[] = {
    {"stdlib.h", "HEAP", "malloc calloc realloc reallocarray free aligned_alloc posix_memalign "},
    {"stdlib.h", "MKSTEMP", "mkstemp "},
    {"stdlib.h", "ARC4RANDOM", "arc4random arc4random_uniform arc4random_buf "},
    {"string.h", "STRING", "strdup strndup "},
    {"stdio.h", "STDIO", "fopen freopen fdopen fclose tmpfile remove rename fseek fseeko rewind fsetpos "},
    {"stdio.h", "LINES", "getline getdelim "},
    {"fcntl.h", "FD", "open openat creat "},
    {"unistd.h", "UNISTD", "close read lseek pwrite unlink truncate ftruncate "},
    {"unistd.h", "PID", "getpid "},
    {"unistd.h", "PPID", "getppid "},
    {"unistd.h", "ACCESS", "access "},
    {"unistd.h", "ENTROPY", "getentropy "},
    {"time.h", "TIME", "time clock clock_gettime timespec_get "},
    {"sys/time.h", "SYSTIME", "gettimeofday "},
    {"sys/times.h", "TIMES", "times "},
    {"sys/random.h", "RANDOM", "getrandom "},
    {"pthread.h", "THREADS",
     "pthread_create pthread_join pthread_detach pthread_self pthread_cancel pthread_mutex_lock pthread_mutex_unlock "
     "pthread_cond_wait pthread_cond_timedwait pthread_cond_signal pthread_cond_broadcast pthread_rwlock_rdlock "
     "pthread_rwlock_wrlock pthread_rwlock_unlock pthread_barrier_init pthread_barrier_wait pthread_cond_clockwait "
     "pthread_setname_np pthread_setaffinity_np "},
    {"semaphore.h", "SEMAPHORE", "sem_wait sem_post "},
    {"sched.h", "SCHED", "sched_yield "},
    {"sys/mman.h", "MAP", "mmap munmap "},
};

bool Includes(const std::vector<std::string>& headers, const std::string& name) {
  return std::any_of(headers.begin(), headers.end(), [&](const std::string& header) {
    return header.ends_with("/include/" + name) || header.ends_with("-linux-gnu/" + name);
  });
}

// The classes of C++ call them in their headers' text.
bool HasThreadClasses(const std::vector<std::string>& headers) {
  return std::any_of(headers.begin(), headers.end(), [](const std::string& header) {
    return header.ends_with("/bits/std_thread.h") || header.ends_with("/bits/std_mutex.h");
  });
}

bool IsOfThreads(const Group& group) {
  return group.name == std::string_view("THREADS") || group.name == std::string_view("SCHED");
}

// Memory that a library of headers takes holds the program's state as well as any other.
bool IsOfHeap(const Group& group) {
  return group.name == std::string_view("HEAP");
}

bool Calls(const std::set<std::string>& names, std::string functions) {
  for (std::size_t space = functions.find(' '); space != std::string::npos; space = functions.find(' ')) {
    if (names.contains(functions.substr(0, space)))
      return true;
    functions.erase(0, space + 1);
  }
  return false;
}

}  // namespace

std::string Hooks(const Unit& unit) {
  const std::vector<std::string>& system_headers = unit.loaded().system_headers();
  const bool is_cxx = unit.IsCxx();
  std::string includes, defines, own, last;
  for (const Group& group : groups) {
    const bool is_named = Calls(unit.library_names(), group.functions) ||
                          (IsOfHeap(group) && Calls(unit.header_names(), group.functions));
    const bool is_called = is_named && Includes(system_headers, group.header);
    if (!is_called && !(is_cxx && IsOfThreads(group) && HasThreadClasses(system_headers)))
      continue;
    if (last != group.header)
      includes += std::string("#include <") + group.header + ">\n";
    last = group.header;
    defines += std::string("#define DETRAIN_HOOK_") + group.name + "\n";
  }
  for (const std::string& name : unit.own_names())
    own += "#undef " + name + "\n";
  return (is_cxx ? "" : includes) + defines + "#include <detrain/hooks.h>\n" + own;
}

}  // namespace detrain::rewrite
