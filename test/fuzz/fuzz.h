// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the fuzzers share: a folder to put hostile files in, and an end of the process that is none.
#ifndef DETRAIN_TEST_FUZZ_FUZZ_H
#define DETRAIN_TEST_FUZZ_FUZZ_H

#include <cstddef>
#include <cstdint>
#include <string>

namespace detrain::fuzz {

// Instead of the end of the process: the reader has refused.
struct Refused {};

// A folder of this process, in memory where that is to be had.
const std::string& Folder();

void Put(const std::string& name, const std::string& text);

// The input up to its first zero byte, and the rest.
void Split(const std::uint8_t* data, std::size_t size, std::string& first, std::string& second);

}  // namespace detrain::fuzz

#endif
