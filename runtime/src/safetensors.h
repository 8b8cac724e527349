// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The safetensors format: 8 bytes with the header's length, a JSON header, the tensors' bytes without gaps.
// https://github.com/huggingface/safetensors#format
#ifndef DETRAIN_RUNTIME_SRC_SAFETENSORS_H
#define DETRAIN_RUNTIME_SRC_SAFETENSORS_H

#include <cstdint>
#include <string>
#include <vector>

#include "tensors.h"

namespace detrain::runtime {

// Writes the tensors (the more strictly aligned first), fsync included; gives each one's offset from the start of the
// file, in the order given. Returns 0 or an errno.
int WriteSafetensors(const std::string& path, const std::vector<const Tensor*>& tensors,
                     std::vector<std::uint64_t>& offsets);

}  // namespace detrain::runtime

#endif
