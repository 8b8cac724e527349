// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A data file, written from its beginning to its end as fast as the disk takes it: in large pieces, several of them
// under way at a time, past the page cache where the file system can. What has several under way is io_uring where the
// kernel allows it, a few threads elsewhere (DETRAIN_IO). One file at a time.
#ifndef DETRAIN_RUNTIME_SRC_FILE_WRITER_H
#define DETRAIN_RUNTIME_SRC_FILE_WRITER_H

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "settings.h"

namespace detrain::runtime {

class WriteQueue;

class FileWriter {
 public:
  explicit FileWriter(IoMode mode);
  ~FileWriter();
  FileWriter(const FileWriter&) = delete;
  FileWriter& operator=(const FileWriter&) = delete;

  // `expected`: about how many bytes are to come. All return 0 or an errno; after an error, Abandon().
  int Open(const std::string& path, std::uint64_t expected);
  int Append(const void* bytes, std::size_t size);
  int Finish();  // all written, fsync included, and closed
  void Abandon();
  [[nodiscard]] std::uint64_t size() const { return size_; }

 private:
  int Flush();     // the piece that is being filled
  int TakeSlot();  // one to fill
  int WaitAll();

  IoMode mode_;
  std::unique_ptr<WriteQueue> queue_;
  char* memory_ = nullptr;  // of all slots
  int fd_ = -1;
  bool is_direct_ = false;
  std::uint64_t size_ = 0;  // appended
  unsigned slot_ = 0;
  std::size_t filled_ = 0;
};

// Bytes that a FileWriter needs for itself.
constexpr std::size_t kWriterPiece = 4 << 20;
constexpr unsigned kWriterSlots = 4;

}  // namespace detrain::runtime

#endif
