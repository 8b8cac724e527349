// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The plan of trainer.c. A test spoils one entry with -D.
#ifndef TRAINER_DETRAIN_H
#define TRAINER_DETRAIN_H
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#define DETRAIN_HOOK_HEAP
#define DETRAIN_HOOK_STDIO
#define DETRAIN_HOOK_TIME
#include <detrain/hooks.h>

#ifndef WEIGHTS
#define WEIGHTS DETRAIN_CARRIED
#endif
#ifndef MOMENTUM
#define MOMENTUM DETRAIN_CARRIED
#endif
#ifndef MOST
#define MOST DETRAIN_CARRIED
#endif
#ifndef RATE
#define RATE DETRAIN_CARRIED
#endif
#ifndef LOG
#define LOG DETRAIN_CURSOR
#endif

static const struct detrain_leaf detrain_leaves[] = {
    {"model.w", 0, 1, {1, 1}, {0, 0}, DETRAIN_PTR, DETRAIN_INVARIANT, 1, 0, 1, 0},
    {"model.m", 8, 1, {1, 1}, {0, 0}, DETRAIN_PTR, DETRAIN_CARRIED, 1, 0, 2, 0},
    {"model.grad", 16, 1, {1, 1}, {0, 0}, DETRAIN_PTR, DETRAIN_INVARIANT, 1, 0, 3, 0},
    {"model.most", 24, 1, {1, 1}, {0, 0}, DETRAIN_F64, MOST, 0, 0, -1, 0},
    {"model.w", 0, 0, {1, 1}, {0, 0}, DETRAIN_F32, WEIGHTS, 0, 0, -1, 0},
    {"model.m", 0, 0, {1, 1}, {0, 0}, DETRAIN_F32, MOMENTUM, 0, 0, -1, 0},
    {"model.grad", 0, 0, {1, 1}, {0, 0}, DETRAIN_F32, DETRAIN_DEAD, 0, 0, -1, 0},
    {"log", 0, 1, {1, 1}, {0, 0}, DETRAIN_FILE, LOG, 0, 0, -1, 0},
    {"rate", 0, 1, {1, 1}, {0, 0}, DETRAIN_F32, RATE, 0, 0, -1, 0},
    {"step", 0, 1, {1, 1}, {0, 0}, DETRAIN_I32, DETRAIN_COUNTER, 0, 0, -1, 1},
    {"took", 0, 1, {1, 1}, {0, 0}, DETRAIN_F64, DETRAIN_LOG, 0, 0, -1, 0},
#ifndef NO_STREAM
    {"libc::rand", 0, 0, {1, 1}, {0, 0}, DETRAIN_BYTES, DETRAIN_STREAM, 0, 0, -1, 0},
#endif
};
static const struct detrain_region detrain_regions[] = {
    {"model", DETRAIN_VARIABLE, 0, 0, 32, 0, 4},
    {"model.w", DETRAIN_HEAP, 0, 0, 4, 4, 1},
#ifdef NO_MOMENTUM
    {"model.m", DETRAIN_HEAP, 0, 0, 4, 5, 0},
#else
    {"model.m", DETRAIN_HEAP, 0, 0, 4, 5, 1},
#endif
    {"model.grad", DETRAIN_HEAP, 0, 0, 4, 6, 1},
    {"log", DETRAIN_VARIABLE, 0, 0, 8, 7, 1},
    {"rate", DETRAIN_VARIABLE, 0, 0, 4, 8, 1},
    {"step", DETRAIN_VARIABLE, 0, 0, 4, 9, 1},
    {"took", DETRAIN_VARIABLE, 0, 0, 8, 10, 1},
#ifndef NO_STREAM
    {"libc::rand", DETRAIN_HIDDEN, 0, 0, 0, 11, 1},
#endif
};
static const struct detrain_plan detrain_plan = {
    DETRAIN_ABI,
    "trainer.c",
    "0000000trainer01",
    0,
    detrain_regions,
    sizeof detrain_regions / sizeof *detrain_regions,
    detrain_leaves,
    sizeof detrain_leaves / sizeof *detrain_leaves,
    0,
    1,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
};
#define DETRAIN_BIND(index, variable) detrain_bind(&detrain_plan, index, &(variable), sizeof(variable))
#endif
