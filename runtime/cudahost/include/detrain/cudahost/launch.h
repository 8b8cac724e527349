// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What `kernel<<<grid, block, shared, stream>>>(a, b)` is rewritten to:
//
//     detrain::cudahost::Launch(grid, block, shared, stream, [=, a0 = a, a1 = b] { kernel(a0, a1); });
//
// Arguments are taken when the launch is written down, as CUDA does; the kernel runs later. The place of the launch,
// for messages, is that of the call.
#pragma once

#include <functional>

#include "cuda_runtime_api.h"
#include "detrain/cudahost/device.h"

namespace detrain::cudahost {

struct Configuration {
  dim3 grid, block;
  std::size_t shared;
  cudaStream_t stream;
  bool cooperative;
};

// `body` runs one CUDA thread. Errors of the configuration are left to cudaGetLastError.
void Enqueue(const Configuration& configuration, std::function<void()> body, Site site);

template <class Body>
void Launch(dim3 grid, dim3 block, std::size_t shared, cudaStream_t stream, Body body, DETRAIN_SITE_PARAMETERS) {
  Enqueue({grid, block, shared, stream, false}, std::function<void()>(std::move(body)), DETRAIN_SITE);
}

// All blocks of the grid run at the same time, so that they may wait for each other (cooperative_groups::grid_group).
template <class Body>
void LaunchCooperative(dim3 grid, dim3 block, std::size_t shared, cudaStream_t stream, Body body,
                       DETRAIN_SITE_PARAMETERS) {
  Enqueue({grid, block, shared, stream, true}, std::function<void()>(std::move(body)), DETRAIN_SITE);
}

}  // namespace detrain::cudahost
