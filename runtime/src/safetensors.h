// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The safetensors format: 8 bytes with the header's length, a JSON header, the tensors' bytes without gaps.
// https://github.com/huggingface/safetensors#format
#ifndef DETRAIN_RUNTIME_SRC_SAFETENSORS_H
#define DETRAIN_RUNTIME_SRC_SAFETENSORS_H

#include <cstdint>
#include <string>
#include <vector>

#include "file_writer.h"
#include "tensors.h"

namespace detrain::runtime {

// Where a tensor's bytes lie in the file, and in the compressed one.
struct TensorPlace {
  std::uint64_t offset = 0;
  std::uint64_t packed_offset = 0;
  std::uint64_t packed_length = 0;
};

// Writes the tensors (the more strictly aligned first), fsync included; gives each one's place, in the order given.
// `level` of zstd, 0: as they are. Returns 0 or an errno.
int WriteSafetensors(FileWriter& file, const std::string& path, int level, const std::vector<const Tensor*>& tensors,
                     std::vector<TensorPlace>& places);

}  // namespace detrain::runtime

#endif
