// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Child processes: compilers and programs under verification.
#ifndef DETRAIN_ANALYZER_DRIVER_PROCESS_H
#define DETRAIN_ANALYZER_DRIVER_PROCESS_H

#include <sys/types.h>

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "analyzer/base/result.h"

namespace detrain::driver {

using Environment = std::map<std::string, std::string>;

struct ChildSpec {
  std::vector<std::string> argv;                          // argv[0] is what the child is told that it is called
  std::string executable = {};                            // empty: argv[0], looked up in PATH
  std::string directory = {};                             // empty: ours
  std::optional<Environment> environment = std::nullopt;  // nullopt: ours
  std::string stdin_path = {};                            // empty: ours
  std::string stdout_path = {};                           // empty: ours; appended to
  std::string stderr_path = {};                           // likewise; may equal stdout_path
  double timeout = 0;                                     // seconds; 0: none
  std::uint64_t cpu_seconds = 0;                          // of all its threads, then SIGXCPU ends it; 0: no limit
  std::uint64_t enough_lines = 0;  // the child is killed once stdout_path has so many lines; 0: never
  int affinity = -1;               // the only CPU that it may use; -1: as we
  bool own_group = false;          // a process group of its own, which a signal to -pid reaches
};

struct Outcome {
  int code = 0;    // exit code; meaningless after a signal
  int signal = 0;  // that ended it; 0: none
  bool timed_out = false;
  double seconds = 0;
  double cpu_seconds = 0;  // of all its threads, and of the children that it waited for

  bool Succeeded() const { return code == 0 && signal == 0 && !timed_out; }
  // What a shell would report.
  int ShellCode() const { return signal != 0 ? 128 + signal : code; }
  std::string Describe() const;  // "exit code 3", "signal 9 (Killed)", "no end after 12 s"
};

// Starts the child. Error: it cannot be executed.
Result<pid_t> Start(const ChildSpec& spec);
// Whether the child has ended; fills in code, signal and cpu_seconds.
bool HasEnded(pid_t child, Outcome& outcome);
// Starts and waits. An interrupt of ours (Ctrl-C) ends the child too.
Result<Outcome> Run(const ChildSpec& spec);

// Runs a tool and gives back its standard output. Error: it cannot be executed or fails.
Result<std::string> Capture(std::vector<std::string> argv);

// Our environment less every variable that steers a rewritten program, so that nothing but the command decides.
Environment CleanEnvironment();

// The executable that a shell would run for `name`, absolute. Error: there is none.
Result<std::string> FindExecutable(const std::string& name);

// Set by SIGINT and SIGTERM once watched. Loops that start children stop when it is set.
extern std::atomic<bool> interrupted;
void WatchInterrupts();

}  // namespace detrain::driver

#endif
