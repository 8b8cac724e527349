// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <thrust/system/error_code.h>

namespace thrust {
namespace system {

using std::system_error;

}  // namespace system
}  // namespace thrust
