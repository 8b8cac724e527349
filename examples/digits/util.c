// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "util.h"

#include <stdio.h>
#include <stdlib.h>

void die(const char *what, const char *detail) {
    fprintf(stderr, "digits: %s: %s\n", what, detail);
    exit(EXIT_FAILURE);
}

void *alloc_or_die(size_t count, size_t size) {
    void *block = calloc(count, size);
    if (block == NULL) die("out of memory", "calloc");
    return block;
}
