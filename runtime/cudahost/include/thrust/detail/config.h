// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every header of this folder is a part of Thrust in own code, whose order is fixed; docs/cuda-host.md lists what is
// there. CUDA's compilers read NVIDIA's.
#pragma once

#include "thrust/detail/run.h"
#include "thrust/version.h"
