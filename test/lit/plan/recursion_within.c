// A recursion reads and writes what it is given, and no more. Where its calls can be told apart, each is followed.
// RUN: cd %S && %detrain plan recursion_within.c -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan recursion_within.c -- -DTWIN=1 | FileCheck %s --check-prefix=TWIN1
//
// CHECK: bitwise
// CHECK-DAG: {{^  }}w {{.*}} carried{{$}}
// CHECK-NOT: {{^  }}{{.*}}depth {{.*}} carried{{$}}
// CHECK-NOT: {{^  }}tree {{.*}} carried{{$}}
//
// Twin 1: it counts its calls.
// TWIN1: {{^  }}{{.*}}depth {{.*}} counter{{$}}
// TWIN1: every step adds 15
#include <stdio.h>
static int depth = 3;
static float sum(const float *tree, int at, float *w) {
  if (at >= 15)
    return 0;
#if TWIN == 1
  depth++;
#endif
  w[at % 4] += 0.1f * tree[at];
  return tree[at] + sum(tree, 2 * at + 1, w) + sum(tree, 2 * at + 2, w);
}
int main(void) {
  float tree[15], w[4] = {0};
  for (int i = 0; i < 15; i++)
    tree[i] = (float)i;
  for (int step = 0; step < 10; step++)
    printf("%f\n", sum(tree, 0, w) + w[step % 4] + (float)depth);
}
