// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes that are under way.
#ifndef DETRAIN_RUNTIME_SRC_WRITE_QUEUE_H
#define DETRAIN_RUNTIME_SRC_WRITE_QUEUE_H

#include <sys/types.h>

#include <cstddef>
#include <memory>

namespace detrain::runtime {

struct Piece {
  int fd = -1;
  const char* bytes = nullptr;
  std::size_t size = 0;
  off_t offset = 0;
};

class WriteQueue {
 public:
  virtual ~WriteQueue() = default;
  // Begins to write a piece under a number below kWriterSlots that is not under way. 0 or an errno.
  virtual int Submit(const Piece& piece, unsigned slot) = 0;
  // Waits until this one is written, all of it. 0 or an errno.
  virtual int Wait(unsigned slot) = 0;
};

// The rest of a piece of which `done` bytes are written, by plain calls. 0 or an errno.
int WriteRest(const Piece& piece, std::size_t done);

std::unique_ptr<WriteQueue> MakeUringQueue();  // null where the kernel does not allow it
std::unique_ptr<WriteQueue> MakeThreadQueue();

}  // namespace detrain::runtime

#endif
