// A seed makes one state anew; the others that lie beside it go on.
// RUN: cd %S && %detrain plan seeded_states.c | FileCheck %s
// CHECK: Saved at each checkpoint
// CHECK-DAG: {{^  }}several[].__x {{.*}} carried
// CHECK-DAG: {{^  }}several[].__a {{.*}} carried
// CHECK-DAG: {{^  }}x {{ *}}u16[3], 6 bytes {{ *}}carried
// CHECK: Left out
// CHECK-NOT: several
// CHECK-DAG: {{^  }}fresh.__x {{.*}} dead
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  struct drand48_data several[4], fresh;
  unsigned short x[3] = {1, 2, 3};
  double w = 0;
  for (int k = 0; k < 4; k++) srand48_r(k, &several[k]);
  for (int step = 0; step < 20; step++) {
    double drawn = 0, other = 0;
    srand48_r(step, &several[0]);
    drand48_r(&several[step % 4], &drawn);
    srand48_r(step, &fresh);
    drand48_r(&fresh, &other);
    w += drawn + other + erand48(x);
    printf("%f\n", w);
  }
}
