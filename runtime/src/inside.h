// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tells the program's use of `operator new` from the runtime's own, which is no state of the program.
#ifndef DETRAIN_RUNTIME_SRC_INSIDE_H
#define DETRAIN_RUNTIME_SRC_INSIDE_H

namespace detrain::runtime {

// While one lives, this thread runs the runtime's code.
class Inside {
 public:
  Inside() { Enter(); }
  ~Inside() { Leave(); }
  Inside(const Inside&) = delete;
  Inside& operator=(const Inside&) = delete;

  static void Enter() { ++depth; }
  static void Leave() { --depth; }
  static bool IsAnywhere() { return depth != 0; }

 private:
  static inline thread_local unsigned depth = 0;
};

}  // namespace detrain::runtime

#endif
