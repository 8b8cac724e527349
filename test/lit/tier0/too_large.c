// A program that takes too long to follow, whose costly functions cannot be summarized either, because they wait
// for threads: all state is saved (tier 0), and the page says why.
// RUN: cd %S && %detrain plan too_large.c 2>&1 | FileCheck %s --implicit-check-not=error
// CHECK: too_large.c:[[#@LINE + 27]] in main
// CHECK: modelled
// CHECK-NEXT: tier 0: all state is saved
// CHECK-NEXT: {{^ *}}the program is too large to be followed
// CHECK: w f32[2], 8 bytes carried
// CHECK: heap::image[] {{.*}} image
#include <pthread.h>
#include <stdio.h>
#define CALLS(f, x) f(x) + f(x + 1) + f(x + 2) + f(x + 3) + f(x + 4) + f(x + 5) + f(x + 6) + f(x + 7)
#define MAKE(f, g) \
  static float f(float x) { return CALLS(g, x); }
static pthread_barrier_t barrier;
static float f0(float x) {
  pthread_barrier_wait(&barrier);
  return x * 0.5f;
}
MAKE(f1, f0)
MAKE(f2, f1)
MAKE(f3, f2)
MAKE(f4, f3)
MAKE(f5, f4)
MAKE(f6, f5)
MAKE(f7, f6)
MAKE(f8, f7)
int main(void) {
  float w[2] = {1, 2};
  pthread_barrier_init(&barrier, NULL, 1);
  for (int step = 0; step < 9; step++)
    w[0] = f8(w[0]);
  printf("%f\n", w[0]);
}
