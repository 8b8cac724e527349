// State that each thread has for itself: the plan saves one, and says what that rests on. Nothing is said of a
// variable that one thread has.
// RUN: %detrain plan %s --format=json -- -fopenmp > %t && FileCheck %s < %t && FileCheck %s --check-prefix=KEPT < %t
// CHECK: "assumptions": [
// CHECK: "callee": "thread_local_state.c::engine",
// CHECK: "effect": "each thread has one of its own
// CHECK-NOT: "callee"
// KEPT: "guarantee": "modelled"
// REQUIRES: openmp-gcc
#include <stdio.h>
static _Thread_local unsigned engine;
static unsigned shared = 3;
static float w[64];
static unsigned Draw(void) {
  engine = engine * 1664525u + 1013904223u;
  return engine >> 24;
}
int main(void) {
  for (int step = 0; step < 6; step++) {
    shared = shared * 1664525u + 1013904223u;
#pragma omp parallel for
    for (int i = 0; i < 64; i++)
      w[i] = 0.5f * w[i] + (float)((Draw() + shared) % 10);
  }
  for (int i = 0; i < 64; i++)
    printf("%f\n", w[i]);
  return 0;
}
