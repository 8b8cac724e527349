// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "aside.h"

#include <fcntl.h>
#include <unistd.h>

namespace detrain::runtime {

namespace {

constexpr int kFirst = 600;

}  // namespace

int Aside(int descriptor) {
  const int aside = descriptor < 0 ? -1 : fcntl(descriptor, F_DUPFD_CLOEXEC, kFirst);
  if (aside < 0)
    return descriptor;
  close(descriptor);
  return aside;
}

}  // namespace detrain::runtime
