// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// /dev/random and /dev/urandom, served from Philox under a recorded key, so that a replay reads the same bytes.
#ifndef DETRAIN_RUNTIME_SRC_RANDOM_DEVICE_H
#define DETRAIN_RUNTIME_SRC_RANDOM_DEVICE_H

#include <cstddef>
#include <cstdint>
#include <cstdio>

namespace detrain::runtime {

bool IsRandomDevice(const char* path);

// Bytes [offset, offset + size) of the stream.
void RandomBytes(const std::uint64_t seed[2], std::uint64_t offset, void* bytes, std::size_t size);

FILE* OpenRandomStream(const std::uint64_t seed[2]);

// A descriptor is a number reserved on /dev/null; reads of it come through the hook.
int OpenRandomDescriptor(const std::uint64_t seed[2]);
bool ReadRandom(int fd, void* bytes, std::size_t size);  // false: no such descriptor
std::int64_t RandomOffset(int fd);
void SeekRandom(int fd, std::int64_t offset);
void MoveRandom(int from, int to);
void CloseRandom(int fd);

}  // namespace detrain::runtime

#endif
