// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How the runtime ends a process. A rewritten program cannot handle our errors, so each is one line on stderr and an
// exit code of the contract: 2 for a restore that is refused and for a bad setting, 3 where no good checkpoint exists
// or a write failed.
#ifndef DETRAIN_RUNTIME_SRC_FAIL_H
#define DETRAIN_RUNTIME_SRC_FAIL_H

#include <exception>
#include <functional>
#include <string>
#include <vector>

#include "inside.h"

namespace detrain::runtime {

// Prints "detrain: <line>" to stderr in one write.
void Say(const std::string& line);

[[noreturn]] void Refuse(const std::string& why);  // exit code 2
[[noreturn]] void Refuse(const std::vector<std::string>& lines);
[[noreturn]] void Fail(const std::string& why);        // exit code 3
[[noreturn]] void NotCovered(const std::string& why);  // exit code 4
bool IsFailing();                                      // one of them was called: the one line has been said

// Flushes the program's stdio and ends the process at once: no atexit handlers, since they are code after the loop.
[[noreturn]] void Leave(int code);

// The same, and the process ends as `signal` ends one.
[[noreturn]] void LeaveBySignal(int signal);

// Called by Leave before the process ends: removes what is half written.
void OnLeave(std::function<void()> cleanup);

// Around what an entry point does. Nothing may be thrown into C code: what our own libraries throw (out of memory) ends
// the process with a message.
template <typename Body>
auto Guard(Body body) -> decltype(body()) {
  const Inside inside;
  try {
    return body();
  } catch (const std::exception& error) {
    Fail(std::string("internal error: ") + error.what());
  }
}

}  // namespace detrain::runtime

#endif
