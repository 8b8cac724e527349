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

enum detrain_memory_kind { DETRAIN_MEMORY_DEVICE, DETRAIN_MEMORY_MANAGED, DETRAIN_MEMORY_PINNED };

struct detrain_device {
  // A new block of this kind, as the program would get it; NULL: there is none.
  void* (*allocate)(uint32_t kind, size_t size);
  // Returns when all work that was given to any stream has ended.
  void (*synchronize)(void);  // NOLINT(modernize-redundant-void-arg): C
};

// `device` lives for ever.
void detrain_use_device(const struct detrain_device* device);

// Before the call returns to the program.
void detrain_device_allocated(void* block, size_t size, uint32_t kind);
void detrain_device_freed(void* block);

// Around the code of a library of ours: what it allocates with operator new is not the program's. Of this thread; may
// be nested.
void detrain_library_enter(void);
void detrain_library_leave(void);

#ifdef __cplusplus
}
#endif
#endif
