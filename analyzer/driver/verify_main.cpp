// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `detrain verify` alone, without Clang: for machines that run programs which were built elsewhere, such as one with a
// GPU and no LLVM.
#include "analyzer/driver/command.h"

int main(int argc, char** argv) {
  return detrain::driver::RunVerify(argc - 1, argv + 1);
}
