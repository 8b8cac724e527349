// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DETRAIN_ANALYZER_DRIVER_VARIANCE_PRINT_H
#define DETRAIN_ANALYZER_DRIVER_VARIANCE_PRINT_H

#include <string>

#include "analyzer/driver/variance/experiment.h"

namespace detrain::driver::variance {

std::string PrintText(const Findings& findings);
std::string PrintJson(const Findings& findings);  // detrain-variance/1
std::string PrintHtml(const Findings& findings);

}  // namespace detrain::driver::variance

#endif
