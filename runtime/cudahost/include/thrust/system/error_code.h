// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <system_error>

namespace thrust {
namespace system {

using std::errc;
using std::error_category;
using std::error_code;
using std::error_condition;
using std::generic_category;
using std::make_error_code;
using std::make_error_condition;
using std::system_category;

}  // namespace system

using namespace system;

}  // namespace thrust
