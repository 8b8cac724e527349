// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which blocks lie where in the fixed heap, as a checkpoint has it. With it the allocator of a resumed run goes on as
// that of the first one would have.
#ifndef DETRAIN_RUNTIME_SRC_HEAP_LAYOUT_H
#define DETRAIN_RUNTIME_SRC_HEAP_LAYOUT_H

#include <vector>

#include "checkpoint.h"
#include "tensors.h"

namespace detrain::runtime {

// Of a heap without a fixed place: none. `checkpoint` has its objects; `tensors` are what it will hold.
SavedHeap DescribeHeap(const Checkpoint& checkpoint, const std::vector<Tensor>& tensors);

// Before the objects of the checkpoint are made: blocks that the code before the loop made and steps have freed go,
// those that steps made come, as zeros. Refuses where the heap is not the one that the checkpoint was made with, or the
// code before the loop has put its blocks elsewhere.
void RestoreHeap(const Checkpoint& checkpoint);

}  // namespace detrain::runtime

#endif
