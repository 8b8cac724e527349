// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Cooperative groups: a block, tiles of a power of two up to 32 threads, the threads that happen to be together (each
// alone here), and the grid of a cooperative launch.
#pragma once

#include "cuda_runtime.h"
#include "detrain/cudahost/background.h"

namespace cooperative_groups {

namespace host_backend {
inline unsigned BlockRank() {
  return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}
inline unsigned BlockSize() {
  return blockDim.x * blockDim.y * blockDim.z;
}
inline unsigned long long GridRank() {
  const unsigned long long block =
      (static_cast<unsigned long long>(blockIdx.z) * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  return block * BlockSize() + BlockRank();
}
}  // namespace host_backend

class thread_block {
 public:
  static void sync(DETRAIN_SITE_PARAMETERS) { __syncthreads(file_, line_); }
  static unsigned thread_rank() { return host_backend::BlockRank(); }
  static unsigned size() { return host_backend::BlockSize(); }
  static unsigned num_threads() { return size(); }
  static dim3 group_index() { return blockIdx; }
  static dim3 thread_index() { return threadIdx; }
  static dim3 group_dim() { return blockDim; }
  static dim3 dim_threads() { return blockDim; }
};
inline thread_block this_thread_block() {
  return {};
}

class grid_group {
 public:
  static bool is_valid() { return true; }
  static void sync(DETRAIN_SITE_PARAMETERS) {
    ::detrain::cudahost::Barrier(::detrain::cudahost::Scope::Grid, ::detrain::cudahost::Vote::None, 0, DETRAIN_SITE);
  }
  static unsigned long long thread_rank() { return host_backend::GridRank(); }
  static unsigned long long size() {
    return static_cast<unsigned long long>(gridDim.x) * gridDim.y * gridDim.z * host_backend::BlockSize();
  }
  static unsigned long long num_threads() { return size(); }
  static dim3 group_dim() { return gridDim; }
  static unsigned long long num_blocks() { return static_cast<unsigned long long>(gridDim.x) * gridDim.y * gridDim.z; }
  static unsigned long long block_rank() {
    return (static_cast<unsigned long long>(blockIdx.z) * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  }
};
inline grid_group this_grid() {
  return {};
}

// `Size` neighbouring threads of a block.
template <unsigned Size, class Parent = void>
class thread_block_tile {
  static_assert(Size != 0 && Size <= 32 && (Size & (Size - 1)) == 0, "a tile is a power of two up to 32 threads");

 public:
  thread_block_tile() = default;
  template <class Other>
  thread_block_tile(const thread_block_tile<Size, Other>&) {}

  static unsigned thread_rank() { return host_backend::BlockRank() % Size; }
  static constexpr unsigned size() { return Size; }
  static constexpr unsigned num_threads() { return Size; }
  static unsigned meta_group_rank() { return host_backend::BlockRank() / Size; }
  static unsigned meta_group_size() { return (host_backend::BlockSize() + Size - 1) / Size; }
  // The lanes of the warp that belong to the tile.
  static unsigned mask() {
    return Size == 32 ? 0xffffffff : ((1U << (Size % 32)) - 1) << (::detrain::cudahost::Lane() / Size * Size);
  }

  void sync(DETRAIN_SITE_PARAMETERS) const { __syncwarp(mask(), file_, line_); }
  template <class T>
  T shfl(T value, int source, DETRAIN_SITE_PARAMETERS) const {
    return __shfl_sync(mask(), value, source, Size, file_, line_);
  }
  template <class T>
  T shfl_up(T value, unsigned by, DETRAIN_SITE_PARAMETERS) const {
    return __shfl_up_sync(mask(), value, by, Size, file_, line_);
  }
  template <class T>
  T shfl_down(T value, unsigned by, DETRAIN_SITE_PARAMETERS) const {
    return __shfl_down_sync(mask(), value, by, Size, file_, line_);
  }
  template <class T>
  T shfl_xor(T value, unsigned by, DETRAIN_SITE_PARAMETERS) const {
    return __shfl_xor_sync(mask(), value, static_cast<int>(by), Size, file_, line_);
  }
  int any(int predicate, DETRAIN_SITE_PARAMETERS) const { return __any_sync(mask(), predicate, file_, line_); }
  int all(int predicate, DETRAIN_SITE_PARAMETERS) const { return __all_sync(mask(), predicate, file_, line_); }
  unsigned ballot(int predicate, DETRAIN_SITE_PARAMETERS) const {
    return __ballot_sync(mask(), predicate, file_, line_) >> (::detrain::cudahost::Lane() / Size * Size);
  }
  template <class T>
  unsigned match_any(T value, DETRAIN_SITE_PARAMETERS) const {
    return __match_any_sync(mask(), value, file_, line_) >> (::detrain::cudahost::Lane() / Size * Size);
  }
};

template <unsigned Size, class Parent>
inline thread_block_tile<Size, Parent> tiled_partition(const Parent&) {
  return {};
}

// Threads that are together by chance: nothing is promised, so each is alone.
class coalesced_group {
 public:
  static void sync() {}
  static unsigned thread_rank() { return 0; }
  static unsigned size() { return 1; }
  static unsigned num_threads() { return 1; }
  template <class T>
  static T shfl(T value, int) {
    return value;
  }
};
inline coalesced_group coalesced_threads() {
  return {};
}

template <class Group>
inline void sync(const Group& group, DETRAIN_SITE_PARAMETERS) {
  group.sync(file_, line_);
}

// Each thread copies a part of it in the background.
template <class Group, class T>
inline void memcpy_async(const Group& group, T* to, const T* from, std::size_t bytes) {
  auto* const out = reinterpret_cast<char*>(to);
  const auto* const in = reinterpret_cast<const char*>(from);
  constexpr std::size_t kPart = 16;
  for (std::size_t i = group.thread_rank() * kPart; i < bytes; i += group.size() * kPart)
    ::detrain::cudahost::CopyInBackground(out + i, in + i, bytes - i < kPart ? bytes - i : kPart, 0);
  ::detrain::cudahost::CommitCopies();
}
// `to_count`, `from_count`: how many elements there are room for, and how many there are.
template <class Group, class T>
inline void memcpy_async(const Group& group, T* to, std::size_t to_count, const T* from, std::size_t from_count) {
  memcpy_async(group, to, from, (to_count < from_count ? to_count : from_count) * sizeof(T));
}
template <class Group>
inline void wait(const Group& group, DETRAIN_SITE_PARAMETERS) {
  ::detrain::cudahost::WaitForCopies(0);
  group.sync(file_, line_);
}
// All but the last `Batches` copies.
template <unsigned Batches, class Group>
inline void wait_prior(const Group& group, DETRAIN_SITE_PARAMETERS) {
  ::detrain::cudahost::WaitForCopies(Batches);
  group.sync(file_, line_);
}

}  // namespace cooperative_groups
