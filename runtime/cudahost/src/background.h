// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The copies that the threads of a block have under way (detrain/cudahost/background.h).
#pragma once

#include <cstddef>
#include <map>
#include <vector>

namespace detrain::cudahost {

struct BackgroundCopy {
  void* to;
  const void* from;
  std::size_t bytes, zeros;
  const void* caller;  // an address behind the call
  std::size_t batch;   // of its thread's, from 0

  void Tell() const;  // of its accesses
  void Do() const;
};

class BackgroundCopies {
 public:
  void Add(unsigned thread, BackgroundCopy copy);
  void Commit(unsigned thread);
  // All batches but the last `but`.
  void Wait(unsigned thread, std::size_t but);
  // The thread ends: what it has not waited for is done now.
  void End(unsigned thread);
  // For a new block.
  void Clear() { of_.clear(); }

 private:
  struct Thread {
    std::vector<BackgroundCopy> copies;  // in the order in which they were asked for
    std::size_t batches = 0;             // closed so far
  };
  std::map<unsigned, Thread> of_;
};

}  // namespace detrain::cudahost
