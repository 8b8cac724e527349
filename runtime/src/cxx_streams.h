// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// std::ifstream, std::ofstream and std::fstream: objects of the program that stand at a place in a file; std::cin,
// which stands at one in standard input; and std::cout and its kind, which stand nowhere. What they hold beside that (a
// buffer, a locale, their class) is the library's; a checkpoint has what the program can ask them for.
#ifndef DETRAIN_RUNTIME_SRC_CXX_STREAMS_H
#define DETRAIN_RUNTIME_SRC_CXX_STREAMS_H

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <set>
#include <string>

namespace detrain::runtime {

struct OpenFile;

// As saved: words of a tensor. `file` and `position` are the Location of the open file; 0: none is open. Of std::cin
// they are a PlaceInInput: `file` is 1 where the end was met.
struct CxxStreamState {
  std::int64_t file = 0;
  std::int64_t position = 0;
  std::int64_t state = 0;  // goodbit, eofbit, failbit, badbit
  std::int64_t exceptions = 0;
  std::int64_t flags = 0;  // of the format
  std::int64_t precision = 0;
  std::int64_t width = 0;
  std::int64_t fill = 0;   // a character
  std::int64_t count = 0;  // gcount()
};

bool IsCxxStream(std::uint8_t dtype);
std::size_t CxxStreamSize(std::uint8_t dtype);  // bytes of the object

// The FILE under a buffer, which nobody reads or writes; null: the buffer is closed.
FILE* FileUnder(std::filebuf& buffer);
// The buffer that `file` is the file of: libstdc++ keeps the one in the other.
std::filebuf* BufferOf(std::__basic_file<char>& file);

// The same for a stream object; null also for one that is on no file.
FILE* FileUnder(std::uint8_t dtype, char* object);

bool IsCin(const char* object);
// Why no checkpoint can hold the place of a stream that the program reads, or empty: one that another buffer was given
// to, or that a library made.
std::string WhyNoPlace(std::uint8_t dtype, char* object);

// Without `file` and `position`, but for std::cin.
CxxStreamState DescribeCxxStream(std::uint8_t dtype, char* object);
// `saved`: the file that was open, or null.
void RestoreCxxStream(std::uint8_t dtype, char* object, const CxxStreamState& state, const OpenFile* saved);
// In fresh memory, which a constructor of the program had filled; only those on files.
void MakeCxxStream(std::uint8_t dtype, char* object);

// Where the buffers of the program's file streams lie: the library's own, though the program's `new` gave it them.
std::set<std::uintptr_t> BuffersOfStreams();

// What std::cout, std::clog and the program's file streams keep back goes to their files.
void FlushCxxStreams();

}  // namespace detrain::runtime

#endif
