// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Descriptors of the runtime that stay open while the program runs, with numbers that the program does not get to.
#ifndef DETRAIN_RUNTIME_SRC_ASIDE_H
#define DETRAIN_RUNTIME_SRC_ASIDE_H

namespace detrain::runtime {

// The same open file under a high number, closed on exec; as it is where there is none free, or where it is negative.
int Aside(int descriptor);

}  // namespace detrain::runtime

#endif
