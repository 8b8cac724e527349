// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every header of this folder is a part of Thrust in own code, whose order is fixed; docs/cuda-host.md lists what is
// there. CUDA's compilers read NVIDIA's.
//
// NVIDIA's bring these headers of the library along, and programs rely on it.
#pragma once

#include <array>
#include <cassert>
#include <cfloat>
#include <chrono>
#include <climits>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <iostream>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>

#include "thrust/detail/run.h"
#include "thrust/version.h"
