// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DETRAIN_RUNTIME_SRC_PRUNE_H
#define DETRAIN_RUNTIME_SRC_PRUNE_H

#include <cstdint>
#include <set>
#include <string>

namespace detrain::runtime {

// Removes these committed steps of DIR: COMMITTED first, synced, then the files that no other step refers to. `broken`
// are steps that stay and refer to nothing. 0 or an errno, with the path at fault in `where`: what is left is whole, or
// not committed any more.
int Prune(const std::string& dir, const std::set<std::uint64_t>& gone, const std::set<std::uint64_t>& broken,
          std::string& where);

}  // namespace detrain::runtime

#endif
