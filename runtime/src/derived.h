// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Leaves that a restore computes from others.
#ifndef DETRAIN_RUNTIME_SRC_DERIVED_H
#define DETRAIN_RUNTIME_SRC_DERIVED_H

namespace detrain::runtime {

// After what is saved has been put in place. `last`: all of them; else those whose variables are bound by now.
void ComputeDerived(bool last);

}  // namespace detrain::runtime

#endif
