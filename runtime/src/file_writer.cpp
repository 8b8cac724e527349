// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "file_writer.h"

#include <fcntl.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "disk.h"
#include "write_queue.h"

namespace detrain::runtime {
namespace {

constexpr std::size_t kBlock = 4096;
// Below it the page cache is as good.
constexpr std::uint64_t kDirectFrom = 1 << 20;

std::unique_ptr<WriteQueue> MakeQueue(IoMode mode) {
  std::unique_ptr<WriteQueue> queue = mode == IoMode::Threads ? nullptr : MakeUringQueue();
  return queue != nullptr ? std::move(queue) : MakeThreadQueue();
}

}  // namespace

FileWriter::FileWriter(IoMode mode) : mode_(mode) {}

FileWriter::~FileWriter() {
  Abandon();
  std::free(memory_);
}

int FileWriter::Open(const std::string& path, std::uint64_t expected) {
  if (queue_ == nullptr)
    queue_ = MakeQueue(mode_);
  if (memory_ == nullptr)
    memory_ = static_cast<char*>(std::aligned_alloc(kBlock, kWriterSlots * kWriterPiece));
  if (memory_ == nullptr)
    return ENOMEM;
  size_ = 0;
  slot_ = 0;
  filled_ = 0;
  fd_ = OpenToWrite(path);
  if (fd_ < 0)
    return errno;
  is_direct_ = expected >= kDirectFrom && fcntl(fd_, F_SETFL, O_DIRECT) == 0;
  return 0;
}

int FileWriter::Append(const void* bytes, std::size_t size) {
  const char* at = static_cast<const char*>(bytes);
  while (size > 0) {
    const std::size_t part = std::min(size, kWriterPiece - filled_);
    std::memcpy(memory_ + slot_ * kWriterPiece + filled_, at, part);
    at += part;
    size -= part;
    filled_ += part;
    size_ += part;
    if (filled_ < kWriterPiece)
      continue;
    if (const int error = Flush())
      return error;
  }
  return 0;
}

int FileWriter::Flush() {
  char* bytes = memory_ + slot_ * kWriterPiece;
  std::size_t length = filled_;
  // The end of the file is no whole block; it is cut afterwards.
  if (is_direct_ && length % kBlock != 0) {
    length = (length + kBlock - 1) / kBlock * kBlock;
    std::memset(bytes + filled_, 0, length - filled_);
  }
  const Piece piece = {fd_, bytes, length, static_cast<off_t>(size_ - filled_)};
  const int error = queue_->Submit(piece, slot_);
  slot_ = (slot_ + 1) % kWriterSlots;
  filled_ = 0;
  return error != 0 ? error : queue_->Wait(slot_);
}

int FileWriter::WaitAll() {
  int first = 0;
  for (unsigned slot = 0; slot < kWriterSlots; ++slot) {
    const int error = queue_->Wait(slot);
    first = first != 0 ? first : error;
  }
  return first;
}

int FileWriter::Finish() {
  const bool is_padded = is_direct_ && size_ % kBlock != 0;
  int error = filled_ > 0 ? Flush() : 0;
  const int of_rest = WaitAll();
  error = error != 0 ? error : of_rest;
  if (error == 0 && is_padded)
    error = Again([&] { return io::CutOpen(fd_, static_cast<off_t>(size_)); }) == 0 ? 0 : errno;
  Fd fd(fd_);
  fd_ = -1;
  if (error == 0)
    error = fd.Sync();
  return error != 0 ? error : fd.Close();
}

void FileWriter::Abandon() {
  if (fd_ < 0)
    return;
  WaitAll();
  io::Close(fd_);
  fd_ = -1;
}

}  // namespace detrain::runtime
