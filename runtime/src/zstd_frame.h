// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// zstd frames (RFC 8878): one for each tensor, so that each can be read alone, and all of them together are what
// `zstd -d` makes a safetensors file of.
#ifndef DETRAIN_RUNTIME_SRC_ZSTD_FRAME_H
#define DETRAIN_RUNTIME_SRC_ZSTD_FRAME_H

#include <cstddef>

#include "file_writer.h"

namespace detrain::runtime {

// Appends a frame that holds these bytes. 0 or an errno.
int AppendFrame(FileWriter& file, const void* bytes, std::size_t size, int level);

// False where the frame does not hold exactly `size` bytes.
bool UnpackFrame(const void* frame, std::size_t packed, void* bytes, std::size_t size);

// False where no frame of `packed` bytes can hold so many.
bool CanHold(std::size_t packed, std::size_t size);

}  // namespace detrain::runtime

#endif
