// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// device.h: what a runtime of CUDA tells detrain's about memory, and what it is asked for. Blocks of cudaMalloc and its
// kind are saved, restored and hashed like those of malloc. The host backend calls these functions where the program is
// linked with the runtime (weakly: they are null in the unmodified program).
#ifndef DETRAIN_DEVICE_H
#define DETRAIN_DEVICE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// HANDLE: what a library's handle leads to.
enum detrain_memory_kind {
  DETRAIN_MEMORY_DEVICE,
  DETRAIN_MEMORY_MANAGED,
  DETRAIN_MEMORY_PINNED,
  DETRAIN_MEMORY_HANDLE
};

struct detrain_piece {
  const void* bytes;  // on the device
  size_t size;
  uint64_t hash;  // out
};

// NOLINTBEGIN(modernize-redundant-void-arg): C
// Memory of a device that the host cannot reach by itself. All but wait are called by the thread that is at a boundary.
struct detrain_apart {
  // Snapshots are of so many bytes, at most.
  void (*expect)(size_t size);
  // begin, any number of fetches, finish: copies what the blocks hold once all work has ended that was given before
  // begin. They return at once; what is given after finish changes nothing of it. `host` is filled when wait, of any
  // thread, has returned.
  void (*begin)(void);
  void (*fetch)(void* host, const void* block, size_t size);
  void (*finish)(void);
  void (*wait)(void);
  // At once, after all work given before.
  void (*read)(void* host, const void* block, size_t size);
  void (*write)(void* block, const void* host, size_t size);
  // Puts into each piece, of more than 240 bytes, the XXH3 with 64 bits and no seed of what read() would give. 0: the
  // device cannot; the host is to read and hash.
  int (*hash)(struct detrain_piece* pieces, size_t count);
  // Memory of the host that fetches will fill, from here to unpin.
  void (*pin)(void* memory, size_t size);
  void (*unpin)(void* memory);
};

struct detrain_device {
  // A new block of this kind, as the program would get it, holding zeros; NULL: there is none.
  void* (*allocate)(uint32_t kind, size_t size);
  // Returns when all work has ended whose effect the host may see by itself.
  void (*synchronize)(void);
  // NULL: the host reads and writes all of the device's memory as its own.
  const struct detrain_apart* apart;
  // Where a variable of the device lies, by the address that stands for it on the host. NULL: none is registered.
  void* (*find)(const void* symbol);
  // Where blocks lie at fixed places (detrain_device_take): one of an earlier process is there again, and one that this
  // process has made is no longer there. NULL: no block of the device can be given a place.
  void (*appeared)(uint32_t kind, void* block, size_t size);
  void (*vanished)(uint32_t kind, void* block);
};
// NOLINTEND(modernize-redundant-void-arg)

// `device` lives for ever.
void detrain_use_device(const struct detrain_device* device);

// As detrain_register (detrain.h), of a variable of the device; `symbol` stands for it on the host. Before main, too:
// the device is asked at the first boundary.
void detrain_register_on_device(const char* path, const void* symbol, size_t size);
// The same of one that the host reads and writes as its own, once `find` has told where it is.
// NOLINTNEXTLINE(modernize-redundant-void-arg): C
void detrain_register_managed(const char* path, const volatile void* (*find)(void), size_t size);

// Before the call returns to the program. 0: it is not followed; else the block must hold zeros.
int detrain_device_allocated(void* block, size_t size, uint32_t kind);
void detrain_device_freed(void* block);

// Where the program's heap has a fixed place: the part of it in which memory of the device lies. NULL: it has none.
void* detrain_device_range(size_t* size);
// A place for a block of this kind, which holds zeros; it is followed once detrain_device_allocated is told of it.
// NULL: the heap has no fixed place, or no room.
void* detrain_device_take(uint32_t kind, size_t size);
// One that was taken.
void detrain_device_give(void* block, size_t size);
// Whether a block that is followed begins there, in the heap of a fixed place.
int detrain_device_is_taken(const void* block);

// How long work took by the device's clock, as the program is to be told: that is an input, and on record like the
// host's clocks.
float detrain_device_elapsed(float milliseconds);

// Around the code of a library of ours: what it allocates with operator new is not the program's. Of this thread; may
// be nested.
void detrain_library_enter(void);
void detrain_library_leave(void);

#ifdef __cplusplus
}
#endif
#endif
