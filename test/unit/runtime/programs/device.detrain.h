// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the rewriter generates beside device.c: hooks for the functions that the file uses, then the plan as constant
// tables.
// clang-format off
#ifndef DEVICE_DETRAIN_H
#define DEVICE_DETRAIN_H
#include <stdio.h>
#define DETRAIN_HOOK_STDIO
#include <detrain/hooks.h>
#include <detrain/device.h>

static const struct detrain_leaf detrain_leaves[] = {
    // 0: model
    {"model.w", 0, 1, {1, 1}, {0, 0}, DETRAIN_PTR, DETRAIN_INVARIANT, 1, 0, 1, 0, {0}, {{0, 0}}, 0},
    {"model.m", 8, 1, {1, 1}, {0, 0}, DETRAIN_PTR, DETRAIN_CARRIED, 1, 0, 2, 0, {0}, {{0, 0}}, 0},
    {"model.grad", 16, 1, {1, 1}, {0, 0}, DETRAIN_PTR, DETRAIN_INVARIANT, 1, 0, 3, 0, {0}, {{0, 0}}, 0},
    {"model.loss", 24, 1, {1, 1}, {0, 0}, DETRAIN_F64, DETRAIN_CARRIED, 0, 0, -1, 0, {0}, {{0, 0}}, 0},
    // 4..: heap, locals
    {"model.w", 0, 0, {1, 1}, {0, 0}, DETRAIN_F32, DETRAIN_CARRIED, 0, 0, -1, 0, {0}, {{0, 0}}, 0},
    {"model.m", 0, 0, {1, 1}, {0, 0}, DETRAIN_F32, DETRAIN_CARRIED, 0, 0, -1, 0, {0}, {{0, 0}}, 0},
    {"model.grad", 0, 0, {1, 1}, {0, 0}, DETRAIN_F32, DETRAIN_DEAD, 0, 0, -1, 0, {0}, {{0, 0}}, 0},
    {"step", 0, 1, {1, 1}, {0, 0}, DETRAIN_I32, DETRAIN_COUNTER, 0, 0, -1, 1, {0}, {{0, 0}}, 0},
    // 8: the variable of the device
    {"::seen.last", 0, 1, {1, 1}, {0, 0}, DETRAIN_PTR, DETRAIN_CARRIED, 0, 0, 1, 0, {0}, {{0, 0}}, 0},
    {"::seen.mean", 8, 8, {1, 1}, {0, 0}, DETRAIN_F32, DETRAIN_CARRIED, 0, 0, -1, 0, {0}, {{0, 0}}, 0},
    // 10: one that the host reaches too
    {"::updates", 0, 1, {1, 1}, {0, 0}, DETRAIN_F64, DETRAIN_CARRIED, 0, 0, -1, 0, {0}, {{0, 0}}, 0},
};
static const struct detrain_region detrain_regions[] = {
    {"model", DETRAIN_VARIABLE, 0, 0, 32, 0, 4, 0},
    {"model.w", DETRAIN_HEAP, 0, 0, 4, 4, 1, 0},
    {"model.m", DETRAIN_HEAP, 0, 0, 4, 5, 1, 0},
    {"model.grad", DETRAIN_HEAP, 0, 0, 4, 6, 1, 0},
    {"step", DETRAIN_VARIABLE, 0, 0, 4, 7, 1, 0},
    {"::seen", DETRAIN_VARIABLE, 0, 0, 40, 8, 2, 0},
    {"::updates", DETRAIN_VARIABLE, 0, 0, 8, 10, 1, 0},
};
static const char *const detrain_entries[] = {
    "{\"path\": \"model.w\", \"type\": \"f32[]\", \"space\": \"device\", \"persistence\": \"carried\", \"saved\": true}",
    0,
};
static const struct detrain_plan detrain_plan = {
    DETRAIN_ABI, "device.c", "de71ce0000p00001", detrain_entries, detrain_regions, 7, detrain_leaves, 11, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
};
#define DETRAIN_BIND(index, variable) detrain_bind(&detrain_plan, index, &(variable), sizeof(variable))
#endif
