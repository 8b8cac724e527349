// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Standard input as a file in which a restore can go back. A regular file is one. What the program takes out of a pipe
// or a terminal is kept in DIR/stdin before the program sees it: there it is read again by a run that goes on and by a
// replay, and behind its end comes what the world has.
#ifndef DETRAIN_RUNTIME_SRC_STANDARD_INPUT_H
#define DETRAIN_RUNTIME_SRC_STANDARD_INPUT_H

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string_view>

#include "json.h"

namespace detrain::runtime {

// The entries of a plan that stand for the place in standard input: of C's stream, and of C++'s with its state.
inline constexpr std::string_view kStandardInput = "libc::stdin";
inline constexpr std::string_view kCin = "std::cin";

// As saved, for that entry.
struct PlaceInInput {
  std::int64_t offset = -1;  // -1: has none
  std::int64_t at_end = 0;   // of the stream: feof
};

// Before main, once it is known which run this process goes on with or replays.
void OpenStandardInput();

PlaceInInput PlaceInStandardInput();
// None where the program has given std::cin a buffer of its own.
PlaceInInput PlaceOfCin();
void MoveStandardInput(const PlaceInInput& place);

// Whether the stream is standard input, and what is read of it is kept: its descriptor is not to be read then.
bool IsKept(const FILE* stream);

// read() of descriptor 0; false: it is no pipe that is kept.
bool ReadStandardInput(int fd, void* bytes, std::size_t size, ssize_t& result);

// The file that it is, for the manifest; what was read of it is data like any other. Nothing for a pipe.
void NoteStandardInput(Json& manifest);

int SyncStandardInput();  // 0 or an errno

}  // namespace detrain::runtime

#endif
