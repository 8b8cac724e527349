// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The files that Clang sees: those of the disk, and those that are built into detrain.
#ifndef DETRAIN_ANALYZER_LOAD_FILES_H
#define DETRAIN_ANALYZER_LOAD_FILES_H

#include <llvm/ADT/IntrusiveRefCntPtr.h>
#include <llvm/Support/VirtualFileSystem.h>

#include <cstdint>
#include <string>
#include <vector>

#include "analyzer/load/load.h"

namespace detrain::load {

using FileSystem = llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>;

inline constexpr const char* kLibraryTexts = "/detrain/libstdc++";   // a folder, searched before libstdc++
inline constexpr const char* kCudaFolder = "/detrain/cuda";          // a folder of headers
inline constexpr const char* kCudaHeader = "detrain_cuda_compat.h";  // in it: what nvcc has and Clang's CUDA has not

// Whose text of Thrust is read.
enum class Thrust : std::uint8_t {
  Own,      // the host backend's, which can be followed and is a part of it
  Toolkit,  // NVIDIA's
};

// Relative names are below `directory`. With CUDA, whose headers are in `toolkit`/include, the launches of sources are
// in the one form that Clang reads; empty: none.
FileSystem FilesSeenFrom(const std::string& directory, const std::string& toolkit, Thrust thrust,
                         const std::vector<UnsavedFile>& unsaved);

}  // namespace detrain::load

#endif
