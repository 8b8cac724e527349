// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// gpu/hash.h, a part of gpu.cu: the runtime's hash, XXH3 of 64 bits with seed 0 (Collet; the names are those of its
// specification), of pieces of memory where they lie on the device. Each block of threads hashes one piece.
//
// XXH3 adds what 1024 bytes give to eight accumulators, then scrambles these, and so on. What is added does not hang on
// what they hold. So the block's first warp goes from scramble to scramble, while its other warps make the addends of
// the next 124 times 1024 bytes.
#ifndef DETRAIN_GPU_HASH_H
#define DETRAIN_GPU_HASH_H

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>

namespace {

using HashWord = unsigned long long;

// Of shorter ones XXH3 is another function.
constexpr std::size_t kLongestShortPiece = 240;

constexpr unsigned kHashThreads = 1024, kHashLanes = 8;
constexpr unsigned kHashMakers = kHashThreads - 32;
constexpr unsigned kStripesPerBlock = 16;
constexpr std::size_t kStripe = 64, kHashBlock = kStripe * kStripesPerBlock;  // bytes
constexpr unsigned kBlocksPerTile = kHashMakers / kHashLanes;

constexpr HashWord kPrime32_1 = 0x9E3779B1, kPrime32_2 = 0x85EBCA77, kPrime32_3 = 0xC2B2AE3D;
constexpr HashWord kPrime64_1 = 0x9E3779B185EBCA87, kPrime64_2 = 0xC2B2AE3D27D4EB4F, kPrime64_3 = 0x165667B19E3779F9,
                   kPrime64_4 = 0x85EBCA77C2B2AE63, kPrime64_5 = 0x27D4EB2F165667C5;

constexpr unsigned kSecretWords = 24;
__constant__ const HashWord kHashSecret[kSecretWords] = {
    0xBE4BA423396CFEB8, 0x1CAD21F72C81017C, 0xDB979083E96DD4DE, 0x1F67B3B7A4A44072, 0x78E5C0CC4EE679CB,
    0x2172FFCC7DD05A82, 0x8E2443F7744608B8, 0x4C263A81E69035E0, 0xCB00C391BB52283C, 0xA32E531B8B65D088,
    0x4EF90DA297486471, 0xD8ACDEA946EF1938, 0x3F349CE33F76FAA8, 0x1D4F0BC7C7BBDCF9, 0x3159B4CD4BE0518A,
    0x647378D9C97E9FC8, 0xC3EBD33483ACC5EA, 0xEB6313FAFFA081C5, 0x49DAF0B751DD0D17, 0x9E68D429265516D3,
    0xFCA1477D58BE162B, 0xCE31D07AD1B8F88F, 0x280416958F3ACB45, 0x7E404BBBCAFBD7AF,
};
__constant__ const HashWord kHashStart[kHashLanes] = {kPrime32_3, kPrime64_1, kPrime64_2, kPrime64_3,
                                                      kPrime64_4, kPrime32_2, kPrime64_5, kPrime32_1};

constexpr unsigned kPiecesPerLaunch = 128;
struct HashPieces {
  const unsigned char* bytes[kPiecesPerLaunch];
  HashWord sizes[kPiecesPerLaunch];
};

// What the threads of a block share.
struct HashRoom {
  HashWord secret[kSecretWords];
  HashWord addends[2][kHashMakers];  // of one tile while the other one's are made
};

// Where the secret's words are not aligned.
__device__ inline HashWord SecretAt(const HashRoom& room, unsigned byte) {
  const unsigned shift = byte % 8 * 8;
  return room.secret[byte / 8] >> shift | room.secret[byte / 8 + 1] << (64 - shift);
}

template <unsigned alignment>
__device__ HashWord ReadWord(const unsigned char* at) {
  if (alignment == 8)
    return *reinterpret_cast<const HashWord*>(at);
  if (alignment == 4) {
    const unsigned* const halves = reinterpret_cast<const unsigned*>(at);
    return halves[0] | HashWord{halves[1]} << 32;
  }
  HashWord word = 0;
  for (unsigned i = 8; i-- > 0;)
    word = word << 8 | at[i];
  return word;
}

// What a lane's words add: a product to its own accumulator, the word itself to that of its neighbour.
struct Addend {
  HashWord product = 0, word = 0;

  __device__ void Add(HashWord value, HashWord secret) {
    const HashWord mixed = value ^ secret;
    product += (mixed & 0xFFFFFFFF) * (mixed >> 32);
    word += value;
  }
  __device__ HashWord Exchanged(unsigned threads) const { return product + __shfl_xor_sync(threads, word, 1); }
};

// By all but the first warp: each thread has a lane of a block of 1024 bytes.
template <unsigned alignment>
__device__ void MakeAddends(HashRoom& room, const unsigned char* bytes, HashWord blocks, HashWord tile) {
  const unsigned maker = threadIdx.x - 32, lane = maker % kHashLanes;
  const HashWord block = tile * kBlocksPerTile + maker / kHashLanes;
  Addend addend;
  if (block < blocks) {
    const unsigned char* const at = bytes + block * kHashBlock + lane * sizeof(HashWord);
    HashWord words[kStripesPerBlock];  // read before the first is used: loads do not wait for one another
    for (unsigned s = 0; s < kStripesPerBlock; ++s)
      words[s] = ReadWord<alignment>(at + s * kStripe);
    for (unsigned s = 0; s < kStripesPerBlock; ++s)
      addend.Add(words[s], room.secret[s + lane]);
  }
  room.addends[tile % 2][maker] = addend.Exchanged(~0U);
}

// By the first eight threads, as the rest.
__device__ inline HashWord Scramble(const HashRoom& room, HashWord sum, HashWord blocks, HashWord tile) {
  const HashWord left = blocks - tile * kBlocksPerTile;
  const unsigned end = static_cast<unsigned>(left < kBlocksPerTile ? left : kBlocksPerTile) * kHashLanes;
  const HashWord* const addends = room.addends[tile % 2];
  const HashWord secret = room.secret[16 + threadIdx.x];
  for (unsigned i = threadIdx.x; i < end; i += kHashLanes) {
    sum += addends[i];
    sum = (sum ^ sum >> 47 ^ secret) * kPrime32_1;
  }
  return sum;
}

// What is left behind the last whole block, and the last 64 bytes, be they new or not.
template <unsigned alignment>
__device__ HashWord AddRest(const HashRoom& room, HashWord sum, const unsigned char* bytes, HashWord size) {
  const unsigned lane = threadIdx.x;
  const HashWord blocks = (size - 1) / kHashBlock;
  const unsigned char* at = bytes + blocks * kHashBlock + lane * sizeof(HashWord);
  const unsigned stripes = static_cast<unsigned>((size - 1) % kHashBlock / kStripe);
  Addend addend;
  for (unsigned s = 0; s < stripes; ++s, at += kStripe)
    addend.Add(ReadWord<alignment>(at), room.secret[s + lane]);
  addend.Add(ReadWord<1>(bytes + size - kStripe + lane * sizeof(HashWord)), SecretAt(room, 121 + lane * 8));
  return sum + addend.Exchanged(0xFF);
}

__device__ inline HashWord Merge(const HashRoom& room, HashWord sum, HashWord size) {
  const HashWord own = sum ^ SecretAt(room, 11 + threadIdx.x * 8);
  const HashWord next = __shfl_xor_sync(0xFF, own, 1);
  HashWord hash = own * next ^ __umul64hi(own, next);
  hash += __shfl_xor_sync(0xFF, hash, 2);
  hash += __shfl_xor_sync(0xFF, hash, 4);
  hash += size * kPrime64_1;
  hash = (hash ^ hash >> 37) * 0x165667919E3779F9;
  return hash ^ hash >> 32;
}

template <unsigned alignment>
__device__ void HashPiece(HashRoom& room, const unsigned char* bytes, HashWord size, HashWord* hash) {
  const HashWord blocks = (size - 1) / kHashBlock, tiles = (blocks + kBlocksPerTile - 1) / kBlocksPerTile;
  const unsigned thread = threadIdx.x;
  HashWord sum = thread < kHashLanes ? kHashStart[thread] : 0;
  for (HashWord tile = 0; tile <= tiles; ++tile) {
    if (thread >= 32 && tile < tiles)
      MakeAddends<alignment>(room, bytes, blocks, tile);
    else if (thread < kHashLanes && tile > 0)
      sum = Scramble(room, sum, blocks, tile - 1);
    __syncthreads();
  }
  if (thread >= kHashLanes)
    return;
  sum = Merge(room, AddRest<alignment>(room, sum, bytes, size), size);
  if (thread == 0)
    *hash = sum;
}

__global__ void __launch_bounds__(kHashThreads) HashOnDevice(HashPieces pieces, HashWord* hashes) {
  __shared__ HashRoom room;
  if (threadIdx.x < kSecretWords)
    room.secret[threadIdx.x] = kHashSecret[threadIdx.x];
  __syncthreads();
  const unsigned char* const bytes = pieces.bytes[blockIdx.x];
  const HashWord size = pieces.sizes[blockIdx.x];
  HashWord* const hash = &hashes[blockIdx.x];
  switch (reinterpret_cast<std::uintptr_t>(bytes) % 8) {
    case 0:
      return HashPiece<8>(room, bytes, size, hash);
    case 4:
      return HashPiece<4>(room, bytes, size, hash);
    default:
      return HashPiece<1>(room, bytes, size, hash);
  }
}

// Whether the device can run the kernel: what was compiled for other ones may not.
inline bool HasHashKernel() {
#ifdef __CUDACC__
  cudaFuncAttributes attributes;
  const bool is_there = cudaFuncGetAttributes(&attributes, HashOnDevice) == cudaSuccess;
  (void)cudaGetLastError();  // nobody's error: the host hashes
  return is_there;
#else
  return true;
#endif
}

// `hashes`: on the host, where the device reaches it.
inline cudaError_t LaunchHash(const HashPieces& pieces, unsigned count, HashWord* hashes, cudaStream_t stream) {
#ifdef __CUDACC__
  const HashPieces* const first = &pieces;
  void* arguments[] = {const_cast<HashPieces*>(first), &hashes};
  return cudaLaunchKernel(HashOnDevice, dim3(count), dim3(kHashThreads), arguments, 0, stream);
#else
  detrain::cudahost::Launch(count, kHashThreads, 0, stream, [=] { HashOnDevice(pieces, hashes); });
  return cudaSuccess;
#endif
}

}  // namespace

#endif
