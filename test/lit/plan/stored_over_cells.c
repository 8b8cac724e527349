// A short loop fills a table, so that each of its elements is told apart; a loop whose length nobody knows stores over
// them what hangs on the clock. What is read of one of them afterwards hangs on it, too.
// RUN: cd %S && %detrain plan stored_over_cells.c | FileCheck %s
// CHECK: w {{.*}} carried
// CHECK: Inputs that steps read
// CHECK-NEXT: stored_over_cells.c:[[#@LINE+17]], clock: reaches loss, {{.*}}order, {{.*}}::w
#include <stdio.h>
#include <time.h>

static int order[64];
static double w[64];

static void swap(int a, int b) {
  int first = order[a];
  order[a] = order[b];
  order[b] = first;
}

int main(void) {
  double loss = 1;
  for (int step = 0; step < 10; step++) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    unsigned long state = (unsigned long)now.tv_nsec;
    for (int i = 0; i < 8; i++) order[i] = i;
    for (int i = 63; i > 0; i--) {
      state = state * 6364136223846793005U + 1442695040888963407U;
      swap(i, (int)((state >> 33) % 64));
    }
    loss = 0.9 * loss + 0.1 * w[order[0]];
    w[order[0]] -= 0.01 * loss;
    printf("%d %a\n", step, loss);
  }
}
