// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// io_uring by its system calls (io_uring(7)): a program that links the runtime needs no library for it.
#include <linux/io_uring.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cstring>

#include "disk.h"
#include "file_writer.h"
#include "write_queue.h"

namespace detrain::runtime {
namespace {

// Memory that the kernel shares with us.
class Shared {
 public:
  Shared() = default;
  ~Shared() {
    if (memory_ != MAP_FAILED)
      munmap(memory_, size_);
  }
  Shared(const Shared&) = delete;
  Shared& operator=(const Shared&) = delete;
  bool Map(int ring, std::size_t size, off_t which) {
    size_ = size;
    memory_ = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, ring, which);
    return memory_ != MAP_FAILED;
  }
  template <typename T>
  [[nodiscard]] T* At(std::size_t offset) const {
    return reinterpret_cast<T*>(static_cast<char*>(memory_) + offset);
  }

 private:
  void* memory_ = MAP_FAILED;
  std::size_t size_ = 0;
};

class UringQueue : public WriteQueue {
 public:
  ~UringQueue() override {
    if (ring_ >= 0)
      close(ring_);
  }
  bool Start();
  int Submit(const Piece& piece, unsigned slot) override;
  int Wait(unsigned slot) override;

 private:
  struct Slot {
    Piece piece;
    bool is_under_way = false;
    int result = 0;  // as the kernel gave it
  };
  void Fill(const Piece& piece, unsigned slot);
  int Enter(unsigned submit, unsigned wait);
  void Reap();

  int ring_ = -1;
  io_uring_params params_ = {};
  Shared submissions_, completions_, entries_;
  std::array<Slot, kWriterSlots> slots_;
};

bool UringQueue::Start() {
  ring_ = static_cast<int>(syscall(SYS_io_uring_setup, kWriterSlots, &params_));
  // The feature came with IORING_OP_WRITE.
  if (ring_ < 0 || (params_.features & IORING_FEAT_RW_CUR_POS) == 0)
    return false;
  const auto& sq = params_.sq_off;
  const auto& cq = params_.cq_off;
  return submissions_.Map(ring_, sq.array + params_.sq_entries * sizeof(unsigned), IORING_OFF_SQ_RING) &&
         completions_.Map(ring_, cq.cqes + params_.cq_entries * sizeof(io_uring_cqe), IORING_OFF_CQ_RING) &&
         entries_.Map(ring_, params_.sq_entries * sizeof(io_uring_sqe), IORING_OFF_SQES);
}

void UringQueue::Fill(const Piece& piece, unsigned slot) {
  unsigned* tail = submissions_.At<unsigned>(params_.sq_off.tail);
  const unsigned mask = *submissions_.At<unsigned>(params_.sq_off.ring_mask);
  const unsigned index = *tail & mask;
  io_uring_sqe& entry = entries_.At<io_uring_sqe>(0)[index];
  std::memset(&entry, 0, sizeof entry);
  entry.opcode = IORING_OP_WRITE;
  entry.fd = piece.fd;
  entry.addr = reinterpret_cast<std::uint64_t>(piece.bytes);
  entry.len = static_cast<unsigned>(piece.size);
  entry.off = static_cast<std::uint64_t>(piece.offset);
  entry.user_data = slot;
  submissions_.At<unsigned>(params_.sq_off.array)[index] = index;
  __atomic_store_n(tail, *tail + 1, __ATOMIC_RELEASE);
}

int UringQueue::Enter(unsigned submit, unsigned wait) {
  const long result = Again([&] { return io::EnterRing(ring_, submit, wait, wait > 0 ? IORING_ENTER_GETEVENTS : 0); });
  return result < 0 ? errno : 0;
}

int UringQueue::Submit(const Piece& piece, unsigned slot) {
  slots_[slot] = {piece, true, 0};
  Fill(piece, slot);
  const int error = Enter(1, 0);
  if (error != 0) {  // it was not taken: out of the ring again
    unsigned* tail = submissions_.At<unsigned>(params_.sq_off.tail);
    __atomic_store_n(tail, *tail - 1, __ATOMIC_RELEASE);
    slots_[slot].is_under_way = false;
  }
  return error;
}

void UringQueue::Reap() {
  unsigned* head = completions_.At<unsigned>(params_.cq_off.head);
  const unsigned mask = *completions_.At<unsigned>(params_.cq_off.ring_mask);
  while (*head != __atomic_load_n(completions_.At<unsigned>(params_.cq_off.tail), __ATOMIC_ACQUIRE)) {
    const io_uring_cqe& entry = completions_.At<io_uring_cqe>(params_.cq_off.cqes)[*head & mask];
    Slot& slot = slots_[entry.user_data % kWriterSlots];
    slot.result = io::Completion(slot.piece.fd, slot.piece.bytes, slot.piece.offset, entry.res);
    slot.is_under_way = false;
    __atomic_store_n(head, *head + 1, __ATOMIC_RELEASE);
  }
}

int UringQueue::Wait(unsigned number) {
  Slot& slot = slots_[number];
  for (Reap(); slot.is_under_way; Reap()) {
    if (const int error = Enter(0, 1))
      return error;
  }
  const Piece piece = slot.piece;
  const int result = slot.result;
  slot = {};
  if (result < 0 && result != -EINTR && result != -EAGAIN)
    return -result;
  return WriteRest(piece, result < 0 ? 0 : static_cast<std::size_t>(result));
}

}  // namespace

std::unique_ptr<WriteQueue> MakeUringQueue() {
  auto queue = std::make_unique<UringQueue>();
  return queue->Start() ? std::move(queue) : nullptr;
}

}  // namespace detrain::runtime
