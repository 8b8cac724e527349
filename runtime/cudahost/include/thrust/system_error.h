// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <thrust/system/error_code.h>
#include <thrust/system/system_error.h>
