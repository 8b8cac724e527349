// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fcntl.h>

#include <array>
#include <mutex>

#include "crew.h"
#include "disk.h"
#include "file_writer.h"
#include "write_queue.h"

namespace detrain::runtime {

int WriteRest(const Piece& piece, std::size_t done) {
  while (done < piece.size) {
    const ssize_t wrote = Again([&] {
      return io::WriteAt(piece.fd, piece.bytes + done, piece.size - done, piece.offset + static_cast<off_t>(done));
    });
    if (wrote < 0)
      return errno;
    if (wrote == 0)
      return EIO;
    done += static_cast<std::size_t>(wrote);
    // Past the page cache only whole blocks can be written, and this one is not whole any more.
    if (done < piece.size && done % 4096 != 0)
      fcntl(piece.fd, F_SETFL, fcntl(piece.fd, F_GETFL) & ~O_DIRECT);
  }
  return 0;
}

namespace {

class ThreadQueue : public WriteQueue {
 public:
  int Submit(const Piece& piece, unsigned slot) override {
    {
      const std::lock_guard<Mutex> holding(mutex_);
      states_[slot] = kUnderWay;
    }
    crew_->Do([this, piece, slot] {
      const int error = WriteRest(piece, 0);
      const std::lock_guard<Mutex> holding(mutex_);
      states_[slot] = error;
      changed_.Wake();
    });
    return 0;
  }

  int Wait(unsigned slot) override {
    const std::lock_guard<Mutex> holding(mutex_);
    while (states_[slot] == kUnderWay)
      changed_.Wait(mutex_);
    const int error = states_[slot];
    states_[slot] = 0;
    return error;
  }

 private:
  static constexpr int kUnderWay = -1;
  Crew* crew_ = new Crew(kWriterSlots);  // its threads never end
  Mutex mutex_;
  Condition changed_;
  std::array<int, kWriterSlots> states_ = {};  // kUnderWay, 0 or an errno
};

}  // namespace

std::unique_ptr<WriteQueue> MakeThreadQueue() {
  return std::make_unique<ThreadQueue>();
}

}  // namespace detrain::runtime
