// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Hashes of memory that rests: what steps only read, data sets and tables, is hashed again only where it was written.
#ifndef DETRAIN_RUNTIME_SRC_RESTING_H
#define DETRAIN_RUNTIME_SRC_RESTING_H

#include <cstddef>
#include <cstdint>

namespace detrain::runtime {

// Below it, to hash is no dearer than to ask.
constexpr std::size_t kLeastResting = std::size_t{1} << 18;

// The same as Hash(). Of memory that was hashed before, the kernel is asked whether anyone has written to its pages
// since, by whatever way (Linux 6.7 and later: userfaultfd's asynchronous write protection and PAGEMAP_SCAN, see the
// kernel's admin-guide/mm/pagemap); where it does not tell, the bytes are hashed. For the program's own thread, at
// boundaries.
std::uint64_t HashOfResting(const char* bytes, std::size_t size);

// How many bytes were really hashed so far, for tests.
std::uint64_t HashedResting();

}  // namespace detrain::runtime

#endif
