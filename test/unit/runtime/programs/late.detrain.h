// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// clang-format off
#ifndef LATE_DETRAIN_H
#define LATE_DETRAIN_H
#include <stdio.h>
#include <stdlib.h>
#define DETRAIN_HOOK_HEAP
#define DETRAIN_HOOK_STDIO
#include <detrain/hooks.h>

static const struct detrain_leaf detrain_leaves[] = {
    {"Sometimes::memory.sum", 0, 1, {1, 1}, {0, 0}, DETRAIN_F64, DETRAIN_CARRIED, 0, 0, -1, 0, {0}, {{0, 0}}, 0},
    {"Sometimes::memory.scale", 8, 1, {1, 1}, {0, 0}, DETRAIN_F64, DETRAIN_INVARIANT, 0, 0, -1, 0, {0}, {{0, 0}}, 0},
    {"Sometimes::memory.past", 16, 1, {1, 1}, {0, 0}, DETRAIN_PTR, DETRAIN_CARRIED, 1, 0, 1, 0, {0}, {{0, 0}}, 0},
    {"Sometimes::memory.past", 0, 0, {1, 1}, {0, 0}, DETRAIN_F64, DETRAIN_CARRIED, 0, 0, -1, 0, {0}, {{0, 0}}, 0},
    {"late.c::seen", 0, 1, {1, 1}, {0, 0}, DETRAIN_PTR, DETRAIN_CARRIED, 0, 0, -1, 0, {0}, {{0, 0}}, 0},
    {"runs", 0, 1, {1, 1}, {0, 0}, DETRAIN_I32, DETRAIN_INVARIANT, 0, 0, -1, 0, {0}, {{0, 0}}, 0},
    {"i", 0, 1, {1, 1}, {0, 0}, DETRAIN_I32, DETRAIN_COUNTER, 0, 0, -1, 1, {0}, {{0, 0}}, 0},
    {"total", 0, 1, {1, 1}, {0, 0}, DETRAIN_F64, DETRAIN_CARRIED, 0, 0, -1, 0, {0}, {{0, 0}}, 0},
};
static const struct detrain_region detrain_regions[] = {
    {"Sometimes::memory", DETRAIN_VARIABLE, 0, 0, 24, 0, 3, 0},
    {"Sometimes::memory.past", DETRAIN_HEAP, 0, 0, 8, 3, 1, 0},
    {"late.c::seen", DETRAIN_VARIABLE, 0, 0, 8, 4, 1, 0},
    {"runs", DETRAIN_VARIABLE, 1, 0, 4, 5, 1, 0},
    {"i", DETRAIN_VARIABLE, 0, 0, 4, 6, 1, 0},
    {"total", DETRAIN_VARIABLE, 0, 0, 8, 7, 1, 0},
};
static unsigned char detrain_come_to[1];
static const struct detrain_late detrain_late_statics[] = {
    {"Sometimes::memory", &detrain_come_to[0]},
};
static const struct detrain_plan detrain_plan = {
    DETRAIN_ABI, "late.c", "000000000late001", 0, detrain_regions, 6, detrain_leaves, 8, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, detrain_late_statics, 1,
};
#define DETRAIN_BIND(index, variable) detrain_bind(&detrain_plan, index, &(variable), sizeof(variable))
#endif
