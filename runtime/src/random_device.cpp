// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "random_device.h"

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <cstring>
#include <map>
#include <mutex>

#include "detrain/detrain.h"

namespace detrain::runtime {
namespace {

struct Device {
  std::uint64_t seed[2];
  std::uint64_t offset = 0;
};

struct Table {
  std::mutex mutex;
  std::map<int, Device> devices;
  std::atomic<int> open{0};  // reads of other descriptors look no further than here
};

Table& T() {
  static auto* table = new Table;
  return *table;
}

ssize_t CookieRead(void* cookie, char* bytes, std::size_t size) {
  auto* device = static_cast<Device*>(cookie);
  RandomBytes(device->seed, device->offset, bytes, size);
  device->offset += size;
  return static_cast<ssize_t>(size);
}

int CookieSeek(void* cookie, off64_t* position, int whence) {
  auto* device = static_cast<Device*>(cookie);
  if (whence == SEEK_END)
    return -1;
  const std::int64_t base = whence == SEEK_CUR ? static_cast<std::int64_t>(device->offset) : 0;
  device->offset = static_cast<std::uint64_t>(base + *position);
  *position = base + *position;
  return 0;
}

int CookieClose(void* cookie) {
  delete static_cast<Device*>(cookie);
  return 0;
}

}  // namespace

bool IsRandomDevice(const char* path) {
  return std::strcmp(path, "/dev/urandom") == 0 || std::strcmp(path, "/dev/random") == 0;
}

void RandomBytes(const std::uint64_t seed[2], std::uint64_t offset, void* bytes, std::size_t size) {
  auto* out = static_cast<unsigned char*>(bytes);
  const std::uint32_t key[2] = {static_cast<std::uint32_t>(seed[0]), static_cast<std::uint32_t>(seed[0] >> 32)};
  while (size > 0) {
    const std::uint64_t block = offset / 16;
    const std::uint32_t counter[4] = {static_cast<std::uint32_t>(block), static_cast<std::uint32_t>(block >> 32),
                                      static_cast<std::uint32_t>(seed[1]), static_cast<std::uint32_t>(seed[1] >> 32)};
    std::uint32_t words[4];
    detrain_philox4x32_10(counter, key, words);
    const std::size_t skip = offset % 16;
    const std::size_t n = size < 16 - skip ? size : 16 - skip;
    std::memcpy(out, reinterpret_cast<const unsigned char*>(words) + skip, n);
    out += n;
    offset += n;
    size -= n;
  }
}

FILE* OpenRandomStream(const std::uint64_t seed[2]) {
  auto* device = new Device{{seed[0], seed[1]}};
  return fopencookie(device, "r", {CookieRead, nullptr, CookieSeek, CookieClose});
}

int OpenRandomDescriptor(const std::uint64_t seed[2]) {
  const int fd = open("/dev/null", O_RDONLY);
  if (fd < 0)
    return fd;
  const std::lock_guard<std::mutex> holding(T().mutex);
  T().devices[fd] = {{seed[0], seed[1]}};
  ++T().open;
  return fd;
}

bool ReadRandom(int fd, void* bytes, std::size_t size) {
  if (T().open == 0)
    return false;
  const std::lock_guard<std::mutex> holding(T().mutex);
  const auto found = T().devices.find(fd);
  if (found == T().devices.end())
    return false;
  RandomBytes(found->second.seed, found->second.offset, bytes, size);
  found->second.offset += size;
  return true;
}

std::int64_t RandomOffset(int fd) {
  const std::lock_guard<std::mutex> holding(T().mutex);
  return static_cast<std::int64_t>(T().devices[fd].offset);
}

void SeekRandom(int fd, std::int64_t offset) {
  const std::lock_guard<std::mutex> holding(T().mutex);
  T().devices[fd].offset = static_cast<std::uint64_t>(offset);
}

void MoveRandom(int from, int to) {
  const std::lock_guard<std::mutex> holding(T().mutex);
  const auto found = T().devices.find(from);
  if (found == T().devices.end())
    return;
  T().devices[to] = found->second;
  T().devices.erase(found);
}

void CloseRandom(int fd) {
  if (T().open == 0)
    return;
  const std::lock_guard<std::mutex> holding(T().mutex);
  if (T().devices.erase(fd) != 0)
    --T().open;
}

}  // namespace detrain::runtime
