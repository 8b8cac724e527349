// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Keeps two runs from sharing a DIR.
#ifndef DETRAIN_RUNTIME_SRC_LOCK_H
#define DETRAIN_RUNTIME_SRC_LOCK_H

#include <string>

namespace detrain::runtime {

// Takes DIR/lock for the life of this process. Byte 0 of it is held by `detrain run`, which names itself in
// DETRAIN_SUPERVISOR, byte 1 by the program. Ends the process with code 2 where another run holds either. A folder on a
// file system that has no locks is used without.
void LockFolder(const std::string& dir);

}  // namespace detrain::runtime

#endif
