// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What nvcc includes in front of every file, on the CPU.
#pragma once

#include <assert.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <algorithm>
#include <functional>
#include <new>
#include <string>
#include <utility>

#include "cuda_runtime_api.h"
#include "detrain/cudahost/atomics.h"
#include "detrain/cudahost/launch.h"
#include "detrain/cudahost/launch_calls.h"
#include "detrain/cudahost/math.h"
#include "vector_functions.h"
