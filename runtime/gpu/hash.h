// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// gpu/hash.h, a part of gpu.cu: the hash of device memory, made where it lies. It is XXH3 with 64 bits and no seed
// (Collet, xxHash's specification), as the runtime makes it on the host.
//
// XXH3 takes its input in blocks of 1024 bytes. What a block adds to the eight accumulators does not depend on what
// they hold, so it is found for all blocks at once; what lies between two blocks, a product for each accumulator, is a
// chain, of which one warp does a step in some twenty cycles. The host adds the last bytes, which may be no whole
// block.
#ifndef DETRAIN_GPU_HASH_H
#define DETRAIN_GPU_HASH_H

#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "end.h"

#ifdef DETRAIN_CUDAHOST
#include "runtime/cudahost/include/detrain/cudahost/launch.h"
#endif

namespace {

using HashWord = unsigned long long;

constexpr std::size_t kStripe = 64;  // bytes; a word of them goes to each accumulator
constexpr unsigned kAccumulators = 8;
constexpr unsigned kStripes = 16;  // of a block
constexpr std::size_t kHashBlock = kStripes * kStripe;
constexpr std::size_t kHashBlocks = std::size_t{1} << 16;  // whose sums there is room for: 4 MiB
constexpr HashWord kPrime32 = 0x9E3779B1, kPrime64 = 0x9E3779B185EBCA87;

// XXH3's default secret. Stripe s of a block has words s to s + 7, the end of a block the last eight.
struct HashSecret {
  HashWord words[24] = {
      0xbe4ba423396cfeb8, 0x1cad21f72c81017c, 0xdb979083e96dd4de, 0x1f67b3b7a4a44072, 0x78e5c0cc4ee679cb,
      0x2172ffcc7dd05a82, 0x8e2443f7744608b8, 0x4c263a81e69035e0, 0xcb00c391bb52283c, 0xa32e531b8b65d088,
      0x4ef90da297486471, 0xd8acdea946ef1938, 0x3f349ce33f76faa8, 0x1d4f0bc7c7bbdcf9, 0x3159b4cd4be0518a,
      0x647378d9c97e9fc8, 0xc3ebd33483acc5ea, 0xeb6313faffa081c5, 0x49daf0b751dd0d17, 0x9e68d429265516d3,
      0xfca1477d58be162b, 0xce31d07ad1b8f88f, 0x280416958f3acb45, 0x7e404bbbcafbd7af,
  };

  // Eight bytes from any of the bytes on.
  [[nodiscard]] HashWord At(std::size_t byte) const {
    HashWord word = 0;
    std::memcpy(&word, reinterpret_cast<const char*>(words) + byte, sizeof word);
    return word;
  }
};

struct HashState {
  HashWord accumulators[kAccumulators] = {0xC2B2AE3D,         kPrime64,   0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9,
                                          0x85EBCA77C2B2AE63, 0x85EBCA77, 0x27D4EB2F165667C5, kPrime32};
};

__host__ __device__ inline HashWord HashProduct(HashWord key) {
  return (key & 0xFFFFFFFF) * (key >> 32U);
}

__host__ __device__ inline HashWord HashScrambled(HashWord sum, HashWord secret) {
  return (sum ^ sum >> 47U ^ secret) * kPrime32;
}

// Four bytes at a time where the memory is not aligned to eight.
__device__ inline HashWord HashWordAt(const char* bytes, bool is_aligned) {
  if (is_aligned)
    return *reinterpret_cast<const HashWord*>(bytes);
  const auto* const halves = reinterpret_cast<const unsigned*>(bytes);
  return halves[0] | static_cast<HashWord>(halves[1]) << 32U;
}

// What each block adds to the accumulators. A warp has a block; its lanes have four stripes at a time.
__global__ void AddHashBlocks(const char* bytes, unsigned blocks, HashSecret secret, HashWord* sums) {
  const unsigned lane = threadIdx.x % 32, warps = gridDim.x * (blockDim.x / 32);
  const bool is_aligned = reinterpret_cast<std::uintptr_t>(bytes) % sizeof(HashWord) == 0;
  for (unsigned block = (blockIdx.x * blockDim.x + threadIdx.x) / 32; block < blocks; block += warps) {
    HashWord own = 0, beside = 0;  // for this lane's accumulator, and for the one that it is paired with
    for (unsigned first = 0; first < kStripes; first += 4) {
      const unsigned word = first * kAccumulators + lane;
      const HashWord data = HashWordAt(bytes + block * kHashBlock + word * sizeof(HashWord), is_aligned);
      own += HashProduct(data ^ secret.words[word / kAccumulators + lane % kAccumulators]);
      beside += data;
    }
    own += __shfl_xor_sync(~0U, beside, 1);
    own += __shfl_xor_sync(~0U, own, 8);
    own += __shfl_xor_sync(~0U, own, 16);
    if (lane < kAccumulators)
      sums[block * kAccumulators + lane] = own;
  }
}

// One warp: eight lanes have an accumulator each, all of them fetch what comes next.
__global__ void ChainHashBlocks(const HashWord* sums, unsigned blocks, HashSecret secret, HashState* state) {
  constexpr unsigned kAtOnce = 32;
  __shared__ HashWord fetched[kAtOnce * kAccumulators];
  const unsigned lane = threadIdx.x, words = blocks * kAccumulators;
  HashWord sum = lane < kAccumulators ? state->accumulators[lane] : 0;
  const HashWord key = secret.words[16 + lane % kAccumulators];
  for (unsigned first = 0; first < blocks; first += kAtOnce) {
    for (unsigned i = lane; i < kAtOnce * kAccumulators; i += 32)
      fetched[i] = first * kAccumulators + i < words ? sums[first * kAccumulators + i] : 0;
    __syncwarp();
    const unsigned count = blocks - first < kAtOnce ? blocks - first : kAtOnce;
    if (lane < kAccumulators)
      for (unsigned block = 0; block < count; ++block)
        sum = HashScrambled(sum + fetched[block * kAccumulators + lane], key);
    __syncwarp();
  }
  if (lane < kAccumulators)
    state->accumulators[lane] = sum;
}

// The rest of an input, of one block at most, and its end.
class HashEnd {
 public:
  explicit HashEnd(const HashState& state) : state_(state) {}

  // `rest`: what follows the whole blocks, with the stripe in front of it. `all`: bytes of the input.
  std::uint64_t Of(const char* rest, std::size_t size, std::size_t all) {
    const std::size_t stripes = (size - 1) / kStripe;
    for (std::size_t s = 0; s < stripes; ++s)
      Add(rest + s * kStripe, s * sizeof(HashWord));
    Add(rest + size - kStripe, 121);  // the last stripe, which may overlap the one before
    HashWord hash = all * kPrime64;
    for (std::size_t i = 0; i < kAccumulators; i += 2)
      hash += Folded(state_.accumulators[i] ^ secret_.At(11 + i * sizeof(HashWord)),
                     state_.accumulators[i + 1] ^ secret_.At(11 + (i + 1) * sizeof(HashWord)));
    hash = (hash ^ hash >> 37U) * 0x165667919E3779F9;
    return hash ^ hash >> 32U;
  }

 private:
  void Add(const char* stripe, std::size_t secret) {
    for (std::size_t i = 0; i < kAccumulators; ++i) {
      HashWord data = 0;
      std::memcpy(&data, stripe + i * sizeof data, sizeof data);
      state_.accumulators[i ^ 1U] += data;
      state_.accumulators[i] += HashProduct(data ^ secret_.At(secret + i * sizeof data));
    }
  }

  static HashWord Folded(HashWord a, HashWord b) {
    const auto product = static_cast<unsigned __int128>(a) * b;
    return static_cast<HashWord>(product) ^ static_cast<HashWord>(product >> 64U);
  }

  HashState state_;
  HashSecret secret_;
};

// On one stream, by one thread at a time.
class DeviceHash {
 public:
  // False: it cannot be made there, and nothing was done: short or oddly placed memory, no room, or a GPU that this
  // file was not compiled for.
  bool Of(const char* bytes, std::size_t size, cudaStream_t stream, std::uint64_t* hash) {
    if (size <= kHashBlock || reinterpret_cast<std::uintptr_t>(bytes) % 4 != 0 || !HasRoom())
      return false;
    const HashState begin;
    Must(cudaMemcpyAsync(state_, &begin, sizeof begin, cudaMemcpyHostToDevice, stream), kCannot);
    const std::size_t blocks = (size - 1) / kHashBlock;
    for (std::size_t first = 0; first < blocks; first += kHashBlocks)
      if (!Add(bytes + first * kHashBlock, std::min(blocks - first, kHashBlocks), stream))
        return false;
    // The last stripe may begin in the last whole block.
    char rest[kStripe + kHashBlock];
    const std::size_t left = size - blocks * kHashBlock;
    HashState state;
    Must(cudaMemcpyAsync(rest, bytes + blocks * kHashBlock - kStripe, kStripe + left, cudaMemcpyDeviceToHost, stream),
         kCannot);
    Must(cudaMemcpyAsync(&state, state_, sizeof state, cudaMemcpyDeviceToHost, stream), kCannot);
    Must(cudaStreamSynchronize(stream), kCannot);
    *hash = HashEnd(state).Of(rest + kStripe, left, size);
    return true;
  }

 private:
  static constexpr const char* kCannot = "cannot hash the GPU's memory";
  static constexpr unsigned kThreads = 256;

  bool HasRoom() {
    if (sums_ == nullptr && !has_failed_) {
      has_failed_ = cudaMalloc(&sums_, kHashBlocks * kAccumulators * sizeof(HashWord)) != cudaSuccess ||
                    cudaMalloc(&state_, sizeof(HashState)) != cudaSuccess;
      (void)cudaGetLastError();  // that there is no room is nobody's error
    }
    return !has_failed_;
  }

  bool Add(const char* bytes, std::size_t count, cudaStream_t stream) {
    const auto blocks = static_cast<unsigned>(count);
    const unsigned grid = std::min(1024U, (blocks * 32 + kThreads - 1) / kThreads);
    const HashSecret secret;
    HashWord* const sums = sums_;
    HashState* const state = state_;
#ifdef DETRAIN_CUDAHOST
    detrain::cudahost::Launch(grid, kThreads, 0, stream, [=] { AddHashBlocks(bytes, blocks, secret, sums); });
    detrain::cudahost::Launch(1, 32, 0, stream, [=] { ChainHashBlocks(sums, blocks, secret, state); });
#else  // clang-format off: it takes a launch in a header for shifts
    AddHashBlocks<<<grid, kThreads, 0, stream>>>(bytes, blocks, secret, sums);
    ChainHashBlocks<<<1, 32, 0, stream>>>(sums, blocks, secret, state);
    // clang-format on
#endif
    has_failed_ = cudaGetLastError() != cudaSuccess;
    return !has_failed_;
  }

  HashWord* sums_ = nullptr;
  HashState* state_ = nullptr;
  bool has_failed_ = false;
};

}  // namespace

#endif
