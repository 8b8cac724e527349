// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// clang-format off
#ifndef BIT_FIELDS_DETRAIN_H
#define BIT_FIELDS_DETRAIN_H
#include <stdio.h>
#include <stdlib.h>
#define DETRAIN_HOOK_HEAP
#define DETRAIN_HOOK_STDIO
#include <detrain/hooks.h>

static const struct detrain_leaf detrain_leaves[] = {
    {"flags.phase", 0, 1, {1, 1}, {0, 0}, DETRAIN_U32, DETRAIN_CARRIED, 0, 0, -1, 0, {0}, {{0, 0}}, 0x7U},
    {"flags.warm", 0, 1, {1, 1}, {0, 0}, DETRAIN_U32, DETRAIN_DEAD, 0, 0, -1, 0, {0}, {{0, 0}}, 0x8U},
    {"flags.beside", 1, 1, {1, 1}, {0, 0}, DETRAIN_I8, DETRAIN_INVARIANT, 0, 0, -1, 0, {0}, {{0, 0}}, 0},
    {"flags.left", 0, 1, {1, 1}, {0, 0}, DETRAIN_U32, DETRAIN_CARRIED, 0, 0, -1, 0, {0}, {{0, 0}}, 0xfff0000U},
    {"packed.first", 0, 1, {1, 1}, {0, 0}, DETRAIN_U32, DETRAIN_CARRIED, 0, 0, -1, 0, {0}, {{0, 0}}, 0x3fffffffU},
    {"packed.across", 3, 2, {1, 1}, {0, 0}, DETRAIN_U8, DETRAIN_CARRIED, 0, 0, -1, 0, {0}, {{0, 0}}, 0x1fc0U},
    {"rows", 0, 1, {1, 1}, {0, 0}, DETRAIN_PTR, DETRAIN_INVARIANT, 1, 0, 3, 0, {0}, {{0, 0}}, 0},
    {"rows[].on", 0, 1, {1, 1}, {0, 0}, DETRAIN_BOOL, DETRAIN_CARRIED, 0, 0, -1, 0, {0}, {{0, 0}}, 0x1U},
    {"rows[].mode", 0, 1, {1, 1}, {0, 0}, DETRAIN_U8, DETRAIN_CARRIED, 0, 0, -1, 0, {0}, {{0, 0}}, 0xcU},
    {"rows[].wide", 0, 1, {1, 1}, {0, 0}, DETRAIN_U64, DETRAIN_CARRIED, 0, 0, -1, 0, {0}, {{0, 0}}, 0x1fffffffff0U},
    {"either", 0, 12, {1, 1}, {0, 0}, DETRAIN_BYTES, DETRAIN_CARRIED, 0, 0, -1, 0, {0}, {{0, 0}}, 0xffff0000ffffU},
    {"step", 0, 1, {1, 1}, {0, 0}, DETRAIN_I32, DETRAIN_COUNTER, 0, 0, -1, 1, {0}, {{0, 0}}, 0},
};
static const struct detrain_region detrain_regions[] = {
    {"flags", DETRAIN_VARIABLE, 0, 0, 4, 0, 4, 0},
    {"packed", DETRAIN_VARIABLE, 0, 0, 5, 4, 2, 0},
    {"rows", DETRAIN_VARIABLE, 0, 0, 8, 6, 1, 0},
    {"rows", DETRAIN_HEAP, 0, 0, 8, 7, 3, 0},
    {"either", DETRAIN_VARIABLE, 0, 0, 12, 10, 1, 0},
    {"step", DETRAIN_VARIABLE, 0, 0, 4, 11, 1, 0},
};
static const struct detrain_plan detrain_plan = {
    DETRAIN_ABI, "bit_fields.c", "000bit_fields001", 0, detrain_regions, 6, detrain_leaves, 12, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
};
#define DETRAIN_BIND(index, variable) detrain_bind(&detrain_plan, index, &(variable), sizeof(variable))
#endif
