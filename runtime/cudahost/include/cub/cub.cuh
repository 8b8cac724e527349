// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A part of CUB, in own code whose order is fixed: reductions, scans and sorts of the whole device; reductions and
// scans of a block, reductions of a warp.
#pragma once

#include "cub/block/block_reduce.cuh"
#include "cub/block/block_scan.cuh"
#include "cub/device/device_histogram.cuh"
#include "cub/device/device_radix_sort.cuh"
#include "cub/device/device_reduce.cuh"
#include "cub/device/device_run_length_encode.cuh"
#include "cub/device/device_scan.cuh"
#include "cub/device/device_select.cuh"
#include "cub/warp/warp_reduce.cuh"
