// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// zstd frames (RFC 8878): one for each tensor, so that each can be read alone, and all of them together are what
// `zstd -d` makes a safetensors file of.
#ifndef DETRAIN_RUNTIME_SRC_ZSTD_FRAME_H
#define DETRAIN_RUNTIME_SRC_ZSTD_FRAME_H

#include <cstddef>
#include <functional>
#include <vector>

#include "file_writer.h"

struct ZSTD_DCtx_s;

namespace detrain::runtime {

// Appends a frame that holds these bytes. 0 or an errno.
int AppendFrame(FileWriter& file, const void* bytes, std::size_t size, int level);

// False where the frame does not hold exactly `size` bytes.
bool UnpackFrame(const void* frame, std::size_t packed, void* bytes, std::size_t size);

// The bytes of one frame, a piece at a time.
class FrameReader {
 public:
  FrameReader();
  ~FrameReader();
  FrameReader(const FrameReader&) = delete;
  FrameReader& operator=(const FrameReader&) = delete;

  // Takes the next piece of the frame and hands out what comes of it. False: this is no frame.
  bool Add(const char* piece, std::size_t size, const std::function<void(const char* bytes, std::size_t size)>& use);

 private:
  ZSTD_DCtx_s* context_;
  std::vector<char> buffer_;
};

// False where no frame of `packed` bytes can hold so many.
bool CanHold(std::size_t packed, std::size_t size);

}  // namespace detrain::runtime

#endif
