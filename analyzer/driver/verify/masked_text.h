// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DETRAIN_ANALYZER_DRIVER_VERIFY_MASKED_TEXT_H
#define DETRAIN_ANALYZER_DRIVER_VERIFY_MASKED_TEXT_H

#include <string>

namespace detrain::driver::verify {

// Compares a text that holds true log arguments (times) with one that holds a sentinel in their place. `other_mask` is
// the second text with another sentinel: words in which those two differ are log arguments and are not compared. Empty:
// equal; else the first difference, in which they are not shown. `is_prefix`: `found` may go on after the end of
// `expected`.
std::string FirstMaskedDifference(const std::string& found, const std::string& expected, const std::string& other_mask,
                                  bool is_prefix);

}  // namespace detrain::driver::verify

#endif
