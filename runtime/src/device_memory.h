// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory of a GPU, or of what stands in for one.
#ifndef DETRAIN_RUNTIME_SRC_DEVICE_MEMORY_H
#define DETRAIN_RUNTIME_SRC_DEVICE_MEMORY_H

#include <cstddef>
#include <vector>

#include "detrain/device.h"
#include "heap.h"

namespace detrain::runtime {

// The state at a boundary is the effect of all work that was issued before it: what of it the host sees by itself is
// there then.
void SynchronizeDevice();

// Whether the host cannot reach such a block by itself.
bool IsApart(Allocator allocator);

// The bytes of a block that lies apart, after all work given so far.
void ReadDevice(char* host, const char* block, std::size_t size);

// Pieces of no more bytes are read, for the host to hash.
constexpr std::size_t kShortOnDevice = 240;

// The Hash (hash.h) of each longer piece, made on the device. False: they are to be read and hashed by the host.
bool HashOnDevice(std::vector<detrain_piece>& pieces);

// Memory that snapshots are copied to, from its first use to its end.
void PinForDevice(void* memory, std::size_t size);
void UnpinForDevice(void* memory);

// The bytes of an object where the host can change them. The device has what became of them when this one ends.
class HostBytes {
 public:
  HostBytes(char* address, std::size_t size, bool is_apart);
  ~HostBytes();
  HostBytes(const HostBytes&) = delete;
  HostBytes& operator=(const HostBytes&) = delete;

  char* data() { return is_apart_ ? copy_.data() : address_; }

 private:
  char* address_;
  bool is_apart_;
  std::vector<char> copy_;
};

// Copies of blocks that lie apart, made while the program goes on.
class DeviceSnapshot {
 public:
  // So many bytes follow; none: there is no snapshot.
  void Expect(std::size_t size);
  static void Fetch(char* host, const char* block, std::size_t size);
  // True: somebody has to wait before the bytes are there.
  bool Finish();
  static void Wait();

 private:
  bool is_open_ = false;
};

// Where a variable of the device lies. Null: there is no such device, or it has no such variable.
char* FindOnDevice(const void* symbol);

// What the device is told of blocks at fixed places, where a resumed run is given those of the run that it goes on
// with.
bool HasPlaces();
void AppearOnDevice(const Block& block);
void VanishFromDevice(const Block& block);

// For Device, Managed and Pinned; not registered. Null: there is no device, or it has no room.
void* AllocateOnDevice(Allocator allocator, std::size_t size);

}  // namespace detrain::runtime

#endif
