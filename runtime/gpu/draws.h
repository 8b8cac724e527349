// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// gpu/draws.h: what the rewriter puts where the threads of a kernel, each with a state of cuRAND's of its own, draw
// for elements that they go through with the grid's stride. All threads ask the first state, which no thread changes
// while the kernel runs: two numbers of it stand for seed, stream and step, and are the key. In the loop each element
// has a state of its own, of cuRAND's Philox, which the key and the element's number name: the same numbers in any
// grid. Behind the launch the first state moves on, so that the next launch has another key. nvcc alone builds it, and
// so does the host backend. docs/draws.md.
#ifndef DETRAIN_GPU_DRAWS_H
#define DETRAIN_GPU_DRAWS_H

#include <cuda_runtime.h>
#include <curand_kernel.h>

namespace detrain {

using ElementState = curandStatePhilox4_32_10_t;

// `first`: a copy of the first state.
template <class State>
__device__ unsigned long long KeyOf(State first) {
  const unsigned long long high = curand(&first);
  return high << 32 | curand(&first);
}

// Its n-th draw is draw n of stream `element` of the Philox generator that is seeded with the key (kernels/philox.h).
template <class Number>
__device__ ElementState StateOf(unsigned long long key, Number element) {
  ElementState state;
  curand_init(key, static_cast<unsigned long long>(element), 0, &state);
  return state;
}

// As many draws as a key takes.
template <class State>
__global__ void MoveOn(State* states) {
  curand(states);
  curand(states);
}

// Behind a launch, on its stream.
template <class State>
void StatesAsked(State* states, cudaStream_t stream = nullptr) {
#ifdef __CUDACC__
  MoveOn<<<1, 1, 0, stream>>>(states);
#else
  cudahost::Launch(1, 1, 0, stream, [=] { MoveOn(states); });
#endif
}

}  // namespace detrain

#endif
