// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// clang-format off
#ifndef STRUCTURES_DETRAIN_H
#define STRUCTURES_DETRAIN_H
#include <fcntl.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>
#define DETRAIN_HOOK_HEAP
#define DETRAIN_HOOK_STDIO
#define DETRAIN_HOOK_STRING
#define DETRAIN_HOOK_FD
#define DETRAIN_HOOK_UNISTD
#define DETRAIN_HOOK_TIME
#define DETRAIN_HOOK_RANDOM
#include <detrain/hooks.h>
#endif
