// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Everything that is alive is saved, so there is nothing to poison. `needless` is saved and nobody reads it.
#include <detrain/detrain.h>
#include <stdio.h>

static const struct detrain_leaf detrain_leaves[] = {
    {"x", 0, 1, {1, 1}, {0, 0}, DETRAIN_F64, DETRAIN_CARRIED, 0, 0, -1, 0},
    {"step", 0, 1, {1, 1}, {0, 0}, DETRAIN_I32, DETRAIN_CARRIED, 0, 0, -1, 0},
    {"needless", 0, 1, {1, 1}, {0, 0}, DETRAIN_I32, DETRAIN_CARRIED, 0, 0, -1, 0},
};
static const struct detrain_region detrain_regions[] = {
    {"x", DETRAIN_VARIABLE, 0, 0, 8, 0, 1},
    {"step", DETRAIN_VARIABLE, 0, 0, 4, 1, 1},
    {"needless", DETRAIN_VARIABLE, 0, 0, 4, 2, 1},
};
static const struct detrain_plan detrain_plan = {
    DETRAIN_ABI, "all_saved.c", "00000all_saved01", 0, detrain_regions, 3, detrain_leaves, 3, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
};

int main(void) {
  double x = 1;
  int step = 0, needless = 3;
  detrain_bind(&detrain_plan, 0, &x, sizeof x);
  detrain_bind(&detrain_plan, 1, &step, sizeof step);
  detrain_bind(&detrain_plan, 2, &needless, sizeof needless);
  detrain_enter(&detrain_plan);
  for (; detrain_step(&detrain_plan), step < 8; step++) {
    x = x * 1.5 + 0.1;
    needless++;
  }
  printf("%a\n", x);
  return 0;
}
