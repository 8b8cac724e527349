// A timer in each record of an array: that the others of its members are state says nothing of the clock, and the timer
// reaches printed text alone.
// RUN: %detrain plan %s | FileCheck %s
// CHECK: bitwise: proven
// CHECK: Saved at each checkpoint
// CHECK: layers[].w {{.*}} carried
// CHECK: Left out
// CHECK: layers[].ticks {{.*}} log
// RUN: %detrain plan %s -- -DREACHES | FileCheck %s --check-prefix=REACHES
// REACHES: bitwise: proven
// REACHES: layers[].ticks {{.*}} carried
// REACHES: Inputs that steps read
// REACHES: timers_in_records.c:[[# @LINE + 11]], clock: reaches layers[].ticks, layers[].w
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
struct layer { float *w; clock_t ticks; int n; };
int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 3;
  struct layer *layers = calloc(n, sizeof *layers);
  for (int l = 0; l < n; l++) { layers[l].n = 4 + l; layers[l].w = calloc(4 + l, sizeof(float)); }
  for (int step = 0; step < 10; step++) {
    for (int l = 0; l < n; l++) {
      clock_t t0 = clock();
      for (int i = 0; i < layers[l].n; i++) layers[l].w[i] = 0.5f * layers[l].w[i] + (float)(step + i);
#ifdef REACHES
      if (layers[l].ticks > 1)
        layers[l].w[0] = 0;
#endif
      layers[l].ticks += clock() - t0;
    }
  }
  for (int l = 0; l < n; l++) printf("%g %ld\n", (double)layers[l].w[1], (long)layers[l].ticks);
}
