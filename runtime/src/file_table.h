// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shared by the hooks that open files (file_hooks.cpp) and the code that restores them (files.cpp).
#ifndef DETRAIN_RUNTIME_SRC_FILE_TABLE_H
#define DETRAIN_RUNTIME_SRC_FILE_TABLE_H

#include <cstdint>
#include <cstdio>
#include <map>
#include <mutex>

#include "files.h"

namespace detrain::runtime {

struct FileTable {
  std::mutex mutex;
  std::map<const FILE*, OpenFile> streams;
  std::map<int, OpenFile> descriptors;
  std::uint64_t last_ordinal = 0;
  std::uint64_t sealed = 0;
  std::map<std::uint64_t, OpenFile> restored;  // by the ordinal of the checkpoint
};

FileTable& Files();
void AddFile(OpenFile file);  // gives it its ordinal
void DropStream(FILE* stream);
void DropDescriptor(int fd);
// The program moved a handle to write somewhere else.
void MovedStream(FILE* stream);

}  // namespace detrain::runtime

#endif
