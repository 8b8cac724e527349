// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DIGITS_UTIL_H
#define DIGITS_UTIL_H

#include <stddef.h>

void die(const char *what, const char *detail);  // says so on stderr and ends the program
void *alloc_or_die(size_t count, size_t size);   // zeroed; the caller frees it

#endif
