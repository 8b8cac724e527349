// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Open files: FILE and file descriptor, with what is needed to open them again at the same position.
#ifndef DETRAIN_RUNTIME_SRC_FILES_H
#define DETRAIN_RUNTIME_SRC_FILES_H

#include <cstdint>
#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

namespace detrain::runtime {

enum class FileKind : std::uint8_t { Stream, Descriptor, RandomStream, RandomDescriptor, Temporary, CxxStream };

struct OpenFile {
  std::uint64_t ordinal = 0;  // 1-based, in the order of opening; from kStandardOrdinal: see there
  FileKind kind = FileKind::Stream;
  std::string key;   // of paths.h; for standard streams "<stdin>", "<stdout>", "<stderr>"
  std::string mode;  // streams: as given to fopen
  int flags = 0;     // descriptors: as given to open
  FILE* stream = nullptr;
  int fd = -1;
  std::filebuf* buffer = nullptr;  // C++ streams: it reads and writes what `stream` has opened
  bool writes = false;
  bool in_place = false;       // may write in the middle
  std::uint64_t seed[2] = {};  // random devices: key of the stream that serves them
  // Filled in by DescribeFiles.
  std::int64_t offset = -1;  // -1: has none (a pipe, a terminal)
  bool at_end = false;
};

// The record of an open stream or descriptor; false where the runtime does not know it.
bool FindStream(const FILE* stream, OpenFile& file);
bool FindDescriptor(int fd, OpenFile& file);

// Those of C++ streams, which keep bytes back.
std::vector<OpenFile> BufferedFiles();

// All open files with their positions.
std::vector<OpenFile> DescribeFiles();

// The number of the file opened last.
std::uint64_t LastFile();

// Files opened after this one by number are not opened again by a restart on its own.
void SealFiles(std::uint64_t last);
std::uint64_t SealedFiles();

// stdin, stdout and stderr have ordinals from here, above all that the program opens.
constexpr std::uint64_t kStandardOrdinal = 1000000000;
constexpr std::uint64_t kStandardCount = 3;
// Whether it is one of them, by its key.
bool IsStandard(std::uint64_t ordinal, const std::string& key);

// Puts the open files back as `saved` says: those that the code before the loop opened again are pointed at the real
// file and moved, others are opened where `wanted` holds their ordinal. Afterwards StreamOf and DescriptorOf translate
// ordinals of the checkpoint.
void RestoreFiles(const std::vector<OpenFile>& saved, const std::vector<std::uint64_t>& wanted,
                  const std::vector<std::uint64_t>& untouched);
// Gives a C++ stream its file back, at its place.
void RestoreBuffer(std::filebuf& buffer, const OpenFile& saved);
FILE* StreamOf(std::uint64_t saved_ordinal);
int DescriptorOf(std::uint64_t saved_ordinal);

}  // namespace detrain::runtime

#endif
