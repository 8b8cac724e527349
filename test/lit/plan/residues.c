// Each of 64 threads takes every 64th element, and together they take them all. Twins: strides that leave some out, and
// one thread too few.
// RUN: %detrain plan %s | FileCheck %s
// RUN: sed 's/i += 64/i += 65/' %s > %t.c && %detrain plan %t.c | FileCheck %s --check-prefix=GAPS
// RUN: sed 's/thread < 64/thread < 63/' %s > %t.c && %detrain plan %t.c | FileCheck %s --check-prefix=GAPS
// RUN: sed 's/i < n; i += 64/i < n - 1; i += 64/' %s > %t.c && %detrain plan %t.c | FileCheck %s --check-prefix=GAPS
// CHECK: Saved at each checkpoint: 2 entries
// CHECK: Left out
// CHECK: out {{.*}} dead
// GAPS: Saved at each checkpoint: 3 entries
// GAPS-DAG: out {{.*}} carried
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char** argv) {
  int n = argc > 1 ? atoi(argv[1]) : 100;
  float* w = calloc(n, sizeof(float));
  float* out = calloc(n, sizeof(float));
  if (!w || !out)
    return 1;
  for (int step = 0; step < 5; step++) {
    for (int thread = 0; thread < 64; thread++)
      for (int i = thread; i < n; i += 64)
        out[i] = w[i] * 2 + 1;
    for (int i = 0; i < n; i++)
      w[i] -= 0.1f * out[i];
  }
  printf("%f\n", w[0]);
  free(w);
  free(out);
}
