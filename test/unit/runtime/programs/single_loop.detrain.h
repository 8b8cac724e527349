// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the rewriter generates beside single_loop.c: hooks for the functions that the file uses, then the plan as
// constant tables.
// clang-format off
#ifndef SINGLE_LOOP_DETRAIN_H
#define SINGLE_LOOP_DETRAIN_H
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#define DETRAIN_HOOK_HEAP
#define DETRAIN_HOOK_STDIO
#define DETRAIN_HOOK_TIME
#include <detrain/hooks.h>

static const struct detrain_leaf detrain_leaves[] = {
    // 0: model
    {"model.w", 0, 1, {1, 1}, {0, 0}, DETRAIN_PTR, DETRAIN_INVARIANT, 1, 0, 1, 0, {0}, {{0, 0}}, 0},
    {"model.m", 8, 1, {1, 1}, {0, 0}, DETRAIN_PTR, DETRAIN_CARRIED, 1, 0, 2, 0, {0}, {{0, 0}}, 0},
    {"model.grad", 16, 1, {1, 1}, {0, 0}, DETRAIN_PTR, DETRAIN_INVARIANT, 1, 0, 3, 0, {0}, {{0, 0}}, 0},
    {"model.second_half", 24, 1, {1, 1}, {0, 0}, DETRAIN_PTR, DETRAIN_CARRIED, 0, 0, 1, 0, {0}, {{0, 0}}, 0},
    {"model.n", 32, 1, {1, 1}, {0, 0}, DETRAIN_I32, DETRAIN_INVARIANT, 0, 0, -1, 0, {0}, {{0, 0}}, 0},
    {"model.loss", 40, 1, {1, 1}, {0, 0}, DETRAIN_F64, DETRAIN_CARRIED, 0, 0, -1, 0, {0}, {{0, 0}}, 0},
    // 6..: heap, statics, locals, the C library
    {"model.w", 0, 0, {1, 1}, {0, 0}, DETRAIN_F32, DETRAIN_CARRIED, 0, 0, -1, 0, {0}, {{0, 0}}, 0},
    {"model.m", 0, 0, {1, 1}, {0, 0}, DETRAIN_F32, DETRAIN_CARRIED, 0, 0, -1, 0, {0}, {{0, 0}}, 0},
    {"model.grad", 0, 0, {1, 1}, {0, 0}, DETRAIN_F32, DETRAIN_DEAD, 0, 0, -1, 0, {0}, {{0, 0}}, 0},
    {"Noise::calls", 0, 1, {1, 1}, {0, 0}, DETRAIN_I32, DETRAIN_CARRIED, 0, 0, -1, 0, {0}, {{0, 0}}, 0},
    {"libc::rand", 0, 0, {1, 1}, {0, 0}, DETRAIN_BYTES, DETRAIN_STREAM, 0, 0, -1, 0, {0}, {{0, 0}}, 0},
    {"data", 0, 1, {1, 1}, {0, 0}, DETRAIN_FILE, DETRAIN_CURSOR, 0, 0, -1, 0, {0}, {{0, 0}}, 0},
    {"log", 0, 1, {1, 1}, {0, 0}, DETRAIN_FILE, DETRAIN_CURSOR, 0, 0, -1, 0, {0}, {{0, 0}}, 0},
    {"step", 0, 1, {1, 1}, {0, 0}, DETRAIN_I32, DETRAIN_COUNTER, 0, 0, -1, 1, {0}, {{0, 0}}, 0},
    {"took", 0, 1, {1, 1}, {0, 0}, DETRAIN_F64, DETRAIN_LOG, 0, 0, -1, 0, {0}, {{0, 0}}, 0},
};
static const struct detrain_region detrain_regions[] = {
    {"model", DETRAIN_VARIABLE, 0, 0, 48, 0, 6, 0},
    {"model.w", DETRAIN_HEAP, 0, 0, 4, 6, 1, 0},
    {"model.m", DETRAIN_HEAP, 0, 0, 4, 7, 1, 0},
    {"model.grad", DETRAIN_HEAP, 0, 0, 4, 8, 1, 0},
    {"Noise::calls", DETRAIN_VARIABLE, 0, 0, 4, 9, 1, 0},
    {"libc::rand", DETRAIN_HIDDEN, 0, 0, 0, 10, 1, 0},
    {"data", DETRAIN_VARIABLE, 0, 0, 8, 11, 1, 0},
    {"log", DETRAIN_VARIABLE, 0, 0, 8, 12, 1, 0},
    {"step", DETRAIN_VARIABLE, 0, 0, 4, 13, 1, 0},
    {"took", DETRAIN_VARIABLE, 0, 0, 8, 14, 1, 0},
};
static const char *const detrain_entries[] = {
    "{\"path\": \"model.w\", \"type\": \"f32[]\", \"persistence\": \"carried\", \"saved\": true}",
    0,
};
static unsigned char detrain_come_to[1];
static const struct detrain_late detrain_late_statics[] = {
    {"Noise::calls", &detrain_come_to[0]},
};
static const struct detrain_plan detrain_plan = {
    DETRAIN_ABI, "single_loop.c", "5117a1e100p00001", detrain_entries, detrain_regions, 10, detrain_leaves, 15, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, detrain_late_statics, 1,
};
#define DETRAIN_BIND(index, variable) detrain_bind(&detrain_plan, index, &(variable), sizeof(variable))
#endif
