// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Philox4x32-10: Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC 2011. Constants and word
// order as in Random123. The one definition: the runtime's streams and every kernel that draws use it.
#pragma once

#include "host_device.h"

namespace detrain::kernels {

struct Words4 {
  std::uint32_t word[4];
};

// The upper half of a product: a GPU multiplies 64 bits at a fraction of the speed of 32.
DETRAIN_HD inline std::uint32_t UpperHalf(std::uint32_t a, std::uint32_t b) {
#ifdef __CUDA_ARCH__
  return __umulhi(a, b);
#else
  return static_cast<std::uint32_t>(std::uint64_t{a} * b >> 32);
#endif
}

DETRAIN_HD inline Words4 Philox(Words4 counter, std::uint32_t key0, std::uint32_t key1) {
  for (int round = 0; round < 10; ++round) {
    constexpr std::uint32_t kFirst = 0xD2511F53, kSecond = 0xCD9E8D57;
    counter = {{UpperHalf(kSecond, counter.word[2]) ^ counter.word[1] ^ key0, kSecond * counter.word[2],
                UpperHalf(kFirst, counter.word[0]) ^ counter.word[3] ^ key1, kFirst * counter.word[0]}};
    key0 += 0x9E3779B9;
    key1 += 0xBB67AE85;
  }
  return counter;
}

// Block `block` of a stream: its draws 4 * block to 4 * block + 3. As curand_init(seed, stream, 4 * block, &state) and
// curand4(&state) for a curandStatePhilox4_32_10_t, and as detrain_stream.
DETRAIN_HD inline Words4 PhiloxBlock(std::uint64_t seed, std::uint64_t stream, std::uint64_t block) {
  return Philox({{static_cast<std::uint32_t>(block), static_cast<std::uint32_t>(block >> 32),
                  static_cast<std::uint32_t>(stream), static_cast<std::uint32_t>(stream >> 32)}},
                static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32));
}

// Draw number n of a stream.
DETRAIN_HD inline std::uint32_t PhiloxDraw(std::uint64_t seed, std::uint64_t stream, std::uint64_t n) {
  return PhiloxBlock(seed, stream, n / 4).word[n % 4];
}

}  // namespace detrain::kernels
