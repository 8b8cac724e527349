// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// State inside the C library, by the path that plans give it: the generators "libc::rand" (rand, random) and
// "libc::drand48", "libc::errno", which std::stoi and its kind put back, and "libc::stdin", the place in standard
// input.
#ifndef DETRAIN_RUNTIME_SRC_HIDDEN_H
#define DETRAIN_RUNTIME_SRC_HIDDEN_H

#include <cstddef>
#include <string>

namespace detrain::runtime {

// While it lives, errno is the runtime's; then it is again what the program left, or what was restored.
class KeptErrno {
 public:
  KeptErrno();
  ~KeptErrno();
  KeptErrno(const KeptErrno&) = delete;
  KeptErrno& operator=(const KeptErrno&) = delete;
};

// Gives rand() a state that we can read, with the numbers of the default one. Before main.
void InstallRandState();

// Bytes of the state; 0: a path that the runtime cannot capture.
std::size_t HiddenSize(const char* path);
// Copies the state out and in. False with `why` where the program has taken the generator over.
bool CaptureHidden(const char* path, void* bytes, std::string& why);
void RestoreHidden(const char* path, const void* bytes);

}  // namespace detrain::runtime

#endif
