// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// clang-format off
#ifndef NESTED_DETRAIN_H
#define NESTED_DETRAIN_H
#include <stdio.h>
#include <stdlib.h>
#define DETRAIN_HOOK_HEAP
#define DETRAIN_HOOK_STDIO
#include <detrain/hooks.h>

static const struct detrain_leaf detrain_leaves[] = {
    // rows: pointers swapped in place; what they point to never changes
    {"set.rows", 0, 1, {1, 1}, {0, 0}, DETRAIN_PTR, DETRAIN_INVARIANT, 1, 0, 1, 0, {0}, {{0, 0}}, 0},
    {"set.count", 8, 1, {1, 1}, {0, 0}, DETRAIN_I32, DETRAIN_INVARIANT, 0, 0, -1, 0, {0}, {{0, 0}}, 0},
    {"set.rows[]", 0, 1, {1, 1}, {0, 0}, DETRAIN_PTR, DETRAIN_CARRIED, 1, 0, 2, 0, {0}, {{0, 0}}, 0},
    {"set.rows[]", 0, 1, {1, 1}, {0, 0}, DETRAIN_F32, DETRAIN_INVARIANT, 0, 0, -1, 0, {0}, {{0, 0}}, 0},
    {"w", 0, 4, {1, 1}, {0, 0}, DETRAIN_F32, DETRAIN_CARRIED, 0, 0, -1, 0, {0}, {{0, 0}}, 0},
    {"nested.c::order_state", 0, 1, {1, 1}, {0, 0}, DETRAIN_U64, DETRAIN_CARRIED, 0, 0, -1, 0, {0}, {{0, 0}}, 0},
    {"epoch", 0, 1, {1, 1}, {0, 0}, DETRAIN_I32, DETRAIN_CARRIED, 0, 0, -1, 0, {0}, {{0, 0}}, 0},
    {"rate", 0, 1, {1, 1}, {0, 0}, DETRAIN_F32, DETRAIN_CARRIED, 0, 0, -1, 0, {0}, {{0, 0}}, 0},
    {"batch", 0, 1, {1, 1}, {0, 0}, DETRAIN_I32, DETRAIN_CARRIED, 0, 0, -1, 0, {0}, {{0, 0}}, 0},
    {"scratch", 0, 0, {1, 1}, {0, 0}, DETRAIN_PTR, DETRAIN_CARRIED, 1, 0, 8, 0, {0}, {{0, 0}}, 0},
    {"scratch", 0, 0, {1, 1}, {0, 0}, DETRAIN_F64, DETRAIN_CARRIED, 0, 0, -1, 0, {0}, {{0, 0}}, 0},
    {"sum", 0, 1, {1, 1}, {0, 0}, DETRAIN_F32, DETRAIN_CARRIED, 0, 0, -1, 0, {0}, {{0, 0}}, 0},
};
static const struct detrain_region detrain_regions[] = {
    {"set", DETRAIN_VARIABLE, 0, 0, 16, 0, 2, 0},
    {"set.rows", DETRAIN_HEAP, 0, 0, 8, 2, 1, 0},
    {"set.rows[]", DETRAIN_HEAP, 0, 0, 4, 3, 1, 0},
    {"w", DETRAIN_VARIABLE, 0, 0, 16, 4, 1, 0},
    {"nested.c::order_state", DETRAIN_VARIABLE, 0, 0, 8, 5, 1, 0},
    {"epoch", DETRAIN_VARIABLE, 0, 0, 4, 6, 1, 0},
    {"rate", DETRAIN_VARIABLE, 0, 1, 4, 7, 1, 0},
    {"batch", DETRAIN_VARIABLE, 0, 1, 4, 8, 1, 0},
    {"scratch", DETRAIN_HEAP, 0, 0, 8, 10, 1, 0},
    {"scratch", DETRAIN_VARIABLE, 0, 1, 8, 9, 1, 0},
    {"sum", DETRAIN_VARIABLE, 0, 1, 4, 11, 1, 0},
};
static const struct detrain_plan detrain_plan = {
    DETRAIN_ABI, "nested.c", "00000000nested01", 0, detrain_regions, 11, detrain_leaves, 12, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
};
#define DETRAIN_BIND(index, variable) detrain_bind(&detrain_plan, index, &(variable), sizeof(variable))
#endif
