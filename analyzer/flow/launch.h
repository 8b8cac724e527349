// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Launches of kernels, and memory that ends with them.
#ifndef DETRAIN_ANALYZER_FLOW_LAUNCH_H
#define DETRAIN_ANALYZER_FLOW_LAUNCH_H

#include "analyzer/flow/flow.h"

namespace detrain::flow {

// Whether it is what the threads of a launch do.
bool IsLaunch(const Scope& scope);

// Whether a launch made it, for the threads of its blocks to share. It ends with the launch.
bool IsOfLaunch(const Object& object);

// The same of any memory that the threads of a block, or of a warp, share: none of it lives from launch to launch.
bool EndsWithLaunch(const Flow& flow, const Object& object);

}  // namespace detrain::flow

#endif
